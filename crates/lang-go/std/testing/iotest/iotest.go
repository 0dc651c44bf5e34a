// Package iotest has Readers and Writers that are useful for testing: those that give little at a time, that fail, and
// that log.
package iotest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
)

// ErrTimeout is what TimeoutReader fails with.
var ErrTimeout = errors.New("timeout")

// reader is a Reader that is a function.
type reader func(p []byte) (int, error)

func (f reader) Read(p []byte) (int, error) { return f(p) }

// writer is a Writer that is a function.
type writer func(p []byte) (int, error)

func (f writer) Write(p []byte) (int, error) { return f(p) }

// OneByteReader reads a byte at a time.
func OneByteReader(r io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) { return r.Read(p[:min(1, len(p))]) })
}

// HalfReader reads half of what is asked for.
func HalfReader(r io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) { return r.Read(p[:(len(p)+1)/2]) })
}

// DataErrReader gives the error at the end together with the last bytes.
func DataErrReader(r io.Reader) io.Reader {
	var held []byte // what was read and not given
	var failure error
	space := make([]byte, 1024)
	return reader(func(p []byte) (n int, err error) {
		// One read ahead, so that the end is known with the last bytes.
		for {
			if len(held) == 0 && failure == nil {
				k, err := r.Read(space)
				held, failure = space[:k], err
			}
			if n > 0 || failure != nil && len(held) == 0 {
				break
			}
			n = copy(p, held)
			held = held[n:]
			if n == 0 {
				break
			}
		}
		if len(held) == 0 {
			err = failure
		}
		return n, err
	})
}

// TimeoutReader fails with ErrTimeout at the second read, and goes on after that.
func TimeoutReader(r io.Reader) io.Reader {
	reads := 0
	return reader(func(p []byte) (int, error) {
		if reads++; reads == 2 {
			return 0, ErrTimeout
		}
		return r.Read(p)
	})
}

// ErrReader fails with err at each read.
func ErrReader(err error) io.Reader {
	return reader(func([]byte) (int, error) { return 0, err })
}

// TruncateWriter drops what comes after n bytes, without an error.
func TruncateWriter(w io.Writer, n int64) io.Writer {
	return writer(func(p []byte) (int, error) {
		if n <= 0 {
			return len(p), nil
		}
		part := p[:min(int64(len(p)), n)]
		k, err := w.Write(part)
		n -= int64(k)
		if err == nil {
			k = len(p)
		}
		return k, err
	})
}

// NewReadLogger logs what is read, in hexadecimal.
func NewReadLogger(prefix string, r io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) { return logged(prefix, p, r.Read) })
}

// NewWriteLogger logs what is written, in hexadecimal.
func NewWriteLogger(prefix string, w io.Writer) io.Writer {
	return writer(func(p []byte) (int, error) { return logged(prefix, p, w.Write) })
}

func logged(prefix string, p []byte, do func([]byte) (int, error)) (n int, err error) {
	n, err = do(p)
	if err != nil {
		log.Printf("%s %x: %v", prefix, p[:n], err)
	} else {
		log.Printf("%s %x", prefix, p[:n])
	}
	return n, err
}

// TestReader checks that r gives content, at each way of reading that it has, and says what is wrong.
func TestReader(r io.Reader, content []byte) error {
	if len(content) > 0 {
		if n, err := r.Read(nil); n != 0 || err != nil {
			return fmt.Errorf("Read(0) = %d, %v, want 0, nil", n, err)
		}
	}
	data, err := io.ReadAll(&lengths{r: r})
	if err != nil {
		return err
	}
	if !bytes.Equal(data, content) {
		return fmt.Errorf("ReadAll(small amounts) = %q\n\twant %q", data, content)
	}
	if n, err := r.Read(make([]byte, 10)); n != 0 || err != io.EOF {
		return fmt.Errorf("Read(10) at EOF = %v, %v, want 0, EOF", n, err)
	}
	if s, ok := r.(io.ReadSeeker); ok {
		if err := testSeeks(s, content); err != nil {
			return err
		}
	}
	if at, ok := r.(io.ReaderAt); ok {
		return testReadAt(at, content)
	}
	return nil
}

// lengths reads one byte, then two, then three, and over again.
type lengths struct {
	r io.Reader
	n int
}

func (l *lengths) Read(p []byte) (int, error) {
	l.n = l.n%3 + 1
	n, err := l.r.Read(p[:min(l.n, len(p))])
	if n > 0 && err != nil && err != io.EOF {
		err = fmt.Errorf("Read(%d) = %d, %v", l.n, n, err)
	}
	return n, err
}

func testSeeks(r io.ReadSeeker, content []byte) error {
	end := int64(len(content))
	seek := func(offset int64, whence int, want int64, text string) error {
		if at, err := r.Seek(offset, whence); err != nil || at != want {
			return fmt.Errorf("Seek(%d, %d)%s = %d, %v, want %d, nil", offset, whence, text, at, err, want)
		}
		return nil
	}
	middle, rest := end/3, end*2/3
	steps := []struct {
		offset int64
		whence int
		want   int64
	}{
		{0, io.SeekCurrent, end}, {0, io.SeekStart, 0}, {0, io.SeekCurrent, 0}, {middle, io.SeekStart, middle},
		{rest - middle, io.SeekCurrent, rest}, {0, io.SeekEnd, end}, {-end, io.SeekEnd, 0}, {middle, io.SeekStart, middle},
	}
	for _, s := range steps {
		if err := seek(s.offset, s.whence, s.want, ""); err != nil {
			return err
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return fmt.Errorf("ReadAll from offset %d: %v", middle, err)
	}
	if !bytes.Equal(data, content[middle:]) {
		return fmt.Errorf("ReadAll from offset %d = %q\n\twant %q", middle, data, content[middle:])
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		return errors.New("Seek(-1, 0) succeeded, want error")
	}
	return seek(0, io.SeekEnd, end, " after a failed one")
}

func testReadAt(r io.ReaderAt, content []byte) error {
	whole := make([]byte, len(content)+10)
	for i := range whole {
		whole[i] = 0xfe
	}
	data := whole[:len(content):len(content)]
	if n, err := r.ReadAt(data, 0); n != len(content) || err != nil && err != io.EOF {
		return fmt.Errorf("ReadAt(%d, 0) = %v, %v, want %d, nil or EOF", len(data), n, err, len(content))
	}
	if !bytes.Equal(data, content) {
		return fmt.Errorf("ReadAt(%d, 0) = %q\n\twant %q", len(data), data, content)
	}
	if n, err := r.ReadAt(whole, 0); n != len(content) || err != io.EOF {
		return fmt.Errorf("ReadAt(%d, 0) = %v, %v, want %d, EOF", len(whole), n, err, len(content))
	}
	if n, err := r.ReadAt(whole[:1], int64(len(content))); n != 0 || err != io.EOF {
		return fmt.Errorf("ReadAt(1, %d) = %v, %v, want 0, EOF", len(content), n, err)
	}
	if n, err := r.ReadAt(whole[:1], -1); n != 0 || err == nil {
		return fmt.Errorf("ReadAt(1, -1) = %v, %v, want 0, error", n, err)
	}
	for i := range content {
		for j := i; j <= len(content) && j < i+3; j++ {
			part := make([]byte, j-i)
			if n, err := r.ReadAt(part, int64(i)); n != j-i || err != nil && !(err == io.EOF && j == len(content)) {
				return fmt.Errorf("ReadAt(%d, %d) = %v, %v, want %d, nil", j-i, i, n, err, j-i)
			}
			if !bytes.Equal(part, content[i:j]) {
				return fmt.Errorf("ReadAt(%d, %d) = %q\n\twant %q", j-i, i, part, content[i:j])
			}
		}
	}
	return nil
}
