// Package flate reads and writes the compressed format DEFLATE (RFC 1951). Symbols are decoded, repetitions found and
// blocks made by natives; blocks, streams and errors are kept here.
package flate

import (
	"io"
	"strconv"
)

const (
	NoCompression      = 0
	BestSpeed          = 1
	BestCompression    = 9
	DefaultCompression = -1
	HuffmanOnly        = -2
)

// CorruptInputError is the number of bytes up to the place where data are wrong.
type CorruptInputError int64

func (e CorruptInputError) Error() string {
	return "flate: corrupt input before offset " + strconv.FormatInt(int64(e), 10)
}

type InternalError string

func (e InternalError) Error() string { return "flate: internal error: " + string(e) }

// ReadError is no longer returned.
type ReadError struct {
	Offset int64
	Err    error
}

func (e *ReadError) Error() string {
	return "flate: read error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

// WriteError is no longer returned.
type WriteError struct {
	Offset int64
	Err    error
}

func (e *WriteError) Error() string {
	return "flate: write error at offset " + strconv.FormatInt(e.Offset, 10) + ": " + e.Err.Error()
}

// Reader is what data are read from: by single bytes, so that none is taken that does not belong to them.
type Reader interface {
	io.Reader
	io.ByteReader
}

// Resetter is what NewReader and NewReaderDict give besides.
type Resetter interface {
	Reset(r io.Reader, dict []byte) error
}

const (
	history = 32 << 10 // bytes that a match may reach back

	// The layout of states, which the natives share.
	inflateWindow = 4 * (1334 + 402 + 8)
	inflateSlack  = 258 + 16
	deflateTables = 4 << 15
	deflateOutput = deflateTables + 4<<15
	deflateBlock  = 65535
	deflateWindow = deflateOutput + deflateBlock + 32 + 1
)

// Why inflate stopped.
const (
	needsInput = iota
	isFull
	isAtEnd
	isCorrupt
)

func inflateTable(state, lengths []byte, distances bool) int

func inflate(state, input []byte, bits uint64, held, at, limit int) (taken int, left uint64, count, next, stop int)

func deflateFind(state []byte, level, base, end, at, tokens, waiting int) (next, made, waits int, done bool)

func deflateLearn(state []byte, base, end int)

func deflateEmit(state []byte, tokens, start, end int, bits uint64, held int) (n int, left uint64, count int)
