package main

import (
	"fmt"
	"html/template"
	"os"
)

func main() {
	t1 := template.Must(template.New("foo").Parse(`<a href="{{.}}">link1</a>`))
	t2 := template.Must(t1.New("foo").Parse(`bar`))
	fmt.Println(t1.Tree == nil, t2.Tree == nil, t1.Name(), t1.Templates() == nil, t1.Lookup("foo") == t2)
	fmt.Println(t1.Execute(os.Stdout, "x"))
	fmt.Println(t2.Execute(os.Stdout, "x"))
}

// Output:
// true false foo false false
// template: "foo" is an incomplete or empty template
// bar<nil>
