package main

import "os"

func main() {
	name := os.Getenv("TMPDIR") + "/file"
	if err := os.WriteFile(name, []byte(text()), 0o600); err != nil {
		panic(err)
	}
	read, err := os.ReadFile(name)
	println(err == nil)
	os.Stdout.Write(read)
}

// Flags: --allow-write=TMPDIR --allow-env=TMPDIR
// Stderr:
// true

// Output:
// from the other file
