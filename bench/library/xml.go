// xml n: marshals and unmarshals an order of 40 lines n times: attributes, nested elements, lists, character data,
// comments. Prints the length and a checksum. Check: equal to compiled Go.
package main

import (
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
)

type Order struct {
	XMLName xml.Name `xml:"order"`
	ID      int      `xml:"id,attr"`
	Open    bool     `xml:"open,attr"`
	Buyer   Person   `xml:"buyer"`
	Lines   []Line   `xml:"lines>line"`
	Note    string   `xml:",comment"`
}

type Person struct {
	Name  string   `xml:"name"`
	Email *string  `xml:"email,omitempty"`
	Phone []string `xml:"phones>phone"`
}

type Line struct {
	SKU   string  `xml:"sku,attr"`
	Count int     `xml:"count"`
	Price float64 `xml:"price"`
	Text  string  `xml:"text"`
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	email := "a@b.example"
	order := Order{ID: 7, Open: true, Buyer: Person{"Ann & Co", &email, []string{"1", "2"}}, Note: " as agreed "}
	for i := range 40 {
		order.Lines = append(order.Lines, Line{fmt.Sprint("sku-", i), i, float64(i) / 4, "<text> & \"more\""})
	}
	var out []byte
	for range n {
		var err error
		if out, err = xml.Marshal(&order); err != nil {
			panic(err)
		}
		var back Order
		if err = xml.Unmarshal(out, &back); err != nil {
			panic(err)
		}
		order = back
	}
	fmt.Println(len(out), crc32.ChecksumIEEE(out), len(order.Lines), order.Buyer.Name)
}
