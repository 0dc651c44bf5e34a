// encoding/xml expands no entities that a document declares; one who does it by hand ends at the limit.
package main

import (
	"encoding/xml"
	"fmt"
	"strings"
)

func main() {
	var doc strings.Builder
	doc.WriteString("<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">")
	for i := range 9 {
		fmt.Fprintf(&doc, "<!ENTITY lol%d \"%s\">", i+1, strings.Repeat(fmt.Sprintf("&lol%d;", i), 10))
	}
	doc.WriteString("]><lolz>&lol9;</lolz>")
	var text string
	fmt.Println(xml.Unmarshal([]byte(doc.String()), &text))
	entities := map[string]string{"lol0": "lol"}
	for i := range 9 {
		entities[fmt.Sprintf("lol%d", i+1)] = strings.Repeat(entities[fmt.Sprintf("lol%d", i)], 10)
		d := xml.NewDecoder(strings.NewReader(fmt.Sprintf("<lolz>&lol%d;</lolz>", i+1)))
		d.Entity = entities
		if err := d.Decode(&text); err != nil || len(text) != len(entities[fmt.Sprintf("lol%d", i+1)]) {
			fmt.Println(i, err, len(text))
		}
	}
}

// Flags: --memory=32M
// Trap: OutOfMemory
// Output:
// XML syntax error on line 1: invalid character entity &lol9;
