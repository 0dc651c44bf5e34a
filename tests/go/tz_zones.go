// Time zones of the database: names, changes of offsets, dates inside gaps and overlaps, texts.
package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"time"
)

func load(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		fmt.Println(err)
		return time.UTC
	}
	return loc
}

// walk follows the changes of a zone from a moment on.
func walk(name string, from time.Time, n int) {
	t := from.In(load(name))
	fmt.Println(name, t, t.IsDST())
	for range n {
		_, end := t.ZoneBounds()
		if end.IsZero() {
			fmt.Println("  for ever")
			return
		}
		zone, offset := end.Zone()
		fmt.Println(" ", end.Add(-time.Second), end, zone, offset, end.IsDST())
		t = end
	}
}

func dates(name string, at ...[5]int) {
	loc := load(name)
	for _, d := range at {
		t := time.Date(d[0], time.Month(d[1]), d[2], d[3], d[4], 0, 0, loc)
		fmt.Println(name, d, t, t.Unix(), t.AddDate(0, 6, 0).Format(time.RFC1123))
	}
}

func parse(loc *time.Location, layout, value string) {
	t, err := time.ParseInLocation(layout, value, loc)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q %s %d %q\n", value, t, t.Unix(), t.Location())
}

func sum(name string) {
	loc := load(name)
	h := fnv.New64a()
	for sec := int64(-2_500_000_000); sec < 1_700_000_000; sec += 9_777_777 {
		t := time.Unix(sec, 0).In(loc)
		fmt.Fprintln(h, t, t.IsDST())
		if sec < 800_000_000 {
			// Later ones depend on the form of the database: lists of changes, or rules.
			start, end := t.ZoneBounds()
			fmt.Fprintln(h, start.Unix(), end.Unix())
		}
	}
	fmt.Printf("%s %016x\n", name, h.Sum64())
}

func main() {
	walk("Europe/Berlin", time.Unix(0, 0), 8)
	walk("America/New_York", time.Unix(1e9, 0), 4)
	walk("Australia/Lord_Howe", time.Unix(9e8, 0), 4)
	walk("Asia/Kathmandu", time.Unix(-2e9, 0), 2)
	walk("Pacific/Apia", time.Unix(1.32e9, 0), 2)
	walk("Etc/GMT-14", time.Unix(0, 0), 3)

	dates("Europe/Berlin", [5]int{2024, 3, 31, 2, 30}, [5]int{2024, 10, 27, 2, 30}, [5]int{2024, 7, 1, 12, 0}, [5]int{1945, 5, 24, 2, 0})
	dates("America/New_York", [5]int{2023, 3, 12, 2, 30}, [5]int{2023, 11, 5, 1, 30}, [5]int{2099, 7, 1, 0, 0}, [5]int{1883, 11, 18, 12, 0})
	dates("Pacific/Apia", [5]int{2011, 12, 30, 12, 0}, [5]int{2011, 12, 31, 0, 0})

	berlin := load("Europe/Berlin")
	parse(berlin, "2006-01-02 15:04 MST", "2024-01-05 12:00 CET")
	parse(berlin, "2006-01-02 15:04 MST", "2024-07-05 12:00 CET")
	parse(berlin, "2006-01-02 15:04 MST", "2024-07-05 12:00 CEST")
	parse(berlin, "2006-01-02 15:04 MST", "2024-07-05 12:00 CEMT")
	parse(berlin, "2006-01-02 15:04 MST", "2024-07-05 12:00 EST")
	parse(berlin, "2006-01-02 15:04 MST", "2024-07-05 12:00 GMT+3")
	parse(berlin, time.RFC3339, "2024-07-05T12:00:00+02:00")
	parse(berlin, time.RFC3339, "2024-07-05T12:00:00+01:00")
	parse(berlin, time.RFC3339, "2024-07-05T12:00:00Z")
	parse(berlin, time.DateTime, "2024-03-31 02:30:00")
	parse(berlin, time.RFC822, "05 Jul 24 12:00 CEST")

	for _, name := range []string{"", "UTC", "Local", "No/Where", "../etc", "a..b", "/UTC", "\\UTC", "europe/berlin"} {
		loc, err := time.LoadLocation(name)
		fmt.Printf("%q %v %v\n", name, loc, err)
	}
	other := load("Europe/Berlin")
	fmt.Println(other == berlin, other.String(), time.Unix(1e9, 0).In(berlin).Equal(time.Unix(1e9, 0).In(other)))
	fmt.Println(time.Unix(1e9, 0).In(berlin).GoString())

	t := time.Unix(1.72e9, 5).In(berlin)
	b, err := t.MarshalBinary()
	var back time.Time
	fmt.Println(b, err, errors.Join(back.UnmarshalBinary(b)), back.Equal(t))
	j, _ := t.MarshalJSON()
	fmt.Println(string(j))
	lmt := time.Unix(-3e9, 0).In(berlin)
	b, err = lmt.MarshalBinary()
	fmt.Println(lmt, b, err)
	var zero time.Location
	fmt.Println(time.Unix(0, 0).In(&zero), zero.String() == "")

	for _, name := range []string{
		"Africa/Johannesburg", "America/Chicago", "America/St_Johns", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney",
		"Europe/London", "Europe/Moscow", "Pacific/Auckland", "Etc/GMT+5", "Asia/Karachi", "America/Los_Angeles", "Antarctica/Troll",
	} {
		sum(name)
	}
}

// Output:
// Europe/Berlin 1970-01-01 01:00:00 +0100 CET false
//   1980-04-06 01:59:59 +0100 CET 1980-04-06 03:00:00 +0200 CEST CEST 7200 true
//   1980-09-28 02:59:59 +0200 CEST 1980-09-28 02:00:00 +0100 CET CET 3600 false
//   1981-03-29 01:59:59 +0100 CET 1981-03-29 03:00:00 +0200 CEST CEST 7200 true
//   1981-09-27 02:59:59 +0200 CEST 1981-09-27 02:00:00 +0100 CET CET 3600 false
//   1982-03-28 01:59:59 +0100 CET 1982-03-28 03:00:00 +0200 CEST CEST 7200 true
//   1982-09-26 02:59:59 +0200 CEST 1982-09-26 02:00:00 +0100 CET CET 3600 false
//   1983-03-27 01:59:59 +0100 CET 1983-03-27 03:00:00 +0200 CEST CEST 7200 true
//   1983-09-25 02:59:59 +0200 CEST 1983-09-25 02:00:00 +0100 CET CET 3600 false
// America/New_York 2001-09-08 21:46:40 -0400 EDT true
//   2001-10-28 01:59:59 -0400 EDT 2001-10-28 01:00:00 -0500 EST EST -18000 false
//   2002-04-07 01:59:59 -0500 EST 2002-04-07 03:00:00 -0400 EDT EDT -14400 true
//   2002-10-27 01:59:59 -0400 EDT 2002-10-27 01:00:00 -0500 EST EST -18000 false
//   2003-04-06 01:59:59 -0500 EST 2003-04-06 03:00:00 -0400 EDT EDT -14400 true
// Australia/Lord_Howe 1998-07-10 02:30:00 +1030 +1030 false
//   1998-10-25 01:59:59 +1030 +1030 1998-10-25 02:30:00 +1100 +11 +11 39600 true
//   1999-03-28 01:59:59 +1100 +11 1999-03-28 01:30:00 +1030 +1030 +1030 37800 false
//   1999-10-31 01:59:59 +1030 +1030 1999-10-31 02:30:00 +1100 +11 +11 39600 true
//   2000-03-26 01:59:59 +1100 +11 2000-03-26 01:30:00 +1030 +1030 +1030 37800 false
// Asia/Kathmandu 1906-08-17 02:07:56 +0541 LMT false
//   1919-12-31 23:59:59 +0541 LMT 1919-12-31 23:48:44 +0530 +0530 +0530 19800 false
//   1985-12-31 23:59:59 +0530 +0530 1986-01-01 00:15:00 +0545 +0545 +0545 20700 false
// Pacific/Apia 2011-10-30 08:40:00 -1000 -10 true
//   2011-12-29 23:59:59 -1000 -10 2011-12-31 00:00:00 +1400 +14 +14 50400 true
//   2012-04-01 03:59:59 +1400 +14 2012-04-01 03:00:00 +1300 +13 +13 46800 false
// Etc/GMT-14 1970-01-01 14:00:00 +1400 +14 false
//   for ever
// Europe/Berlin [2024 3 31 2 30] 2024-03-31 03:30:00 +0200 CEST 1711848600 Tue, 01 Oct 2024 03:30:00 CEST
// Europe/Berlin [2024 10 27 2 30] 2024-10-27 02:30:00 +0100 CET 1729992600 Sun, 27 Apr 2025 02:30:00 CEST
// Europe/Berlin [2024 7 1 12 0] 2024-07-01 12:00:00 +0200 CEST 1719828000 Wed, 01 Jan 2025 12:00:00 CET
// Europe/Berlin [1945 5 24 2 0] 1945-05-24 03:00:00 +0300 CEMT -776563200 Sat, 24 Nov 1945 03:00:00 CET
// America/New_York [2023 3 12 2 30] 2023-03-12 01:30:00 -0500 EST 1678602600 Tue, 12 Sep 2023 01:30:00 EDT
// America/New_York [2023 11 5 1 30] 2023-11-05 01:30:00 -0400 EDT 1699162200 Sun, 05 May 2024 01:30:00 EDT
// America/New_York [2099 7 1 0 0] 2099-07-01 00:00:00 -0400 EDT 4086561600 Fri, 01 Jan 2100 00:00:00 EST
// America/New_York [1883 11 18 12 0] 1883-11-18 12:00:00 -0456 LMT -2717651038 Sun, 18 May 1884 12:00:00 EST
// Pacific/Apia [2011 12 30 12 0] 2011-12-31 12:00:00 +1400 +14 1325282400 Sun, 01 Jul 2012 12:00:00 +13
// Pacific/Apia [2011 12 31 0 0] 2011-12-31 00:00:00 +1400 +14 1325239200 Sun, 01 Jul 2012 00:00:00 +13
// "2024-01-05 12:00 CET" 2024-01-05 12:00:00 +0100 CET 1704452400 "Europe/Berlin"
// "2024-07-05 12:00 CET" 2024-07-05 13:00:00 +0200 CEST 1720177200 "Europe/Berlin"
// "2024-07-05 12:00 CEST" 2024-07-05 12:00:00 +0200 CEST 1720173600 "Europe/Berlin"
// "2024-07-05 12:00 CEMT" 2024-07-05 11:00:00 +0200 CEST 1720170000 "Europe/Berlin"
// "2024-07-05 12:00 EST" 2024-07-05 12:00:00 +0000 EST 1720180800 "EST"
// "2024-07-05 12:00 GMT+3" 2024-07-05 15:00:00 +0300 GMT+3 1720180800 "GMT+3"
// "2024-07-05T12:00:00+02:00" 2024-07-05 12:00:00 +0200 CEST 1720173600 "Europe/Berlin"
// "2024-07-05T12:00:00+01:00" 2024-07-05 12:00:00 +0100 +0100 1720177200 ""
// "2024-07-05T12:00:00Z" 2024-07-05 12:00:00 +0000 UTC 1720180800 "UTC"
// "2024-03-31 02:30:00" 2024-03-31 03:30:00 +0200 CEST 1711848600 "Europe/Berlin"
// "05 Jul 24 12:00 CEST" 2024-07-05 12:00:00 +0200 CEST 1720173600 "Europe/Berlin"
// "" UTC <nil>
// "UTC" UTC <nil>
// "Local" Local <nil>
// "No/Where" UTC unknown time zone No/Where
// "../etc" UTC time: invalid location name
// "a..b" UTC time: invalid location name
// "/UTC" UTC time: invalid location name
// "\\UTC" UTC time: invalid location name
// "europe/berlin" UTC unknown time zone europe/berlin
// false Europe/Berlin true
// time.Date(2001, time.September, 9, 3, 46, 40, 0, time.Location("Europe/Berlin"))
// [1 0 0 0 14 222 23 21 0 0 0 0 5 0 120] <nil> <nil> true
// "2024-07-03T11:46:40.000000005+02:00"
// 1874-12-07 19:33:28 +0053 LMT [2 0 0 0 13 196 193 153 0 0 0 0 0 0 53 28] <nil>
// 1970-01-01 00:00:00 +0000 UTC true
// Africa/Johannesburg 80e1722dd54f8eee
// America/Chicago c2b022dd5c7b056d
// America/St_Johns 806c661fb9f05f15
// Asia/Tokyo 6ca42c10785c9cbc
// Asia/Kolkata 35936dfbb219c7a9
// Australia/Sydney 71b8f7e478075ee8
// Europe/London 81ed60841db8a34a
// Europe/Moscow 0ac256e3b450ffbf
// Pacific/Auckland 3d7558dca670a6b2
// Etc/GMT+5 446dae68296108e4
// Asia/Karachi d9df9e314e455e9a
// America/Los_Angeles ff6dfad86d042102
// Antarctica/Troll 122c2788da4b53cc
