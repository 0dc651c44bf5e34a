// Without grants there are no files and no environment; errors tell which grant would help. What a program sets itself it
// sees.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	for _, name := range []string{"README.md", "/etc/passwd", "no/such", "", ".", "tests/go/.."} {
		_, err := os.ReadFile(name)
		_, err2 := os.Stat(name)
		fmt.Println(err, errors.Is(err, fs.ErrPermission), os.IsPermission(err2), os.IsNotExist(err))
	}
	fmt.Println(os.WriteFile("x", nil, 0o644), os.Mkdir("d", 0), os.Rename("a", "b"), os.Remove("x"))
	_, err := os.OpenFile("README.md", os.O_RDWR, 0)
	fmt.Println(err)
	_, err = os.Getwd()
	fmt.Println(err)
	_, err = os.UserHomeDir()
	fmt.Println(err)
	found, err := filepath.Glob("*")
	fmt.Println(found, err, os.DirFS(".") != nil)
	fmt.Println(filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error { return err }))
	fmt.Println(len(os.Environ()), os.Getenv("PATH") == "", os.Setenv("A", "1"), os.Getenv("A"), os.ExpandEnv("${A}$PATH-$A"), os.Environ())
	fmt.Println(os.Setenv("", "1"), os.Unsetenv("A"), os.Getenv("A") == "")
}
