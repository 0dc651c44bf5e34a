// Package tar reads and writes archives of tar: those of Unix V7, USTAR, PAX, GNU and star. Sparse files are read, not
// written.
package tar

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strconv"
	"strings"
	"time"
)

var (
	ErrHeader          = errors.New("archive/tar: invalid tar header")
	ErrWriteTooLong    = errors.New("archive/tar: write too long")
	ErrFieldTooLong    = errors.New("archive/tar: header field too long")
	ErrWriteAfterClose = errors.New("archive/tar: write after close")
	ErrInsecurePath    = errors.New("archive/tar: insecure file path")
	errMissData        = errors.New("archive/tar: sparse file references non-existent data")
	errUnrefData       = errors.New("archive/tar: sparse file contains unreferenced data")
	errSparseTooLong   = errors.New("archive/tar: sparse map too long")
)

const (
	TypeReg           = '0'
	TypeRegA          = '\x00'
	TypeLink          = '1'
	TypeSymlink       = '2'
	TypeChar          = '3'
	TypeBlock         = '4'
	TypeDir           = '5'
	TypeFifo          = '6'
	TypeCont          = '7'
	TypeXHeader       = 'x'
	TypeXGlobalHeader = 'g'
	TypeGNUSparse     = 'S'
	TypeGNULongName   = 'L'
	TypeGNULongLink   = 'K'
)

// The keys of PAX that stand for fields of a header.
const (
	paxPath     = "path"
	paxLinkpath = "linkpath"
	paxSize     = "size"
	paxUid      = "uid"
	paxGid      = "gid"
	paxUname    = "uname"
	paxGname    = "gname"
	paxMtime    = "mtime"
	paxAtime    = "atime"
	paxCtime    = "ctime"

	paxXattr     = "SCHILY.xattr."
	paxSparse    = "GNU.sparse."
	paxMajor     = paxSparse + "major"
	paxMinor     = paxSparse + "minor"
	paxName      = paxSparse + "name"
	paxMap       = paxSparse + "map"
	paxBlocks    = paxSparse + "numblocks"
	paxOffset    = paxSparse + "offset"
	paxNumBytes  = paxSparse + "numbytes"
	paxSparseLen = paxSparse + "size"
	paxRealSize  = paxSparse + "realsize"
)

// isField tells whether a header has a field of its own for a key.
func isField(key string) bool {
	switch key {
	case paxPath, paxLinkpath, paxSize, paxUid, paxGid, paxUname, paxGname, paxMtime, paxAtime, paxCtime:
		return true
	}
	return false
}

// Header describes a file.
type Header struct {
	Typeflag   byte
	Name       string
	Linkname   string
	Size       int64
	Mode       int64
	Uid        int
	Gid        int
	Uname      string
	Gname      string
	ModTime    time.Time
	AccessTime time.Time
	ChangeTime time.Time
	Devmajor   int64
	Devminor   int64
	Xattrs     map[string]string
	PAXRecords map[string]string
	Format     Format
}

// Format is a set of formats while a header is looked at, and one afterwards.
type Format int

const (
	FormatUnknown Format = 0
	formatV7      Format = 1
	FormatUSTAR   Format = 2
	FormatPAX     Format = 4
	FormatGNU     Format = 8
	formatSTAR    Format = 16
)

func (f Format) has(other Format) bool { return f&other != 0 }

func (f Format) String() string {
	var names []string
	for i, name := range []string{"V7", "USTAR", "PAX", "GNU", "STAR"} {
		if f.has(1 << i) {
			names = append(names, name)
		}
	}
	switch len(names) {
	case 0:
		return "<unknown>"
	case 1:
		return names[0]
	}
	return "(" + strings.Join(names, " | ") + ")"
}

// headerError is why a header cannot be written: those of its parts that are not empty.
type headerError []string

func (e headerError) Error() string {
	var parts []string
	for _, s := range e {
		if s != "" {
			parts = append(parts, s)
		}
	}
	const prefix = "archive/tar: cannot encode header"
	if len(parts) == 0 {
		return prefix
	}
	return prefix + ": " + strings.Join(parts, "; and ")
}

// hasNoData tells whether files of a type are headers alone.
func hasNoData(flag byte) bool {
	switch flag {
	case TypeLink, TypeSymlink, TypeChar, TypeBlock, TypeDir, TypeFifo:
		return true
	}
	return false
}

// needs is what a header can be written as: the formats, the records that PAX would need, and why not others.
type needs struct {
	h                     *Header
	formats               Format
	records               map[string]string
	preferPAX             bool
	noUSTAR, noPAX, noGNU string
	onlyPAX               string
}

// refuse takes a format out of the possible ones.
func (n *needs) refuse(f Format, why *string, format, name string, value any) {
	*why = fmt.Sprintf(format, name, value)
	n.formats &^= f
}

func (n *needs) same(key, value string) {
	if v, ok := n.h.PAXRecords[key]; ok && v == value {
		n.records[key] = v
	}
}

func (n *needs) text(s string, size int, name, key string) {
	long := len(s) > size
	path := key == paxPath
	if strings.IndexByte(s, 0) >= 0 || long && !path && key != paxLinkpath {
		n.refuse(FormatGNU, &n.noGNU, "GNU cannot encode %s=%q", name, s)
	}
	if long || !isASCII(s) {
		if _, _, ok := splitPath(s); !path || !ok {
			n.refuse(FormatUSTAR, &n.noUSTAR, "USTAR cannot encode %s=%q", name, s)
		}
		n.records[key] = s
	}
	n.same(key, s)
}

// number is one of size bytes. Without a key PAX has no record for it.
func (n *needs) number(x int64, size int, name, key string) {
	if !fitsBinary(size, x) {
		n.refuse(FormatGNU, &n.noGNU, "GNU cannot encode %s=%d", name, x)
	}
	if !fitsOctal(size, x) {
		n.refuse(FormatUSTAR, &n.noUSTAR, "USTAR cannot encode %s=%d", name, x)
		if key == "" {
			n.refuse(FormatPAX, &n.noPAX, "PAX cannot encode %s=%d", name, x)
		} else {
			n.records[key] = strconv.FormatInt(x, 10)
		}
	}
	if key != "" {
		n.same(key, strconv.FormatInt(x, 10))
	}
}

func (n *needs) time(t time.Time, size int, name, key string) {
	if t.IsZero() {
		return
	}
	if !fitsBinary(size, t.Unix()) {
		n.refuse(FormatGNU, &n.noGNU, "GNU cannot encode %s=%v", name, t)
	}
	plain := key == paxMtime && fitsOctal(size, t.Unix())
	if !plain {
		n.refuse(FormatUSTAR, &n.noUSTAR, "USTAR cannot encode %s=%v", name, t)
	}
	if !plain || t.Nanosecond() != 0 {
		n.preferPAX = true
		n.records[key] = formatTime(t)
	}
	n.same(key, formatTime(t))
}

// allowed finds the formats that can hold the header, and the records that PAX needs for it.
func (h Header) allowed() (Format, map[string]string, error) {
	n := &needs{h: &h, formats: FormatUSTAR | FormatPAX | FormatGNU, records: make(map[string]string)}
	n.text(h.Name, 100, "Name", paxPath)
	n.text(h.Linkname, 100, "Linkname", paxLinkpath)
	n.text(h.Uname, 32, "Uname", paxUname)
	n.text(h.Gname, 32, "Gname", paxGname)
	n.number(h.Mode, 8, "Mode", "")
	n.number(int64(h.Uid), 8, "Uid", paxUid)
	n.number(int64(h.Gid), 8, "Gid", paxGid)
	n.number(h.Size, 12, "Size", paxSize)
	n.number(h.Devmajor, 8, "Devmajor", "")
	n.number(h.Devminor, 8, "Devminor", "")
	n.time(h.ModTime, 12, "ModTime", paxMtime)
	n.time(h.AccessTime, 12, "AccessTime", paxAtime)
	n.time(h.ChangeTime, 12, "ChangeTime", paxCtime)
	if err := n.kind(); err != nil {
		return FormatUnknown, nil, err
	}
	if err := n.extended(); err != nil {
		return FormatUnknown, nil, err
	}
	if want := h.Format; want != FormatUnknown {
		if want.has(FormatPAX) && !n.preferPAX {
			want |= FormatUSTAR // PAX that needs no record is USTAR
		}
		n.formats &= want
	}
	if n.formats != FormatUnknown {
		return n.formats, n.records, nil
	}
	var err headerError
	switch h.Format {
	case FormatUSTAR:
		err = headerError{"Format specifies USTAR", n.noUSTAR, n.onlyPAX}
	case FormatPAX:
		err = headerError{"Format specifies PAX", n.noPAX}
	case FormatGNU:
		err = headerError{"Format specifies GNU", n.noGNU, n.onlyPAX}
	default:
		err = headerError{n.noUSTAR, n.noPAX, n.noGNU, n.onlyPAX}
	}
	return FormatUnknown, nil, err
}

// kind checks what the type of the file allows.
func (n *needs) kind() error {
	h := n.h
	switch h.Typeflag {
	case TypeReg, TypeChar, TypeBlock, TypeFifo, TypeGNUSparse:
		if strings.HasSuffix(h.Name, "/") {
			return headerError{"filename may not have trailing slash"}
		}
	case TypeXHeader, TypeGNULongName, TypeGNULongLink:
		return headerError{"cannot manually encode TypeXHeader, TypeGNULongName, or TypeGNULongLink headers"}
	case TypeXGlobalHeader:
		if h.Linkname != "" || h.Size != 0 || h.Mode != 0 || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.Gname != "" ||
			h.ModTime != (time.Time{}) || h.AccessTime != (time.Time{}) || h.ChangeTime != (time.Time{}) ||
			h.Devmajor != 0 || h.Devminor != 0 {
			return headerError{"only PAXRecords should be set for TypeXGlobalHeader"}
		}
		n.only("only PAX supports TypeXGlobalHeader")
	}
	if !hasNoData(h.Typeflag) && h.Size < 0 {
		return headerError{"negative size on header-only type"}
	}
	return nil
}

func (n *needs) only(why string) {
	n.onlyPAX = why
	n.formats &= FormatPAX
}

// extended adds the records that the header has itself.
func (n *needs) extended() error {
	h := n.h
	if len(h.Xattrs) > 0 {
		for k, v := range h.Xattrs {
			n.records[paxXattr+k] = v
		}
		n.only("only PAX supports Xattrs")
	}
	if len(h.PAXRecords) > 0 {
		for k, v := range h.PAXRecords {
			_, known := n.records[k]
			if !known && (h.Typeflag == TypeXGlobalHeader || !isField(k) && !strings.HasPrefix(k, paxSparse)) {
				n.records[k] = v
			}
		}
		n.only("only PAX supports PAXRecords")
	}
	for k, v := range n.records {
		if !validRecord(k, v) {
			return headerError{fmt.Sprintf("invalid PAX record: %q", k+" = "+v)}
		}
	}
	return nil
}

// Bits of modes as headers of C have them, and the types of files, which archives have elsewhere too.
const (
	modeSetuid = 04000
	modeSetgid = 02000
	modeSticky = 01000
	modeDir    = 040000
	modeFifo   = 010000
	modeReg    = 0100000
	modeLink   = 0120000
	modeBlock  = 060000
	modeChar   = 020000
	modeSocket = 0140000
)

func (h *Header) FileInfo() fs.FileInfo { return info{h} }

// info is a header as what package fs knows.
type info struct{ h *Header }

func (i info) Size() int64        { return i.h.Size }
func (i info) IsDir() bool        { return i.Mode().IsDir() }
func (i info) ModTime() time.Time { return i.h.ModTime }
func (i info) Sys() any           { return i.h }
func (i info) String() string     { return fs.FormatFileInfo(i) }

func (i info) Name() string {
	if i.IsDir() {
		return path.Base(path.Clean(i.h.Name))
	}
	return path.Base(i.h.Name)
}

func (i info) Mode() (mode fs.FileMode) {
	mode = fs.FileMode(i.h.Mode).Perm()
	for _, b := range []struct {
		bit  int64
		mode fs.FileMode
	}{{modeSetuid, fs.ModeSetuid}, {modeSetgid, fs.ModeSetgid}, {modeSticky, fs.ModeSticky}} {
		if i.h.Mode&b.bit != 0 {
			mode |= b.mode
		}
	}
	// Mode may hold bits that are no kind of file's; then none is taken from it.
	switch int64(uint32(i.h.Mode)) &^ 07777 {
	case modeDir:
		mode |= fs.ModeDir
	case modeFifo:
		mode |= fs.ModeNamedPipe
	case modeLink:
		mode |= fs.ModeSymlink
	case modeBlock:
		mode |= fs.ModeDevice
	case modeChar:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	case modeSocket:
		mode |= fs.ModeSocket
	}
	switch i.h.Typeflag {
	case TypeSymlink:
		mode |= fs.ModeSymlink
	case TypeChar:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	case TypeBlock:
		mode |= fs.ModeDevice
	case TypeDir:
		mode |= fs.ModeDir
	case TypeFifo:
		mode |= fs.ModeNamedPipe
	}
	return mode
}

// FileInfoNames is a description of a file that knows the names of its owners.
type FileInfoNames interface {
	fs.FileInfo
	Uname() (string, error)
	Gname() (string, error)
}

// FileInfoHeader fills in what a description of a file tells. The name is its last element.
func FileInfoHeader(fi fs.FileInfo, link string) (*Header, error) {
	if fi == nil {
		return nil, errors.New("archive/tar: FileInfo is nil")
	}
	mode := fi.Mode()
	h := &Header{Name: fi.Name(), ModTime: fi.ModTime(), Mode: int64(mode.Perm())}
	switch {
	case mode.IsRegular():
		h.Typeflag = TypeReg
		h.Size = fi.Size()
	case fi.IsDir():
		h.Typeflag = TypeDir
		h.Name += "/"
	case mode&fs.ModeSymlink != 0:
		h.Typeflag = TypeSymlink
		h.Linkname = link
	case mode&fs.ModeDevice != 0:
		h.Typeflag = TypeBlock
		if mode&fs.ModeCharDevice != 0 {
			h.Typeflag = TypeChar
		}
	case mode&fs.ModeNamedPipe != 0:
		h.Typeflag = TypeFifo
	case mode&fs.ModeSocket != 0:
		return nil, errors.New("archive/tar: sockets not supported")
	default:
		return nil, fmt.Errorf("archive/tar: unknown file mode %v", mode)
	}
	if mode&fs.ModeSetuid != 0 {
		h.Mode |= modeSetuid
	}
	if mode&fs.ModeSetgid != 0 {
		h.Mode |= modeSetgid
	}
	if mode&fs.ModeSticky != 0 {
		h.Mode |= modeSticky
	}
	if sys, ok := fi.Sys().(*Header); ok {
		h.Uid, h.Gid = sys.Uid, sys.Gid
		h.Uname, h.Gname = sys.Uname, sys.Gname
		h.AccessTime, h.ChangeTime = sys.AccessTime, sys.ChangeTime
		h.Xattrs = maps.Clone(sys.Xattrs)
		if sys.Typeflag == TypeLink {
			h.Typeflag = TypeLink
			h.Size = 0
			h.Linkname = sys.Linkname
		}
		h.PAXRecords = maps.Clone(sys.PAXRecords)
	}
	if names, ok := fi.(FileInfoNames); ok {
		var err error
		if h.Gname, err = names.Gname(); err != nil {
			return nil, err
		}
		if h.Uname, err = names.Uname(); err != nil {
			return nil, err
		}
	}
	return h, nil
}
