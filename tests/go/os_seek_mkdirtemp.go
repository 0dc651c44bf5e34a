// The errors of what has no places to seek, and of a folder for temporary ones that does not exist.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

func main() {
	r, w, _ := os.Pipe()
	show := func(_ any, err error) {
		fmt.Println(err, errors.Is(err, syscall.ESPIPE))
	}
	show(r.Seek(0, 0))
	show(w.Seek(0, 0))
	show(r.ReadAt(make([]byte, 1), 0))
	show(w.WriteAt([]byte("a"), 0))

	dir, err := os.MkdirTemp("", "above*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	missing := dir + "/missing"
	_, err = os.MkdirTemp(missing, "x*")
	path := err.(*fs.PathError)
	fmt.Println(path.Op, path.Path == missing, path.Err, errors.Is(err, fs.ErrNotExist))
	_, err = os.CreateTemp(missing, "x*")
	path = err.(*fs.PathError)
	fmt.Println(path.Op, strings.HasPrefix(path.Path, missing+"/x"), path.Err)
}

// Flags: --allow-write=TMPDIR --allow-env=TMPDIR
// Output:
// seek |0: illegal seek true
// seek |1: illegal seek true
// read |0: illegal seek true
// write |1: illegal seek true
// stat true no such file or directory true
// open true no such file or directory
