package main

import (
	"fmt"
	"time"
)

func main() {
	t := time.Date(2024, time.February, 29, 15, 4, 5, 123456789, time.FixedZone("CET", 3600))
	for _, layout := range []string{
		time.Layout, time.ANSIC, time.UnixDate, time.RubyDate, time.RFC822, time.RFC822Z, time.RFC850, time.RFC1123,
		time.RFC1123Z, time.RFC3339, time.RFC3339Nano, time.Kitchen, time.Stamp, time.StampMilli, time.StampMicro,
		time.StampNano, time.DateTime, time.DateOnly, time.TimeOnly,
		"2006-002", "__2 _2006", "Monday January 1 2 3 4 5 pm", "Z070000 -07 -07:00:00 Month", ".000 ,999 .0000x 0.00",
	} {
		s := t.Format(layout)
		back, err := time.Parse(layout, s)
		fmt.Printf("%q %q %v %v\n", layout, s, back, err)
	}
	fmt.Printf("%v %s %#v %#v\n", t, t, t, t.UTC())
	fmt.Println(time.Time{}, time.Unix(1e9, 5).UTC(), string(t.AppendFormat([]byte("at "), time.Kitchen)))
	for _, v := range [][2]string{
		{time.DateOnly, "2023-02-29"}, {time.DateOnly, "2023-13-01"}, {time.DateOnly, "2023-1-01"}, {time.DateOnly, "2023-01-01x"},
		{time.RFC3339, "2024-02-29T25:00:00Z"}, {time.RFC3339, "2024-02-29T15:04:05.5+24:61"}, {time.RFC3339, ""},
		{"Jan _2", "Foo 3"}, {"2006-002", "2023-366"}, {"2006-01-002", "2023-01-032"}, {"15 MST", "10 ABCDEF"}, {"15 MST", "10 GMT+7"},
		{"3:04pm", "12:30am"}, {"3 : 04", "3  :  04"}, {"pm:PM", "pm:AM"}, {"PM_PM03", "AM_PM12"}, {"05", "07.25"}, {"\x00é\"", "x"},
	} {
		t, err := time.Parse(v[0], v[1])
		fmt.Println(t, err)
	}
	// Texts into the room of a slice, beyond it, and those that are written without a plan.
	room := append(make([]byte, 0, 48), "at "...)
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("", -30), time.FixedZone("a zone of many letters", -4500)} {
		for _, year := range []int{-7, 0, 987, 9999, 10000} {
			at := time.Date(year, time.October, 31, 12, 0, 9, 120_000_000, zone)
			text := at.AppendFormat(room, "2006-01-02 3:4:5.999PM Z07:00:00")
			fmt.Println(string(text), &text[0] == &room[0], string(at.AppendFormat(text, ", Monday the __2 day, MST")))
		}
	}
	in, err := time.ParseInLocation(time.DateTime, "2024-02-29 12:00:00", time.FixedZone("X", -3600))
	fmt.Println(in, err)
}

// Output:
// "01/02 03:04:05PM '06 -0700" "02/29 03:04:05PM '24 +0100" 2024-02-29 15:04:05 +0100 +0100 <nil>
// "Mon Jan _2 15:04:05 2006" "Thu Feb 29 15:04:05 2024" 2024-02-29 15:04:05 +0000 UTC <nil>
// "Mon Jan _2 15:04:05 MST 2006" "Thu Feb 29 15:04:05 CET 2024" 2024-02-29 15:04:05 +0000 CET <nil>
// "Mon Jan 02 15:04:05 -0700 2006" "Thu Feb 29 15:04:05 +0100 2024" 2024-02-29 15:04:05 +0100 +0100 <nil>
// "02 Jan 06 15:04 MST" "29 Feb 24 15:04 CET" 2024-02-29 15:04:00 +0000 CET <nil>
// "02 Jan 06 15:04 -0700" "29 Feb 24 15:04 +0100" 2024-02-29 15:04:00 +0100 +0100 <nil>
// "Monday, 02-Jan-06 15:04:05 MST" "Thursday, 29-Feb-24 15:04:05 CET" 2024-02-29 15:04:05 +0000 CET <nil>
// "Mon, 02 Jan 2006 15:04:05 MST" "Thu, 29 Feb 2024 15:04:05 CET" 2024-02-29 15:04:05 +0000 CET <nil>
// "Mon, 02 Jan 2006 15:04:05 -0700" "Thu, 29 Feb 2024 15:04:05 +0100" 2024-02-29 15:04:05 +0100 +0100 <nil>
// "2006-01-02T15:04:05Z07:00" "2024-02-29T15:04:05+01:00" 2024-02-29 15:04:05 +0100 +0100 <nil>
// "2006-01-02T15:04:05.999999999Z07:00" "2024-02-29T15:04:05.123456789+01:00" 2024-02-29 15:04:05.123456789 +0100 +0100 <nil>
// "3:04PM" "3:04PM" 0000-01-01 15:04:00 +0000 UTC <nil>
// "Jan _2 15:04:05" "Feb 29 15:04:05" 0000-02-29 15:04:05 +0000 UTC <nil>
// "Jan _2 15:04:05.000" "Feb 29 15:04:05.123" 0000-02-29 15:04:05.123 +0000 UTC <nil>
// "Jan _2 15:04:05.000000" "Feb 29 15:04:05.123456" 0000-02-29 15:04:05.123456 +0000 UTC <nil>
// "Jan _2 15:04:05.000000000" "Feb 29 15:04:05.123456789" 0000-02-29 15:04:05.123456789 +0000 UTC <nil>
// "2006-01-02 15:04:05" "2024-02-29 15:04:05" 2024-02-29 15:04:05 +0000 UTC <nil>
// "2006-01-02" "2024-02-29" 2024-02-29 00:00:00 +0000 UTC <nil>
// "15:04:05" "15:04:05" 0000-01-01 15:04:05 +0000 UTC <nil>
// "2006-002" "2024-060" 2024-02-29 00:00:00 +0000 UTC <nil>
// "__2 _2006" " 60 _2024" 2024-02-29 00:00:00 +0000 UTC <nil>
// "Monday January 1 2 3 4 5 pm" "Thursday February 2 29 3 4 5 pm" 0000-02-29 15:04:05 +0000 UTC <nil>
// "Z070000 -07 -07:00:00 Month" "+010000 +01 +01:00:00 Month" 0000-01-01 00:00:00 +0100 +0100 <nil>
// ".000 ,999 .0000x 0.00" ".123 ,123 .1234x 0.12" 0000-01-01 00:00:00.12 +0000 UTC <nil>
// 2024-02-29 15:04:05.123456789 +0100 CET 2024-02-29 15:04:05.123456789 +0100 CET time.Date(2024, time.February, 29, 15, 4, 5, 123456789, time.Location("CET")) time.Date(2024, time.February, 29, 14, 4, 5, 123456789, time.UTC)
// 0001-01-01 00:00:00 +0000 UTC 2001-09-09 01:46:40.000000005 +0000 UTC at 3:04PM
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-02-29": day out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-13-01": month out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-1-01" as "2006-01-02": cannot parse "1-01" as "01"
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-01-01x": extra text: "x"
// 0001-01-01 00:00:00 +0000 UTC parsing time "2024-02-29T25:00:00Z": hour out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2024-02-29T15:04:05.5+24:61": time zone offset minute out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"
// 0001-01-01 00:00:00 +0000 UTC parsing time "Foo 3" as "Jan _2": cannot parse "Foo 3" as "Jan"
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-366": day-of-year out of range
// 0001-01-01 00:00:00 +0000 UTC parsing time "2023-01-032": day-of-year does not match month
// 0001-01-01 00:00:00 +0000 UTC parsing time "10 ABCDEF" as "15 MST": cannot parse "ABCDEF" as "MST"
// 0000-01-01 17:00:00 +0700 GMT+7 <nil>
// 0000-01-01 00:30:00 +0000 UTC <nil>
// 0000-01-01 03:04:00 +0000 UTC <nil>
// 0000-01-01 12:00:00 +0000 UTC <nil>
// 0000-01-01 00:00:00 +0000 UTC <nil>
// 0000-01-01 00:00:07.25 +0000 UTC <nil>
// 0001-01-01 00:00:00 +0000 UTC parsing time "x" as "\x00\xc3\xa9\"": cannot parse "x" as "\x00\xc3\xa9\""
// at -0007-10-31 12:0:9.12PM Z true at -0007-10-31 12:0:9.12PM Z, Sunday the 304 day, UTC
// at 0000-10-31 12:0:9.12PM Z true at 0000-10-31 12:0:9.12PM Z, Tuesday the 305 day, UTC
// at 0987-10-31 12:0:9.12PM Z true at 0987-10-31 12:0:9.12PM Z, Wednesday the 304 day, UTC
// at 9999-10-31 12:0:9.12PM Z true at 9999-10-31 12:0:9.12PM Z, Sunday the 304 day, UTC
// at 10000-10-31 12:0:9.12PM Z true at 10000-10-31 12:0:9.12PM Z, Tuesday the 305 day, UTC
// at -0007-10-31 12:0:9.12PM +00:00:-30 true at -0007-10-31 12:0:9.12PM +00:00:-30, Sunday the 304 day, +0000
// at 0000-10-31 12:0:9.12PM +00:00:-30 true at 0000-10-31 12:0:9.12PM +00:00:-30, Tuesday the 305 day, +0000
// at 0987-10-31 12:0:9.12PM +00:00:-30 true at 0987-10-31 12:0:9.12PM +00:00:-30, Wednesday the 304 day, +0000
// at 9999-10-31 12:0:9.12PM +00:00:-30 true at 9999-10-31 12:0:9.12PM +00:00:-30, Sunday the 304 day, +0000
// at 10000-10-31 12:0:9.12PM +00:00:-30 true at 10000-10-31 12:0:9.12PM +00:00:-30, Tuesday the 305 day, +0000
// at -0007-10-31 12:0:9.12PM -01:15:00 true at -0007-10-31 12:0:9.12PM -01:15:00, Sunday the 304 day, a zone of many letters
// at 0000-10-31 12:0:9.12PM -01:15:00 true at 0000-10-31 12:0:9.12PM -01:15:00, Tuesday the 305 day, a zone of many letters
// at 0987-10-31 12:0:9.12PM -01:15:00 true at 0987-10-31 12:0:9.12PM -01:15:00, Wednesday the 304 day, a zone of many letters
// at 9999-10-31 12:0:9.12PM -01:15:00 true at 9999-10-31 12:0:9.12PM -01:15:00, Sunday the 304 day, a zone of many letters
// at 10000-10-31 12:0:9.12PM -01:15:00 true at 10000-10-31 12:0:9.12PM -01:15:00, Tuesday the 305 day, a zone of many letters
// 2024-02-29 12:00:00 -0100 X <nil>
