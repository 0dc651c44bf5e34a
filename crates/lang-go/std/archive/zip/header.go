// Package zip reads and writes ZIP archives (PKWARE's APPNOTE), also those of 64 bits.
package zip

import (
	"io/fs"
	"path"
	"time"
)

const (
	Store   uint16 = 0
	Deflate uint16 = 8
)

// What begins the parts of an archive, and how long their fixed parts are.
const (
	fileSignature       = 0x04034b50
	entrySignature      = 0x02014b50
	endSignature        = 0x06054b50
	locatorSignature    = 0x07064b50
	end64Signature      = 0x06064b50
	descriptorSignature = 0x08074b50

	fileSize    = 30
	entrySize   = 46
	endSize     = 22
	locatorSize = 20
	end64Size   = 56
)

// Kinds of extra data.
const (
	extra64       = 0x0001
	extraNTFS     = 0x000a
	extraUnix     = 0x000d
	extraTime     = 0x5455
	extraInfoUnix = 0x5855
)

const (
	flagDescriptor = 0x8
	flagUTF8       = 0x800

	max16 = 1<<16 - 1
	max32 = 1<<32 - 1
)

// Systems that made an archive, in the high byte of its version.
const (
	systemFAT   = 0
	systemUnix  = 3
	systemNTFS  = 11
	systemVFAT  = 14
	systemMacOS = 19
)

// FileHeader describes a file of an archive.
type FileHeader struct {
	Name               string
	Comment            string
	NonUTF8            bool
	CreatorVersion     uint16
	ReaderVersion      uint16
	Flags              uint16
	Method             uint16
	Modified           time.Time
	ModifiedTime       uint16
	ModifiedDate       uint16
	CRC32              uint32
	CompressedSize     uint32
	UncompressedSize   uint32
	CompressedSize64   uint64
	UncompressedSize64 uint64
	Extra              []byte
	ExternalAttrs      uint32
}

func (h *FileHeader) FileInfo() fs.FileInfo { return info{h} }

// info is a header as what package fs knows.
type info struct{ h *FileHeader }

func (i info) Name() string               { return path.Base(i.h.Name) }
func (i info) IsDir() bool                { return i.Mode().IsDir() }
func (i info) Mode() fs.FileMode          { return i.h.Mode() }
func (i info) Type() fs.FileMode          { return i.h.Mode().Type() }
func (i info) Sys() any                   { return i.h }
func (i info) Info() (fs.FileInfo, error) { return i, nil }
func (i info) String() string             { return fs.FormatFileInfo(i) }

func (i info) Size() int64 {
	if i.h.UncompressedSize64 > 0 {
		return int64(i.h.UncompressedSize64)
	}
	return int64(i.h.UncompressedSize)
}

func (i info) ModTime() time.Time {
	if i.h.Modified.IsZero() {
		return i.h.ModTime()
	}
	return i.h.Modified.UTC()
}

// FileInfoHeader fills in what a description of a file tells. The name is its last element.
func FileInfoHeader(fi fs.FileInfo) (*FileHeader, error) {
	size := uint64(fi.Size())
	h := &FileHeader{Name: fi.Name(), UncompressedSize64: size, UncompressedSize: uint32(min(size, max32))}
	h.SetModTime(fi.ModTime())
	h.SetMode(fi.Mode())
	return h, nil
}

// fromDOS is a time of two seconds' resolution. What is out of range carries over.
func fromDOS(date, clock uint16) time.Time {
	return time.Date(int(date>>9)+1980, time.Month(date>>5&15), int(date&31), int(clock>>11), int(clock>>5&63),
		int(clock&31*2), 0, time.UTC)
}

func toDOS(t time.Time) (date, clock uint16) {
	date = uint16(t.Day() + int(t.Month())<<5 + (t.Year()-1980)<<9)
	clock = uint16(t.Second()/2 + t.Minute()<<5 + t.Hour()<<11)
	return date, clock
}

// ModTime is the time that ModifiedDate and ModifiedTime tell.
func (h *FileHeader) ModTime() time.Time { return fromDOS(h.ModifiedDate, h.ModifiedTime) }

func (h *FileHeader) SetModTime(t time.Time) {
	t = t.UTC()
	h.Modified = t
	h.ModifiedDate, h.ModifiedTime = toDOS(t)
}

// Bits of modes of Unix and attributes of MS-DOS.
const (
	unixType   = 0xf000
	unixSocket = 0xc000
	unixLink   = 0xa000
	unixFile   = 0x8000
	unixBlock  = 0x6000
	unixDir    = 0x4000
	unixChar   = 0x2000
	unixPipe   = 0x1000
	unixSetuid = 0x800
	unixSetgid = 0x400
	unixSticky = 0x200

	dosDir      = 0x10
	dosReadOnly = 0x01
)

// modes pairs bits of modes; the types are told apart by all of their bits.
var (
	types = []struct {
		unix uint32
		mode fs.FileMode
	}{
		{unixBlock, fs.ModeDevice},
		{unixChar, fs.ModeDevice | fs.ModeCharDevice},
		{unixDir, fs.ModeDir},
		{unixPipe, fs.ModeNamedPipe},
		{unixLink, fs.ModeSymlink},
		{unixSocket, fs.ModeSocket},
		{unixFile, 0},
	}
	bits = []struct {
		unix uint32
		mode fs.FileMode
	}{{unixSetuid, fs.ModeSetuid}, {unixSetgid, fs.ModeSetgid}, {unixSticky, fs.ModeSticky}}
)

func (h *FileHeader) Mode() (mode fs.FileMode) {
	switch h.CreatorVersion >> 8 {
	case systemUnix, systemMacOS:
		unix := h.ExternalAttrs >> 16
		mode = fs.FileMode(unix & 0777)
		for _, t := range types {
			if unix&unixType == t.unix {
				mode |= t.mode
			}
		}
		for _, b := range bits {
			if unix&b.unix != 0 {
				mode |= b.mode
			}
		}
	case systemNTFS, systemVFAT, systemFAT:
		mode = 0666
		if h.ExternalAttrs&dosDir != 0 {
			mode = fs.ModeDir | 0777
		}
		if h.ExternalAttrs&dosReadOnly != 0 {
			mode &^= 0222
		}
	}
	if isDir(h.Name) {
		mode |= fs.ModeDir
	}
	return mode
}

func (h *FileHeader) SetMode(mode fs.FileMode) {
	unix := uint32(unixFile)
	for _, t := range types[:len(types)-1] {
		if mode&fs.ModeType == t.mode {
			unix = t.unix
		}
	}
	for _, b := range bits {
		if mode&b.mode != 0 {
			unix |= b.unix
		}
	}
	unix |= uint32(mode & 0777)
	h.CreatorVersion = h.CreatorVersion&0xff | systemUnix<<8
	h.ExternalAttrs = unix << 16
	if mode&fs.ModeDir != 0 {
		h.ExternalAttrs |= dosDir
	}
	if mode&0200 == 0 {
		h.ExternalAttrs |= dosReadOnly
	}
}

func isDir(name string) bool { return len(name) > 0 && name[len(name)-1] == '/' }

// is64 tells whether sizes need 64 bits.
func (h *FileHeader) is64() bool { return h.CompressedSize64 >= max32 || h.UncompressedSize64 >= max32 }

func (h *FileHeader) hasDescriptor() bool { return h.Flags&flagDescriptor != 0 }
