// The working folder is the isolate's own: relative paths begin there, and no grant is wider for it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func where() string {
	dir, err := os.Getwd()
	if err != nil {
		return err.Error()
	}
	at := strings.LastIndex(dir, "tests/go")
	return dir[max(at, 0):]
}

func names(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	out := ""
	for _, e := range entries {
		out += " " + e.Name()
	}
	return out
}

func main() {
	fmt.Println(os.Chdir("tests/go/multi_file"), where())
	fmt.Println(strings.TrimSpace(names(".")))
	_, err := os.Stat("main.go")
	fmt.Println(err)
	abs, err := filepath.Abs("x")
	fmt.Println(strings.HasSuffix(abs, "tests/go/multi_file/x"), err)
	b, err := os.ReadFile("./a_stack.go")
	fmt.Println(len(b) > 0, err)
	_, err = os.Stat("tests/go/multi_file/main.go")
	fmt.Println(err)

	fmt.Println(os.Chdir("main.go"))
	fmt.Println(os.Chdir("none"))
	fmt.Println(os.Chdir(""))
	fmt.Println(os.Chdir(".."))
	fmt.Println(os.Chdir("/"))
	fmt.Println(where())
	fmt.Println(os.Chdir("."), where())
	fmt.Println(os.DirFS(".").(interface {
		ReadFile(string) ([]byte, error)
	}).ReadFile("none.go"))
	_, err = os.ReadFile("../README.md")
	fmt.Println(err)
}
