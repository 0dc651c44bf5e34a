// JSON: structures to text and back, and text to values of any type.
package main

import (
	"encoding/json"
	"os"
	"strconv"
)

type record struct {
	Name   string            `json:"name"`
	Age    int               `json:"age"`
	Scores []float64         `json:"scores"`
	Tags   map[string]string `json:"tags,omitempty"`
}

func work(n int) int {
	sum := 0
	for i := range n {
		in := record{"name " + strconv.Itoa(i), i, []float64{0.5, float64(i), 2}, map[string]string{"k": "v"}}
		text, err := json.Marshal(&in)
		if err != nil {
			return -1
		}
		var out record
		var any map[string]any
		if json.Unmarshal(text, &out) != nil || json.Unmarshal(text, &any) != nil {
			return -2
		}
		sum += out.Age + int(out.Scores[1]) + int(any["age"].(float64)) + len(out.Tags["k"])
	}
	return sum
}

func expected(n int) int { return 3*n*(n-1)/2 + n }

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if got, want := work(n), expected(n); got != want {
		println("got", got, "want", want)
		os.Exit(1)
	}
	os.Stdout.WriteString("ok\n")
}
