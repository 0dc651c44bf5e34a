package main

import (
	"errors"
	"fmt"
	"time"
)

func main() {
	t := time.Date(2024, 1, 31, 23, 59, 59, 999999999, time.UTC)
	fmt.Println(t.AddDate(0, 1, 0), t.AddDate(-1, 1, 1), t.Add(1), t.Add(-25*time.Hour))
	fmt.Println(time.Date(2024, 14, -3, 25, 61, 61, -1, time.UTC), time.Date(-5, 0, 0, 0, 0, 0, 0, time.UTC))
	for y := 1999; y < 2011; y++ {
		d := time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
		year, week := d.ISOWeek()
		fmt.Print(d.Weekday(), " ", year, " ", week, " ", d.AddDate(0, 11, 30).YearDay(), ";")
	}
	fmt.Println()
	u := t.In(time.FixedZone("half", 1800))
	fmt.Println(u.Equal(t), u == t, u.Compare(t), u.Before(t), u.After(t.Add(-1)), u.Sub(t))
	name, offset := u.Zone()
	fmt.Println(name, offset, u.Location(), u.IsDST(), u.UTC().Location(), t.IsZero(), time.Time{}.IsZero())
	h, m, s := u.Clock()
	fmt.Println(h, m, s, u.Hour(), u.Minute(), u.Second(), u.Nanosecond(), u.Year(), u.Month(), u.Day())
	fmt.Println(t.Unix(), t.UnixMilli(), t.UnixMicro(), t.UnixNano(), time.UnixMilli(-1).UTC(), time.UnixMicro(1500000).UTC())
	fmt.Println(t.Round(time.Hour), t.Truncate(time.Hour), t.Round(7*time.Second), t.Truncate(0), time.Time{}.Add(-5).Truncate(3))
	fmt.Println(time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC).Sub(time.Time{}), time.Time{}.Sub(t))
	for _, d := range []time.Duration{0, 1, 1100, 2200000, 3300000000, 4*time.Minute + 5, 100 * time.Hour, -1500 * time.Millisecond, 1<<63 - 1, -1 << 63} {
		fmt.Println(d, d.Round(time.Second), d.Truncate(time.Minute), d.Hours(), d.Minutes(), d.Seconds(), d.Milliseconds(), d.Microseconds(), d.Nanoseconds(), d.Abs())
	}
	for _, s := range []string{"1h15m30.918s", "-1.5h", "300ms", "1µs2us", ".5s", "0", "", "3", "1.s", "-", "5x", "9223372036854775808ns", "-9223372036854775808ns", "1e3s", "\xff\"s"} {
		d, err := time.ParseDuration(s)
		fmt.Println(d, err)
	}
	text, err := t.MarshalText()
	fmt.Println(string(text), err)
	json, err := u.MarshalJSON()
	fmt.Println(string(json), err)
	binary, err := u.MarshalBinary()
	fmt.Println(binary, err)
	var back time.Time
	fmt.Println(back.UnmarshalBinary(binary), back, back.UnmarshalJSON(json), back, back.UnmarshalText([]byte("x")), back.UnmarshalJSON([]byte("5")))
	_, err = time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC).MarshalJSON()
	fmt.Println(err)
	_, err = time.Parse(time.RFC3339, "no")
	var parse *time.ParseError
	fmt.Println(errors.As(err, &parse), parse.Layout, parse.Value, parse.LayoutElem, parse.ValueElem)
	utc, err := time.LoadLocation("UTC")
	fmt.Println(utc == time.UTC, err, time.Month(5), time.Month(99), time.Saturday, time.Weekday(8))
}

// Output:
// 2024-03-02 23:59:59.999999999 +0000 UTC 2023-03-04 23:59:59.999999999 +0000 UTC 2024-02-01 00:00:00 +0000 UTC 2024-01-30 22:59:59.999999999 +0000 UTC
// 2025-01-29 02:02:00.999999999 +0000 UTC -0006-11-30 00:00:00 +0000 UTC
// Friday 1998 53 365;Saturday 1999 52 366;Monday 2001 1 365;Tuesday 2002 1 365;Wednesday 2003 1 365;Thursday 2004 1 366;Saturday 2004 53 365;Sunday 2005 52 365;Monday 2007 1 365;Tuesday 2008 1 366;Thursday 2009 1 365;Friday 2009 53 365;
// true false 0 false true 0s
// half 1800 half false UTC false true
// 0 29 59 0 29 59 999999999 2024 February 1
// 1706745599 1706745599999 1706745599999999 1706745599999999999 1969-12-31 23:59:59.999 +0000 UTC 1970-01-01 00:00:01.5 +0000 UTC
// 2024-02-01 00:00:00 +0000 UTC 2024-01-31 23:00:00 +0000 UTC 2024-02-01 00:00:03 +0000 UTC 2024-01-31 23:59:59.999999999 +0000 UTC 0000-12-31 23:59:59.999999994 +0000 UTC
// 2562047h47m16.854775807s -2562047h47m16.854775808s
// 0s 0s 0s 0 0 0 0 0 0 0s
// 1ns 0s 0s 2.777777777777778e-13 1.6666666666666667e-11 1e-09 0 0 1 1ns
// 1.1µs 0s 0s 3.0555555555555557e-10 1.8333333333333332e-08 1.1e-06 0 1 1100 1.1µs
// 2.2ms 0s 0s 6.111111111111111e-07 3.6666666666666666e-05 0.0022 2 2200 2200000 2.2ms
// 3.3s 3s 0s 0.0009166666666666666 0.055 3.3 3300 3300000 3300000000 3.3s
// 4m0.000000005s 4m0s 4m0s 0.06666666666805555 4.000000000083333 240.000000005 240000 240000000 240000000005 4m0.000000005s
// 100h0m0s 100h0m0s 100h0m0s 100 6000 360000 360000000 360000000000 360000000000000 100h0m0s
// -1.5s -2s 0s -0.0004166666666666667 -0.025 -1.5 -1500 -1500000 -1500000000 1.5s
// 2562047h47m16.854775807s 2562047h47m16.854775807s 2562047h47m0s 2.5620477880152157e+06 1.5372286728091294e+08 9.223372036854776e+09 9223372036854 9223372036854775 9223372036854775807 2562047h47m16.854775807s
// -2562047h47m16.854775808s -2562047h47m16.854775808s -2562047h47m0s -2.5620477880152157e+06 -1.5372286728091294e+08 -9.223372036854776e+09 -9223372036854 -9223372036854775 -9223372036854775808 2562047h47m16.854775807s
// 1h15m30.918s <nil>
// -1h30m0s <nil>
// 300ms <nil>
// 3µs <nil>
// 500ms <nil>
// 0s <nil>
// 0s time: invalid duration ""
// 0s time: missing unit in duration "3"
// 1s <nil>
// 0s time: invalid duration "-"
// 0s time: unknown unit "x" in duration "5x"
// 0s time: invalid duration "9223372036854775808ns"
// -2562047h47m16.854775808s <nil>
// 0s time: unknown unit "e" in duration "1e3s"
// 0s time: invalid duration "\xff\"s"
// 2024-01-31T23:59:59.999999999Z <nil>
// "2024-02-01T00:29:59.999999999+00:30" <nil>
// [1 0 0 0 14 221 76 213 255 59 154 201 255 0 30] <nil>
// <nil> 0001-01-01 00:00:00 +0000 UTC <nil> 0001-01-01 00:00:00 +0000 UTC parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006" Time.UnmarshalJSON: input is not a JSON string
// Time.MarshalJSON: year outside of range [0,9999]
// true 2006-01-02T15:04:05Z07:00 no 2006 no
// true <nil> May %!Month(99) Saturday %!Weekday(8)
