// timeformat n: formats and parses n times in several layouts, in UTC and with an offset. Prints the length and a
// checksum. Check: equal to compiled Go.
package main

import (
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"time"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	layouts := []string{time.RFC3339Nano, time.RFC1123Z, time.Kitchen, "2006-01-02 15:04:05.000", time.ANSIC, "Monday, January 2, 2006"}
	zone := time.FixedZone("EST", -5*3600)
	at := time.Date(2001, 2, 3, 4, 5, 6, 789000000, time.UTC)
	size, sum := 0, uint32(0)
	var buf []byte
	for i := range n {
		t := at.Add(time.Duration(i) * 7919 * time.Second)
		if i%2 == 1 {
			t = t.In(zone)
		}
		for _, layout := range layouts {
			buf = t.AppendFormat(buf[:0], layout)
			size += len(buf)
			sum = crc32.Update(sum, crc32.IEEETable, buf)
		}
		text := t.Format(time.RFC3339)
		back, err := time.Parse(time.RFC3339, text)
		if err != nil || back.Unix() != t.Unix() {
			panic(text)
		}
	}
	fmt.Println(size, sum)
}
