package tar

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// Writer writes files one after the other.
type Writer struct {
	w    io.Writer
	left int64 // bytes of the file that are to be written
	pad  int64 // zeros after them
	blk  block
	err  error // a failure, after which nothing is written
}

func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

var zeros block

// Flush fills up the block of the last file.
func (tw *Writer) Flush() error {
	if tw.err != nil {
		return tw.err
	}
	if tw.left > 0 {
		return fmt.Errorf("archive/tar: missed writing %d bytes", tw.left)
	}
	if _, tw.err = tw.w.Write(zeros[:tw.pad]); tw.err != nil {
		return tw.err
	}
	tw.pad = 0
	return nil
}

// WriteHeader begins a file, in the first format that can hold its header.
func (tw *Writer) WriteHeader(hdr *Header) error {
	if err := tw.Flush(); err != nil {
		return err
	}
	h := *hdr
	if h.Format == FormatUnknown {
		h.ModTime = h.ModTime.Round(time.Second)
		h.AccessTime, h.ChangeTime = time.Time{}, time.Time{}
	}
	if h.Typeflag == TypeRegA {
		h.Typeflag = TypeReg
		if strings.HasSuffix(h.Name, "/") {
			h.Typeflag = TypeDir
		}
	}
	formats, records, err := h.allowed()
	switch {
	case err != nil:
		return err // the archive can go on
	case formats.has(FormatUSTAR):
		tw.err = tw.writeUSTAR(&h)
	case formats.has(FormatPAX):
		tw.err = tw.writePAX(&h, records)
	default:
		tw.err = tw.writeGNU(&h)
	}
	return tw.err
}

func (tw *Writer) writeUSTAR(h *Header) error {
	prefix, suffix, ok := splitPath(h.Name)
	named := *h
	if ok {
		named.Name = suffix
	}
	var f formatter
	tw.fields(&named, f.text, f.octal)
	f.text(tw.blk.prefix(), prefix)
	if f.failed {
		return ErrHeader
	}
	return tw.writeBlock(h, FormatUSTAR)
}

func (tw *Writer) writePAX(h *Header, records map[string]string) error {
	global := h.Typeflag == TypeXGlobalHeader
	if len(records) > 0 || global {
		var text strings.Builder
		for _, key := range slices.Sorted(maps.Keys(records)) {
			record, err := formatRecord(key, records[key])
			if err != nil {
				return err
			}
			text.WriteString(record)
		}
		if text.Len() > maxSpecial {
			return ErrFieldTooLong
		}
		name, flag := h.Name, byte(TypeXGlobalHeader)
		if !global {
			dir, file := path.Split(name)
			name, flag = path.Join(dir, "PaxHeaders.0", file), TypeXHeader
		} else if name == "" {
			name = "GlobalHead.0.0"
		}
		if err := tw.writeSpecial(name, text.String(), flag, FormatPAX); err != nil || global {
			return err
		}
	}
	// What does not fit has a record, so the field may be wrong.
	var f formatter
	text := func(b []byte, s string) { f.text(b, toASCII(s)) }
	tw.fields(h, text, f.octal)
	return tw.writeBlock(h, FormatPAX)
}

func (tw *Writer) writeGNU(h *Header) error {
	const long = "././@LongLink"
	if len(h.Name) > 100 {
		if err := tw.writeSpecial(long, h.Name+"\x00", TypeGNULongName, FormatGNU); err != nil {
			return err
		}
	}
	if len(h.Linkname) > 100 {
		if err := tw.writeSpecial(long, h.Linkname+"\x00", TypeGNULongLink, FormatGNU); err != nil {
			return err
		}
	}
	var f formatter
	tw.fields(h, f.text, f.number)
	if !h.AccessTime.IsZero() {
		f.number(tw.blk.gnuAccess(), h.AccessTime.Unix())
	}
	if !h.ChangeTime.IsZero() {
		f.number(tw.blk.gnuChange(), h.ChangeTime.Unix())
	}
	return tw.writeBlock(h, FormatGNU)
}

// fields sets the fields that all formats have.
func (tw *Writer) fields(h *Header, text func([]byte, string), number func([]byte, int64)) {
	modified := h.ModTime
	if modified.IsZero() {
		modified = time.Unix(0, 0)
	}
	b := &tw.blk
	*b = block{}
	*b.typeflag() = h.Typeflag
	text(b.name(), h.Name)
	text(b.linkname(), h.Linkname)
	number(b.mode(), h.Mode)
	number(b.uid(), int64(h.Uid))
	number(b.gid(), int64(h.Gid))
	number(b.size(), h.Size)
	number(b.modTime(), modified.Unix())
	text(b.uname(), h.Uname)
	text(b.gname(), h.Gname)
	number(b.devmajor(), h.Devmajor)
	number(b.devminor(), h.Devminor)
}

// writeSpecial writes a file that stands for a header.
func (tw *Writer) writeSpecial(name, data string, flag byte, format Format) error {
	b := &tw.blk
	*b = block{}
	name = toASCII(name)
	if len(name) > 100 {
		name = name[:100]
	}
	var f formatter
	*b.typeflag() = flag
	f.text(b.name(), strings.TrimRight(name, "/"))
	for _, field := range [][]byte{b.mode(), b.uid(), b.gid(), b.modTime()} {
		f.octal(field, 0)
	}
	f.octal(b.size(), int64(len(data)))
	if f.failed {
		return ErrHeader
	}
	if err := tw.writeBlock(&Header{Typeflag: flag, Size: int64(len(data))}, format); err != nil {
		return err
	}
	if _, err := io.WriteString(tw, data); err != nil {
		return err
	}
	return tw.Flush()
}

// writeBlock writes the header, after which the file's bytes follow.
func (tw *Writer) writeBlock(h *Header, format Format) error {
	tw.blk.seal(format)
	if _, err := tw.w.Write(tw.blk[:]); err != nil {
		return err
	}
	size := h.Size
	if hasNoData(h.Typeflag) {
		size = 0
	}
	tw.left = size
	tw.pad = -size & (blockSize - 1)
	return nil
}

// Write writes to the current file.
func (tw *Writer) Write(b []byte) (n int, err error) {
	if tw.err != nil {
		return 0, tw.err
	}
	long := int64(len(b)) > tw.left
	if long {
		b = b[:tw.left]
	}
	if len(b) > 0 {
		n, err = tw.w.Write(b)
		tw.left -= int64(n)
	}
	if err != nil {
		tw.err = err
		return n, err
	}
	if long {
		return n, ErrWriteTooLong
	}
	return n, nil
}

// AddFS adds all files of a file system.
func (tw *Writer) AddFS(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		target := ""
		switch kind := d.Type(); {
		case kind == fs.ModeSymlink:
			if target, err = fs.ReadLink(fsys, name); err != nil {
				return err
			}
		case !d.IsDir() && !kind.IsRegular():
			return errors.New("tar: cannot add non-regular file")
		}
		h, err := FileInfoHeader(fi, target)
		if err != nil {
			return err
		}
		h.Name = name
		if d.IsDir() {
			h.Name += "/"
		}
		if err := tw.WriteHeader(h); err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		f, err := fsys.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(tw, f)
		return err
	})
}

// Close writes the end of the archive, unless a file is not whole.
func (tw *Writer) Close() error {
	if tw.err == ErrWriteAfterClose {
		return nil
	}
	err := tw.Flush()
	for i := 0; i < 2 && err == nil; i++ {
		_, err = tw.w.Write(zeros[:])
	}
	tw.err = ErrWriteAfterClose
	return err
}
