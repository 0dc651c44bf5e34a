// Types that only the stream knows, channels with methods, and arrays of zeros.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"fmt"
)

type Q struct {
	A int
	B []int
}
type Ext struct {
	C chan int
	F func()
	X CE
	Y *CE
	Z **CE
}
type CE chan int

func (c CE) GobEncode() ([]byte, error) { return []byte("c"), nil }
func (c *CE) GobDecode([]byte) error    { return nil }

type Arrs struct {
	A [3]int
	B [2]int
	P *[2]int
	Q [0]int
	R struct{}
}

func main() {
	for _, h := range []string{"0b7f020102ff8000010c000006ff8000010161", "0fff87040102ff8800010c01ff8600000cff85020102ff8600010800000aff880001016101fef83f", "19ffeb030102ffec00010201014101040001014201ffee00000014ffed020101065b5d2a696e7401ffee000104000003ffec00", "13ffb3010101034172720"} {
		b, _ := hex.DecodeString(h)
		var x int8
		fmt.Printf("%q\n", fmt.Sprint(gob.NewDecoder(bytes.NewReader(b)).Decode(&x)))
		var q Q
		fmt.Println(gob.NewDecoder(bytes.NewReader(b)).Decode(&q))
		gob.NewEncoder(&bytes.Buffer{}).Encode(q)
	}
	var b bytes.Buffer
	c := make(CE)
	pc := &c
	fmt.Println(gob.NewEncoder(&b).Encode(Ext{make(chan int), func() {}, c, pc, &pc}))
	fmt.Printf("%x\n", b.Bytes())
	b.Reset()
	fmt.Println(gob.NewEncoder(&b).Encode(c), gob.NewEncoder(&b).Encode(Arrs{}), gob.NewEncoder(&b).Encode(&Arrs{}))
	fmt.Printf("%x\n", b.Bytes())
	b.Reset()
	x := Ext{}
	fmt.Println(gob.NewEncoder(&b).Encode(x))
	fmt.Printf("%x\n", b.Bytes())
}

// Output:
// "gob: decoding into local type *int8, received remote type "
// gob: type mismatch in decoder: want struct type main.Q; got non-struct
// "gob: decoding into local type *int8, received remote type "
// gob: type mismatch in decoder: want struct type main.Q; got non-struct
// "gob: decoding into local type *int8, received remote type "
// <nil>
// "unexpected EOF"
// unexpected EOF
// gob: type main.Ext has no exported fields
// 0fff830301010345787401ff840000000eff8505010102434501ff86000000
// <nil> <nil> <nil>
// 0eff8505010102434501ff8600000005ff8600016335ff87030101044172727301ff8800010501014101ff8a0001014201ff8c0001015001ff8c0001015101ff8e0001015201ff9000000016ff89010101065b335d696e7401ff8a0001040106000016ff8b010101065b325d696e7401ff8c0001040104000014ff8d010101065b305d696e7401ff8e000104000015ff8f03010109737472756374207b7d01ff9000000010ff88010300000001020000020001000035ff87030101044172727301ff8800010501014101ff8a0001014201ff8c0001015001ff8c0001015101ff8e0001015201ff9000000016ff89010101065b335d696e7401ff8a0001040106000016ff8b010101065b325d696e7401ff8c0001040104000014ff8d010101065b305d696e7401ff8e000104000015ff8f03010109737472756374207b7d01ff9000000010ff880103000000010200000200010000
// gob: type main.Ext has no exported fields
// 0fff830301010345787401ff840000000eff8505010102434501ff86000000
