package zip

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"internal/setting"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	ErrFormat       = errors.New("zip: not a valid zip file")
	ErrAlgorithm    = errors.New("zip: unsupported compression algorithm")
	ErrChecksum     = errors.New("zip: checksum error")
	ErrInsecurePath = errors.New("zip: insecure file path")
)

// Reader has the files of an archive. It is a file system, too.
type Reader struct {
	r             io.ReaderAt
	File          []*File
	Comment       string
	base          int64 // where the archive begins
	decompressors map[uint16]Decompressor

	listOnce sync.Once
	list     []entry
}

// ReadCloser is a Reader of a file that is to be closed.
type ReadCloser struct {
	f *os.File
	Reader
}

// File is a file of an archive.
type File struct {
	FileHeader
	zip    *Reader
	r      io.ReaderAt
	offset int64 // of its header
}

func OpenReader(name string) (*ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	r := &ReadCloser{f: f}
	if err = r.init(f, fi.Size()); err != nil {
		if err == ErrInsecurePath {
			return r, err
		}
		f.Close()
		return nil, err
	}
	return r, nil
}

func (rc *ReadCloser) Close() error { return rc.f.Close() }

// NewReader reads the directory of an archive of so many bytes.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) {
	if size < 0 {
		return nil, errors.New("zip: size cannot be negative")
	}
	z := new(Reader)
	err := z.init(r, size)
	if err != nil && err != ErrInsecurePath {
		return nil, err
	}
	return z, err
}

func (z *Reader) init(r io.ReaderAt, size int64) error {
	end, base, err := readEnd(r, size)
	if err != nil {
		return err
	}
	z.r, z.base = r, base
	// An entry needs room; a lie about their number is no reason to allocate for it.
	if end.size < uint64(size) && (uint64(size)-end.size)/fileSize >= end.records {
		z.File = make([]*File, 0, end.records)
	}
	z.Comment = end.comment
	from := io.NewSectionReader(r, 0, size)
	if _, err = from.Seek(base+int64(end.offset), io.SeekStart); err != nil {
		return err
	}
	buf := bufio.NewReader(from)
	for {
		f := &File{zip: z, r: r}
		err = f.readEntry(buf)
		if err == ErrFormat || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return err
		}
		f.offset += base
		z.File = append(z.File, f)
	}
	// The number of entries has only 16 bits in old archives, which may have more of them.
	if uint16(len(z.File)) != uint16(end.records) {
		return err
	}
	if slices.ContainsFunc(z.File, func(f *File) bool { return insecure(f.Name) }) && strict() {
		return ErrInsecurePath
	}
	return nil
}

// insecure tells whether a name leads out of the folder that it is used in.
func insecure(name string) bool {
	return name != "" && (!filepath.IsLocal(name) || strings.Contains(name, `\`))
}

// strict tells whether the program wants such names to be errors.
func strict() bool {
	return setting.Get("zipinsecurepath") == "0"
}

func (z *Reader) RegisterDecompressor(method uint16, dcomp Decompressor) {
	if z.decompressors == nil {
		z.decompressors = make(map[uint16]Decompressor)
	}
	z.decompressors[method] = dcomp
}

func (z *Reader) decompressor(method uint16) Decompressor {
	if d := z.decompressors[method]; d != nil {
		return d
	}
	return decompressor(method)
}

// end is what stands at the end of an archive.
type end struct {
	records, size, offset uint64
	comment               string
}

var little = binary.LittleEndian

// readEnd finds the end of the archive, and where it begins: before it there may be other bytes.
func readEnd(r io.ReaderAt, size int64) (e end, base int64, err error) {
	var buf []byte
	at := -1
	var where int64
	for _, n := range []int64{1 << 10, 65 << 10} {
		n = min(n, size)
		buf = make([]byte, n)
		if _, err := r.ReadAt(buf, size-n); err != nil && err != io.EOF {
			return e, 0, err
		}
		if at = findEnd(buf); at >= 0 {
			where = size - n + int64(at)
			break
		}
		if n == size {
			break
		}
	}
	if at < 0 {
		return e, 0, ErrFormat
	}
	b := buf[at:]
	e = end{records: uint64(little.Uint16(b[10:])), size: uint64(little.Uint32(b[12:])), offset: uint64(little.Uint32(b[16:]))}
	n := int(little.Uint16(b[20:]))
	if n > len(b)-endSize {
		return e, 0, errors.New("zip: invalid comment length")
	}
	e.comment = string(b[endSize : endSize+n])
	if e.records == max16 || e.size == max16 || e.offset == max32 || e.size == max32 {
		at, err := findEnd64(r, where)
		if err == nil && at >= 0 {
			where = at
			err = e.read64(r, at)
		}
		if err != nil {
			return e, 0, err
		}
	}
	const most = 1<<63 - 1
	if e.size > most || e.offset > most {
		return e, 0, ErrFormat
	}
	base = where - int64(e.size) - int64(e.offset)
	if o := base + int64(e.offset); o < 0 || o >= size {
		return e, 0, ErrFormat
	}
	// An offset that leads to an entry as it stands is right, whatever there is before the archive.
	if base > 0 {
		var f File
		if f.readEntry(io.NewSectionReader(r, int64(e.offset), size-int64(e.offset))) == nil {
			base = 0
		}
	}
	return e, base, nil
}

// findEnd is the place of the last signature after which a comment fits.
func findEnd(b []byte) int {
	for i := len(b) - endSize; i >= 0; i-- {
		if b[i] == 'P' && b[i+1] == 'K' && b[i+2] == 5 && b[i+3] == 6 {
			if n := int(little.Uint16(b[i+endSize-2:])); n+endSize+i > len(b) {
				return -1
			}
			return i
		}
	}
	return -1
}

// findEnd64 is where the end of 64 bits is, which a locator before the end tells, or -1.
func findEnd64(r io.ReaderAt, end int64) (int64, error) {
	at := end - locatorSize
	if at < 0 {
		return -1, nil
	}
	var b [locatorSize]byte
	if _, err := r.ReadAt(b[:], at); err != nil {
		return -1, err
	}
	if little.Uint32(b[:]) != locatorSignature || little.Uint32(b[4:]) != 0 || little.Uint32(b[16:]) != 1 {
		return -1, nil
	}
	return int64(little.Uint64(b[8:])), nil
}

func (e *end) read64(r io.ReaderAt, at int64) error {
	var b [end64Size]byte
	if _, err := r.ReadAt(b[:], at); err != nil {
		return err
	}
	if little.Uint32(b[:]) != end64Signature {
		return ErrFormat
	}
	e.records, e.size, e.offset = little.Uint64(b[32:]), little.Uint64(b[40:]), little.Uint64(b[48:])
	return nil
}

// readEntry reads an entry of the directory.
func (f *File) readEntry(r io.Reader) error {
	var b [entrySize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return err
	}
	if little.Uint32(b[:]) != entrySignature {
		return ErrFormat
	}
	f.CreatorVersion = little.Uint16(b[4:])
	f.ReaderVersion = little.Uint16(b[6:])
	f.Flags = little.Uint16(b[8:])
	f.Method = little.Uint16(b[10:])
	f.ModifiedTime = little.Uint16(b[12:])
	f.ModifiedDate = little.Uint16(b[14:])
	f.CRC32 = little.Uint32(b[16:])
	f.CompressedSize = little.Uint32(b[20:])
	f.UncompressedSize = little.Uint32(b[24:])
	f.CompressedSize64 = uint64(f.CompressedSize)
	f.UncompressedSize64 = uint64(f.UncompressedSize)
	name, extra, comment := int(little.Uint16(b[28:])), int(little.Uint16(b[30:])), int(little.Uint16(b[32:]))
	f.ExternalAttrs = little.Uint32(b[38:])
	f.offset = int64(little.Uint32(b[42:]))
	rest := make([]byte, name+extra+comment)
	if _, err := io.ReadFull(r, rest); err != nil {
		return err
	}
	f.Name = string(rest[:name])
	f.Extra = rest[name : name+extra]
	f.Comment = string(rest[name+extra:])
	nameOK, nameNeeds := needsUTF8(f.Name)
	commentOK, commentNeeds := needsUTF8(f.Comment)
	switch {
	case !nameOK || !commentOK:
		f.NonUTF8 = true
	case nameNeeds || commentNeeds:
		f.NonUTF8 = f.Flags&flagUTF8 == 0
	}
	return f.readExtras()
}

// readExtras reads sizes of 64 bits and times.
func (f *File) readExtras() error {
	needSize := f.UncompressedSize == max32
	needCompressed := f.CompressedSize == max32
	needOffset := f.offset == max32
	var modified time.Time
	for b := f.Extra; len(b) >= 4; {
		kind, n := little.Uint16(b), int(little.Uint16(b[2:]))
		b = b[4:]
		if n > len(b) {
			break
		}
		field := b[:n]
		b = b[n:]
		switch kind {
		case extra64:
			for _, want := range []struct {
				need *bool
				set  func(uint64)
			}{
				{&needSize, func(n uint64) { f.UncompressedSize64 = n }},
				{&needCompressed, func(n uint64) { f.CompressedSize64 = n }},
				{&needOffset, func(n uint64) { f.offset = int64(n) }},
			} {
				if !*want.need {
					continue
				}
				*want.need = false
				if len(field) < 8 {
					return ErrFormat
				}
				want.set(little.Uint64(field))
				field = field[8:]
			}
		case extraNTFS:
			if t, ok := ntfsTime(field); ok {
				modified = t
			}
		case extraUnix, extraInfoUnix:
			if len(field) >= 8 {
				modified = time.Unix(int64(little.Uint32(field[4:])), 0)
			}
		case extraTime:
			if len(field) >= 5 && field[0]&1 != 0 {
				modified = time.Unix(int64(little.Uint32(field[1:])), 0)
			}
		}
	}
	dos := fromDOS(f.ModifiedDate, f.ModifiedTime)
	f.Modified = dos
	if !modified.IsZero() {
		f.Modified = modified.UTC()
		// The old time is that of the clock on the wall, so the difference is the zone.
		if f.ModifiedTime != 0 || f.ModifiedDate != 0 {
			f.Modified = modified.In(zone(dos.Sub(modified)))
		}
	}
	// Sizes that are needed and missing are wrong; for the size of the content others are lenient.
	if needCompressed || needOffset {
		return ErrFormat
	}
	return nil
}

// ntfsTime is the time of modification in an extra field of NTFS.
func ntfsTime(b []byte) (t time.Time, ok bool) {
	if len(b) < 4 {
		return t, false
	}
	for b = b[4:]; len(b) >= 4; {
		kind, n := little.Uint16(b), int(little.Uint16(b[2:]))
		b = b[4:]
		if n > len(b) {
			return t, ok
		}
		if kind == 1 && n == 24 {
			const second = 1e7 // ticks of 100 ns
			ticks := int64(little.Uint64(b))
			epoch := time.Date(1601, time.January, 1, 0, 0, 0, 0, time.UTC)
			t, ok = time.Unix(epoch.Unix()+ticks/second, ticks%second*100), true
		}
		b = b[n:]
	}
	return t, ok
}

// zone is a place that is so far from Greenwich, or Greenwich if there is none.
func zone(offset time.Duration) *time.Location {
	offset = offset.Round(15 * time.Minute)
	if offset < -12*time.Hour || offset > 14*time.Hour {
		offset = 0
	}
	return time.FixedZone("", int(offset/time.Second))
}

// bodyOffset is the size of a file's header, after which its content stands.
func (f *File) bodyOffset() (int64, error) {
	var b [fileSize]byte
	if _, err := f.r.ReadAt(b[:], f.offset); err != nil {
		return 0, err
	}
	if little.Uint32(b[:]) != fileSignature {
		return 0, ErrFormat
	}
	return fileSize + int64(little.Uint16(b[26:])) + int64(little.Uint16(b[28:])), nil
}

// DataOffset is where the content of the file begins in the archive.
func (f *File) DataOffset() (offset int64, err error) {
	n, err := f.bodyOffset()
	if err != nil {
		return 0, err
	}
	return f.offset + n, nil
}

// OpenRaw reads the content as it is stored.
func (f *File) OpenRaw() (io.Reader, error) {
	n, err := f.bodyOffset()
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(f.r, f.offset+n, int64(f.CompressedSize64)), nil
}

// failing is a directory, or what pretends to be one.
type failing struct{ err error }

func (r *failing) Read([]byte) (int, error) { return 0, r.err }
func (r *failing) Close() error             { return nil }

// Open reads the content, and checks it at its end.
func (f *File) Open() (io.ReadCloser, error) {
	n, err := f.bodyOffset()
	if err != nil {
		return nil, err
	}
	if isDir(f.Name) {
		if f.UncompressedSize64 != 0 {
			return &failing{ErrFormat}, nil
		}
		return &failing{io.EOF}, nil
	}
	size := int64(f.CompressedSize64)
	d := f.zip.decompressor(f.Method)
	if d == nil {
		return nil, ErrAlgorithm
	}
	c := &checker{r: d(io.NewSectionReader(f.r, f.offset+n, size)), sum: crc32.NewIEEE(), f: f}
	if f.hasDescriptor() {
		c.descriptor = io.NewSectionReader(f.r, f.offset+n+size, 4+4+8+8)
	}
	return c, nil
}

// checker compares the content with what is said of it.
type checker struct {
	r          io.ReadCloser
	sum        hash.Hash32
	read       uint64
	f          *File
	descriptor io.Reader // after the content, if there is one
	err        error
}

func (c *checker) Stat() (info fs.FileInfo, err error) { return c.f.FileInfo(), nil }

func (c *checker) Close() error { return c.r.Close() }

func (c *checker) Read(b []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err = c.r.Read(b)
	c.sum.Write(b[:n])
	c.read += uint64(n)
	if c.read > c.f.UncompressedSize64 {
		return 0, ErrFormat
	}
	if err == nil {
		return n, nil
	}
	if err == io.EOF {
		if c.read != c.f.UncompressedSize64 {
			return 0, io.ErrUnexpectedEOF
		}
		err = c.atEnd()
	}
	c.err = err
	return n, err
}

func (c *checker) atEnd() error {
	if c.descriptor != nil {
		sum, err := readDescriptor(c.descriptor)
		switch {
		case err == io.EOF:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		case sum != c.f.CRC32 || c.sum.Sum32() != c.f.CRC32:
			return ErrChecksum
		}
		return io.EOF
	}
	// Without a descriptor, a sum of 0 means that there is none.
	if c.f.CRC32 != 0 && c.sum.Sum32() != c.f.CRC32 {
		return ErrChecksum
	}
	return io.EOF
}

// readDescriptor gives the sum in a descriptor, whose signature may be missing.
func readDescriptor(r io.Reader) (uint32, error) {
	var b [12]byte
	if _, err := io.ReadFull(r, b[:4]); err != nil {
		return 0, err
	}
	at := 0
	if little.Uint32(b[:]) != descriptorSignature {
		at = 4
	}
	if _, err := io.ReadFull(r, b[at:]); err != nil {
		return 0, err
	}
	return little.Uint32(b[:]), nil
}
