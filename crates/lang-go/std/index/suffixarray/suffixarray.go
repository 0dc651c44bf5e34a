// Package suffixarray finds all places of a text in a larger one by the sorted list of its suffixes.
package suffixarray

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"sort"
)

// Index has the suffixes of its data.
type Index struct {
	data     []byte
	suffixes []int32 // where they start, in the order of their texts
}

// New makes an index of data, which must not change while it is in use. It takes time in proportion to the length.
func New(data []byte) *Index {
	if len(data) > math.MaxInt32 {
		panic(errTooBig)
	}
	return &Index{data, sorted(data, 256)}
}

// Bytes is the data itself.
func (x *Index) Bytes() []byte { return x.data }

func (x *Index) at(i int) []byte { return x.data[x.suffixes[i]:] }

// all are the suffixes that begin with s.
func (x *Index) all(s []byte) []int32 {
	low := sort.Search(len(x.suffixes), func(i int) bool { return bytes.Compare(x.at(i), s) >= 0 })
	rest := x.suffixes[low:]
	n := sort.Search(len(rest), func(i int) bool { return !bytes.HasPrefix(x.data[rest[i]:], s) })
	return rest[:n]
}

// Lookup gives at most n places of s, all if n is negative, in the order of what follows them; nil for an empty s.
func (x *Index) Lookup(s []byte, n int) (result []int) {
	if len(s) == 0 || n == 0 {
		return nil
	}
	all := x.all(s)
	if n < 0 || n > len(all) {
		n = len(all)
	}
	if n == 0 {
		return nil
	}
	result = make([]int, n)
	for i := range result {
		result[i] = int(all[i])
	}
	return result
}

// FindAllIndex gives at most n matches that do not overlap, all if n is negative, in the order of their places. Matches of
// an expression that begins with a literal are looked for where that is; with a limit, these need not be the first ones.
func (x *Index) FindAllIndex(r *regexp.Regexp, n int) (result [][]int) {
	if n == 0 {
		return nil
	}
	prefix, complete := r.LiteralPrefix()
	if prefix == "" {
		return r.FindAllIndex(x.data, n)
	}
	literal := []byte(prefix)
	if !complete {
		r = regexp.MustCompile("^" + r.String())
	}
	for want := n; ; want += 2 * (n - len(result)) {
		places := x.Lookup(literal, want)
		if len(places) == 0 {
			return nil
		}
		slices.Sort(places)
		result = result[:0]
		free := 0 // where the last match ends
		for _, at := range places {
			if len(result) == n {
				break
			}
			if at < free {
				continue
			}
			end := at + len(literal)
			if !complete {
				m := r.FindIndex(x.data[at:])
				if m == nil {
					continue
				}
				end = at + m[1]
			}
			result = append(result, []int{at, end})
			free = end
		}
		// Places that overlap were left out; there may be more only if all that were asked for were found.
		if n < 0 || len(result) >= n || len(places) != want {
			if len(result) == 0 {
				return nil
			}
			return result
		}
	}
}

var errTooBig = errors.New("suffixarray: data too large")

// A number takes as many bytes as the longest; suffixes come in blocks of at most this size, which that number begins.
const (
	numberSize = binary.MaxVarintLen64
	blockSize  = 16 << 10
)

// Write writes data and suffixes.
func (x *Index) Write(w io.Writer) error {
	block := make([]byte, blockSize)
	binary.PutVarint(block, int64(len(x.data)))
	if _, err := w.Write(block[:numberSize]); err != nil {
		return err
	}
	if _, err := w.Write(x.data); err != nil {
		return err
	}
	for rest := x.suffixes; len(rest) > 0; {
		used := numberSize
		for len(rest) > 0 && used+numberSize <= blockSize {
			used += binary.PutUvarint(block[used:], uint64(rest[0]))
			rest = rest[1:]
		}
		binary.PutVarint(block, int64(used))
		if _, err := w.Write(block[:used]); err != nil {
			return err
		}
	}
	return nil
}

func readNumber(r io.Reader, buf []byte) (int64, error) {
	if _, err := io.ReadFull(r, buf[:numberSize]); err != nil {
		return 0, err
	}
	n, _ := binary.Varint(buf)
	return n, nil
}

// Read reads what Write wrote.
func (x *Index) Read(r io.Reader) error {
	block := make([]byte, blockSize)
	n, err := readNumber(r, block)
	if err != nil {
		return err
	}
	if n < 0 || n > math.MaxInt32 {
		return errTooBig
	}
	// The length is not to be trusted before as many bytes have come.
	var data bytes.Buffer
	got, err := io.CopyN(&data, r, n)
	if err != nil {
		if err == io.EOF && got > 0 {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	suffixes := make([]int32, 0, n)
	for int64(len(suffixes)) < n {
		size, err := readNumber(r, block)
		if err != nil {
			return err
		}
		if size < numberSize || size > blockSize {
			return errTooBig
		}
		part := block[numberSize:size]
		if _, err := io.ReadFull(r, part); err != nil {
			return err
		}
		for len(part) > 0 {
			v, k := binary.Uvarint(part)
			if k <= 0 || v > math.MaxInt32 || int64(len(suffixes)) == n {
				return errTooBig
			}
			suffixes = append(suffixes, int32(v))
			part = part[k:]
		}
	}
	x.data, x.suffixes = data.Bytes(), suffixes
	if n == 0 {
		x.data = nil
	}
	return nil
}
