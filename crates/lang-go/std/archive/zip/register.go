package zip

import (
	"compress/flate"
	"errors"
	"io"
	"sync"
)

// Compressor makes a writer that compresses into w.
type Compressor func(w io.Writer) (io.WriteCloser, error)

// Decompressor makes a reader of what is compressed in r.
type Decompressor func(r io.Reader) io.ReadCloser

var (
	mutex         sync.Mutex
	compressors   = map[uint16]Compressor{Store: storing, Deflate: deflating}
	decompressors = map[uint16]Decompressor{Store: io.NopCloser, Deflate: inflating}
)

// unclosed does not close what it writes to.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

func storing(w io.Writer) (io.WriteCloser, error) { return &unclosed{w}, nil }

// deflater fails after it was closed, where writers of package flate of this kind could be reused.
type deflater struct{ w *flate.Writer }

func deflating(w io.Writer) (io.WriteCloser, error) {
	f, err := flate.NewWriter(w, 5)
	return &deflater{f}, err
}

func (d *deflater) Write(p []byte) (int, error) {
	if d.w == nil {
		return 0, errors.New("Write after Close")
	}
	return d.w.Write(p)
}

func (d *deflater) Close() (err error) {
	if d.w != nil {
		err = d.w.Close()
		d.w = nil
	}
	return err
}

type inflater struct{ r io.ReadCloser }

func inflating(r io.Reader) io.ReadCloser { return &inflater{flate.NewReader(r)} }

func (i *inflater) Read(p []byte) (int, error) {
	if i.r == nil {
		return 0, errors.New("Read after Close")
	}
	return i.r.Read(p)
}

func (i *inflater) Close() (err error) {
	if i.r != nil {
		err = i.r.Close()
		i.r = nil
	}
	return err
}

// RegisterCompressor adds a method. It panics if there is one of this number.
func RegisterCompressor(method uint16, comp Compressor) {
	mutex.Lock()
	defer mutex.Unlock()
	if _, dup := compressors[method]; dup {
		panic("compressor already registered")
	}
	compressors[method] = comp
}

// RegisterDecompressor adds a method. It panics if there is one of this number.
func RegisterDecompressor(method uint16, dcomp Decompressor) {
	mutex.Lock()
	defer mutex.Unlock()
	if _, dup := decompressors[method]; dup {
		panic("decompressor already registered")
	}
	decompressors[method] = dcomp
}

func compressor(method uint16) Compressor {
	mutex.Lock()
	defer mutex.Unlock()
	return compressors[method]
}

func decompressor(method uint16) Decompressor {
	mutex.Lock()
	defer mutex.Unlock()
	return decompressors[method]
}
