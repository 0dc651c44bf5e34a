package zip

import (
	"bufio"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"unicode/utf8"
)

var (
	errLongName  = errors.New("zip: FileHeader.Name too long")
	errLongExtra = errors.New("zip: FileHeader.Extra too long")
)

// Writer writes an archive: files one after the other, and its directory when it is closed.
type Writer struct {
	out         *counter
	dir         []*written
	last        *fileWriter
	closed      bool
	compressors map[uint16]Compressor
	comment     string
}

// written is an entry of the directory.
type written struct {
	*FileHeader
	offset uint64
	raw    bool
}

// counter knows how many bytes were written.
type counter struct {
	w     *bufio.Writer
	count int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.count += int64(n)
	return n, err
}

func NewWriter(w io.Writer) *Writer { return &Writer{out: &counter{w: bufio.NewWriter(w)}} }

// SetOffset says where the archive begins in what is written to.
func (w *Writer) SetOffset(n int64) {
	if w.out.count != 0 {
		panic("zip: SetOffset called after data was written")
	}
	w.out.count = n
}

func (w *Writer) Flush() error { return w.out.w.Flush() }

func (w *Writer) SetComment(comment string) error {
	if len(comment) > max16 {
		return errors.New("zip: Writer.Comment too long")
	}
	w.comment = comment
	return nil
}

func (w *Writer) RegisterCompressor(method uint16, comp Compressor) {
	if w.compressors == nil {
		w.compressors = make(map[uint16]Compressor)
	}
	w.compressors[method] = comp
}

func (w *Writer) compressor(method uint16) Compressor {
	if c := w.compressors[method]; c != nil {
		return c
	}
	return compressor(method)
}

// finish closes the file that is being written.
func (w *Writer) finish() error {
	if w.last != nil && !w.last.closed {
		return w.last.close()
	}
	return nil
}

func (w *Writer) Close() error {
	if err := w.finish(); err != nil {
		return err
	}
	w.last = nil
	if w.closed {
		return errors.New("zip: writer closed twice")
	}
	w.closed = true
	start := w.out.count
	for _, h := range w.dir {
		if err := w.writeEntry(h); err != nil {
			return err
		}
	}
	end := w.out.count
	records, size, offset := uint64(len(w.dir)), uint64(end-start), uint64(start)
	var b []byte
	if records >= max16 || size >= max32 || offset >= max32 {
		b = little.AppendUint32(b, end64Signature)
		b = little.AppendUint64(b, end64Size-12)
		b = little.AppendUint16(b, 45)
		b = little.AppendUint16(b, 45)
		b = little.AppendUint64(b, 0) // numbers of disks
		b = little.AppendUint64(b, records)
		b = little.AppendUint64(b, records)
		b = little.AppendUint64(b, size)
		b = little.AppendUint64(b, offset)
		b = little.AppendUint32(b, locatorSignature)
		b = little.AppendUint32(b, 0)
		b = little.AppendUint64(b, uint64(end))
		b = little.AppendUint32(b, 1)
		records, size, offset = max16, max32, max32
	}
	b = little.AppendUint32(b, endSignature)
	b = little.AppendUint32(b, 0) // numbers of disks
	b = little.AppendUint16(b, uint16(records))
	b = little.AppendUint16(b, uint16(records))
	b = little.AppendUint32(b, uint32(size))
	b = little.AppendUint32(b, uint32(offset))
	b = little.AppendUint16(b, uint16(len(w.comment)))
	b = append(b, w.comment...)
	if _, err := w.out.Write(b); err != nil {
		return err
	}
	return w.out.w.Flush()
}

// writeEntry writes an entry of the directory.
func (w *Writer) writeEntry(h *written) error {
	compressed, size, offset := uint32(h.CompressedSize64), uint32(h.UncompressedSize64), uint32(h.offset)
	if h.is64() || h.offset >= max32 {
		// All three are written, as some readers want it.
		h.ReaderVersion = 45
		compressed, size, offset = max32, max32, max32
		var b []byte
		b = little.AppendUint16(b, extra64)
		b = little.AppendUint16(b, 24)
		b = little.AppendUint64(b, h.UncompressedSize64)
		b = little.AppendUint64(b, h.CompressedSize64)
		b = little.AppendUint64(b, h.offset)
		h.Extra = append(h.Extra, b...)
	}
	var b []byte
	b = little.AppendUint32(b, entrySignature)
	b = little.AppendUint16(b, h.CreatorVersion)
	b = little.AppendUint16(b, h.ReaderVersion)
	b = little.AppendUint16(b, h.Flags)
	b = little.AppendUint16(b, h.Method)
	b = little.AppendUint16(b, h.ModifiedTime)
	b = little.AppendUint16(b, h.ModifiedDate)
	b = little.AppendUint32(b, h.CRC32)
	b = little.AppendUint32(b, compressed)
	b = little.AppendUint32(b, size)
	b = little.AppendUint16(b, uint16(len(h.Name)))
	b = little.AppendUint16(b, uint16(len(h.Extra)))
	b = little.AppendUint16(b, uint16(len(h.Comment)))
	b = little.AppendUint32(b, 0) // the disk, and internal attributes
	b = little.AppendUint32(b, h.ExternalAttrs)
	b = little.AppendUint32(b, offset)
	b = append(b, h.Name...)
	b = append(b, h.Extra...)
	b = append(b, h.Comment...)
	_, err := w.out.Write(b)
	return err
}

func (w *Writer) Create(name string) (io.Writer, error) {
	return w.CreateHeader(&FileHeader{Name: name, Method: Deflate})
}

// needsUTF8 tells whether a text is UTF-8, and whether that has to be said, since other encodings of archives would
// read it differently.
func needsUTF8(s string) (ok, needs bool) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		// In some encodings of the east, these two have other meanings.
		if r < 0x20 || r > 0x7d || r == '\\' {
			if !utf8.ValidRune(r) || r == utf8.RuneError && n == 1 {
				return false, false
			}
			needs = true
		}
	}
	return true, needs
}

// prepare ends the last file, and refuses to add one twice.
func (w *Writer) prepare(h *FileHeader) error {
	if err := w.finish(); err != nil {
		return err
	}
	if len(w.dir) > 0 && w.dir[len(w.dir)-1].FileHeader == h {
		return errors.New("archive/zip: invalid duplicate FileHeader")
	}
	return nil
}

// CreateHeader begins a file. Its size and checksum stand after it, for they are not known before.
func (w *Writer) CreateHeader(fh *FileHeader) (io.Writer, error) {
	if err := w.prepare(fh); err != nil {
		return nil, err
	}
	nameOK, nameNeeds := needsUTF8(fh.Name)
	commentOK, commentNeeds := needsUTF8(fh.Comment)
	switch {
	case fh.NonUTF8:
		fh.Flags &^= flagUTF8
	case (nameNeeds || commentNeeds) && nameOK && commentOK:
		fh.Flags |= flagUTF8
	}
	fh.CreatorVersion = fh.CreatorVersion&0xff00 | 20
	fh.ReaderVersion = 20
	if !fh.Modified.IsZero() {
		fh.ModifiedDate, fh.ModifiedTime = toDOS(fh.Modified)
		var b []byte
		b = little.AppendUint16(b, extraTime)
		b = little.AppendUint16(b, 5)
		b = append(b, 1)
		b = little.AppendUint32(b, uint32(fh.Modified.Unix()))
		fh.Extra = append(fh.Extra, b...)
	}
	h := &written{FileHeader: fh, offset: uint64(w.out.count)}
	if isDir(fh.Name) {
		fh.Method = Store
		fh.Flags &^= flagDescriptor
		fh.CompressedSize, fh.CompressedSize64 = 0, 0
		fh.UncompressedSize, fh.UncompressedSize64 = 0, 0
		return w.begin(h, nil, dirWriter{})
	}
	fh.Flags |= flagDescriptor
	f := &fileWriter{zip: w, header: h, stored: counting{w: w.out}, sum: crc32.NewIEEE()}
	comp := w.compressor(fh.Method)
	if comp == nil {
		return nil, ErrAlgorithm
	}
	var err error
	if f.comp, err = comp(&f.stored); err != nil {
		return nil, err
	}
	f.plain.w = f.comp
	return w.begin(h, f, f)
}

// CreateRaw begins a file whose content is compressed already, and whose header says all of it.
func (w *Writer) CreateRaw(fh *FileHeader) (io.Writer, error) {
	if err := w.prepare(fh); err != nil {
		return nil, err
	}
	fh.CompressedSize = uint32(min(fh.CompressedSize64, max32))
	fh.UncompressedSize = uint32(min(fh.UncompressedSize64, max32))
	h := &written{FileHeader: fh, offset: uint64(w.out.count), raw: true}
	if isDir(fh.Name) {
		return w.begin(h, nil, dirWriter{})
	}
	f := &fileWriter{zip: w, header: h, stored: counting{w: w.out}}
	return w.begin(h, f, f)
}

// begin writes a file's header.
func (w *Writer) begin(h *written, f *fileWriter, to io.Writer) (io.Writer, error) {
	if len(h.Name) > max16 {
		return nil, errLongName
	}
	if len(h.Extra) > max16 {
		return nil, errLongExtra
	}
	w.dir = append(w.dir, h)
	var b []byte
	b = little.AppendUint32(b, fileSignature)
	b = little.AppendUint16(b, h.ReaderVersion)
	b = little.AppendUint16(b, h.Flags)
	b = little.AppendUint16(b, h.Method)
	b = little.AppendUint16(b, h.ModifiedTime)
	b = little.AppendUint16(b, h.ModifiedDate)
	if h.raw && !h.hasDescriptor() {
		b = little.AppendUint32(b, h.CRC32)
		b = little.AppendUint32(b, uint32(min(h.CompressedSize64, max32)))
		b = little.AppendUint32(b, uint32(min(h.UncompressedSize64, max32)))
	} else {
		b = append(b, make([]byte, 12)...)
	}
	b = little.AppendUint16(b, uint16(len(h.Name)))
	b = little.AppendUint16(b, uint16(len(h.Extra)))
	b = append(b, h.Name...)
	b = append(b, h.Extra...)
	if _, err := w.out.Write(b); err != nil {
		return nil, err
	}
	w.last = f
	return to, nil
}

// Copy copies a file of another archive as it is stored.
func (w *Writer) Copy(f *File) error {
	r, err := f.OpenRaw()
	if err != nil {
		return err
	}
	h := f.FileHeader
	to, err := w.CreateRaw(&h)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, r)
	return err
}

// AddFS adds all files of a file system.
func (w *Writer) AddFS(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if !d.IsDir() && !info.Mode().IsRegular() {
			return errors.New("zip: cannot add non-regular file")
		}
		h, err := FileInfoHeader(info)
		if err != nil {
			return err
		}
		h.Name = name
		if d.IsDir() {
			h.Name += "/"
		}
		h.Method = Deflate
		to, err := w.CreateHeader(h)
		if err != nil || d.IsDir() {
			return err
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(to, f)
		return err
	})
}

type dirWriter struct{}

func (dirWriter) Write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	return 0, errors.New("zip: write to directory")
}

// counting counts what is written through it.
type counting struct {
	w     io.Writer
	count int64
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.count += int64(n)
	return n, err
}

// fileWriter writes the content of a file.
type fileWriter struct {
	zip    *Writer
	header *written
	comp   io.WriteCloser
	plain  counting // into comp
	stored counting // out of it
	sum    hash.Hash32
	closed bool
}

func (f *fileWriter) Write(p []byte) (int, error) {
	if f.closed {
		return 0, errors.New("zip: write to closed file")
	}
	if f.header.raw {
		return f.stored.Write(p)
	}
	f.sum.Write(p)
	return f.plain.Write(p)
}

func (f *fileWriter) close() error {
	if f.closed {
		return errors.New("zip: file closed twice")
	}
	f.closed = true
	h := f.header
	if !h.raw {
		if err := f.comp.Close(); err != nil {
			return err
		}
		h.CRC32 = f.sum.Sum32()
		h.CompressedSize64, h.UncompressedSize64 = uint64(f.stored.count), uint64(f.plain.count)
		h.CompressedSize, h.UncompressedSize = uint32(h.CompressedSize64), uint32(h.UncompressedSize64)
		if h.is64() {
			h.CompressedSize, h.UncompressedSize = max32, max32
			h.ReaderVersion = 45
		}
	}
	if !h.hasDescriptor() {
		return nil
	}
	var b []byte
	b = little.AppendUint32(b, descriptorSignature)
	b = little.AppendUint32(b, h.CRC32)
	if h.is64() {
		b = little.AppendUint64(b, h.CompressedSize64)
		b = little.AppendUint64(b, h.UncompressedSize64)
	} else {
		b = little.AppendUint32(b, h.CompressedSize)
		b = little.AppendUint32(b, h.UncompressedSize)
	}
	_, err := f.zip.out.Write(b)
	return err
}
