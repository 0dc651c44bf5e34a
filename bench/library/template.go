// template n: renders a page of 50 rows n times with text/template: ranges, conditions, variables, a function, a
// nested template and escapes. Prints the length and a checksum. Check: equal to compiled Go.
package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"strings"
	"text/template"
)

type Row struct {
	Name  string
	Price float64
	Tags  []string
	Stock int
}

func (r Row) Total() float64 { return r.Price * float64(r.Stock) }

type Page struct {
	Title string
	Rows  []Row
	Notes map[string]string
}

const text = `<html><head><title>{{.Title | html}}</title></head><body>
{{- define "tag"}}<i>{{. | printf "%q"}}</i>{{end}}
{{range $i, $row := .Rows}}<tr class="{{if eq $i 0}}first{{else if lt $i 10}}early{{else}}late{{end}}">
  <td>{{$i}}</td><td>{{upper .Name}}</td><td>{{printf "%.2f" .Price}}</td><td>{{.Total}}</td>
  {{range .Tags}}{{template "tag" .}}{{else}}none{{end}}
  {{with .Stock}}<b>{{.}}</b>{{end}}{{if and .Tags (gt .Stock 3)}}!{{end}}
</tr>
{{end}}{{range $k, $v := .Notes}}{{$k}}={{$v | js}}; {{end}}</body></html>
`

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	t := template.Must(template.New("page").Funcs(template.FuncMap{"upper": strings.ToUpper}).Parse(text))
	page := Page{Title: "Goods & more", Notes: map[string]string{"a": "it's", "b": "<ok>", "c": "\n"}}
	for i := range 50 {
		row := Row{Name: fmt.Sprint("item ", i), Price: float64(i) * 1.25, Stock: i % 7}
		for j := range i % 4 {
			row.Tags = append(row.Tags, "tag"+strconv.Itoa(j))
		}
		page.Rows = append(page.Rows, row)
	}
	var buf bytes.Buffer
	for range n {
		buf.Reset()
		if err := t.Execute(&buf, page); err != nil {
			panic(err)
		}
	}
	fmt.Println(buf.Len(), crc32.ChecksumIEEE(buf.Bytes()))
}
