package tar

import (
	"bytes"
	"internal/setting"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// maxSpecial is how large the names and records before a file may be.
const maxSpecial = 1 << 20

// Reader reads the files of an archive one after the other.
type Reader struct {
	r    io.Reader
	left int64 // bytes of the file that are in the archive and were not read
	pad  int64 // bytes after them up to the next block
	data content
	blk  block
	err  error
}

// content is what Read reads of a file: as it is, or with holes.
type content interface {
	io.Reader
	remaining() int64
}

func NewReader(r io.Reader) *Reader { return &Reader{r: r, data: new(nothing)} }

type nothing struct{}

func (*nothing) Read([]byte) (int, error) { return 0, io.EOF }
func (*nothing) remaining() int64         { return 0 }

// plain is the rest of a file, as it is in the archive.
type plain struct{ tr *Reader }

func (p plain) remaining() int64 { return p.tr.left }

func (p plain) Read(b []byte) (n int, err error) {
	left := &p.tr.left
	if int64(len(b)) > *left {
		b = b[:*left]
	}
	if len(b) > 0 {
		n, err = p.tr.r.Read(b)
		*left -= int64(n)
	}
	switch {
	case err == io.EOF && *left > 0:
		return n, io.ErrUnexpectedEOF
	case err == nil && *left == 0:
		return n, io.EOF
	}
	return n, err
}

// Next goes on to the next file.
func (tr *Reader) Next() (*Header, error) {
	if tr.err != nil {
		return nil, tr.err
	}
	h, err := tr.next()
	tr.err = err
	if err == nil && !filepath.IsLocal(h.Name) && strict() {
		err = ErrInsecurePath
	}
	return h, err
}

// strict tells whether the program wants names that lead elsewhere to be errors.
func strict() bool {
	return setting.Get("tarinsecurepath") == "0"
}

// special is what stands before a header and belongs to it.
type special struct {
	records  map[string]string
	name     string // from GNU's long names
	linkname string
}

func (tr *Reader) next() (*Header, error) {
	var before special
	formats := FormatUSTAR | FormatPAX | FormatGNU
	for {
		if err := tr.skip(tr.left); err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(tr.r, tr.blk[:tr.pad]); err != nil {
			if err == io.ErrUnexpectedEOF {
				err = io.EOF // the archive may lack what fills up its last block
			}
			return nil, err
		}
		tr.left, tr.pad = 0, 0
		h, err := tr.readHeader()
		if err != nil {
			return nil, err
		}
		if err := tr.begin(h); err != nil {
			return nil, err
		}
		formats &= h.Format
		switch h.Typeflag {
		case TypeXHeader, TypeXGlobalHeader:
			formats &= FormatPAX
			before.records, err = tr.readRecords()
			if err != nil {
				return nil, err
			}
			if h.Typeflag == TypeXGlobalHeader {
				// Records that cannot be read are no reason to stop, as they belong to no file.
				_ = mergeRecords(h, before.records)
				return &Header{Name: h.Name, Typeflag: h.Typeflag, Xattrs: h.Xattrs, PAXRecords: h.PAXRecords, Format: formats}, nil
			}
			continue
		case TypeGNULongName, TypeGNULongLink:
			formats &= FormatGNU
			text, err := tr.readSpecial()
			if err != nil {
				return nil, err
			}
			var p parser
			if h.Typeflag == TypeGNULongName {
				before.name = p.text(text)
			} else {
				before.linkname = p.text(text)
			}
			continue
		}
		return tr.finish(h, &before, formats)
	}
}

// finish adds to a header what stood before it.
func (tr *Reader) finish(h *Header, before *special, formats Format) (*Header, error) {
	if err := mergeRecords(h, before.records); err != nil {
		return nil, err
	}
	if before.name != "" {
		h.Name = before.name
	}
	if before.linkname != "" {
		h.Linkname = before.linkname
	}
	if h.Typeflag == TypeRegA {
		h.Typeflag = TypeReg
		if strings.HasSuffix(h.Name, "/") {
			h.Typeflag = TypeDir
		}
	}
	// The records may have changed the size.
	if err := tr.begin(h); err != nil {
		return nil, err
	}
	if err := tr.sparse(h); err != nil {
		return nil, err
	}
	if formats.has(FormatUSTAR) && formats.has(FormatPAX) {
		formats &= FormatUSTAR
	}
	h.Format = formats
	return h, nil
}

// begin makes the bytes after a header readable.
func (tr *Reader) begin(h *Header) error {
	n := h.Size
	if hasNoData(h.Typeflag) {
		n = 0
	}
	if n < 0 {
		return ErrHeader
	}
	tr.left = n
	tr.pad = -n & (blockSize - 1)
	tr.data = plain{tr}
	return nil
}

// fill reads all of b, where no byte may be missing.
func fill(r io.Reader, b []byte) error {
	_, err := io.ReadFull(r, b)
	if err == io.EOF && len(b) > 0 {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// skip passes bytes of the archive.
func (tr *Reader) skip(n int64) error {
	// A seek may lead past the end, so that the last byte is read.
	var sought int64
	if s, ok := tr.r.(io.Seeker); ok && n > 1 {
		at, err := s.Seek(0, io.SeekCurrent)
		if at >= 0 && err == nil {
			to, err := s.Seek(n-1, io.SeekCurrent)
			if to < 0 || err != nil {
				return err
			}
			sought = to - at
		}
	}
	read, err := io.CopyN(io.Discard, tr.r, n-sought)
	if err == io.EOF && sought+read < n {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// readSpecial reads a file that stands for a header.
func (tr *Reader) readSpecial() ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(tr.data, maxSpecial+1))
	if len(b) > maxSpecial {
		return nil, ErrFieldTooLong
	}
	return b, err
}

// readRecords reads a file of records.
func (tr *Reader) readRecords() (map[string]string, error) {
	b, err := tr.readSpecial()
	if err != nil {
		return nil, err
	}
	s := string(b)
	records := make(map[string]string)
	var sparse []string // offsets and lengths in turn
	for len(s) > 0 {
		key, value, rest, err := parseRecord(s)
		if err != nil {
			return nil, ErrHeader
		}
		s = rest
		switch key {
		case paxOffset, paxNumBytes:
			if (key == paxOffset) != (len(sparse)%2 == 0) || strings.Contains(value, ",") {
				return nil, ErrHeader
			}
			sparse = append(sparse, value)
		default:
			records[key] = value
		}
	}
	if len(sparse) > 0 {
		records[paxMap] = strings.Join(sparse, ",")
	}
	return records, nil
}

// mergeRecords sets fields of a header from records.
func mergeRecords(h *Header, records map[string]string) (err error) {
	for key, value := range records {
		if value == "" {
			continue
		}
		var id int64
		switch key {
		case paxPath:
			h.Name = value
		case paxLinkpath:
			h.Linkname = value
		case paxUname:
			h.Uname = value
		case paxGname:
			h.Gname = value
		case paxUid:
			id, err = strconv.ParseInt(value, 10, 64)
			h.Uid = int(id)
		case paxGid:
			id, err = strconv.ParseInt(value, 10, 64)
			h.Gid = int(id)
		case paxAtime:
			h.AccessTime, err = parseTime(value)
		case paxMtime:
			h.ModTime, err = parseTime(value)
		case paxCtime:
			h.ChangeTime, err = parseTime(value)
		case paxSize:
			h.Size, err = strconv.ParseInt(value, 10, 64)
		default:
			if name, ok := strings.CutPrefix(key, paxXattr); ok {
				if h.Xattrs == nil {
					h.Xattrs = make(map[string]string)
				}
				h.Xattrs[name] = value
			}
		}
		if err != nil {
			return ErrHeader
		}
	}
	h.PAXRecords = records
	return nil
}

// readHeader reads a block. Two empty ones are the end.
func (tr *Reader) readHeader() (*Header, error) {
	b := &tr.blk
	if _, err := io.ReadFull(tr.r, b[:]); err != nil {
		return nil, err
	}
	if *b == (block{}) {
		if _, err := io.ReadFull(tr.r, b[:]); err != nil {
			return nil, err
		}
		if *b == (block{}) {
			return nil, io.EOF
		}
		return nil, ErrHeader
	}
	format := b.format()
	if format == FormatUnknown {
		return nil, ErrHeader
	}
	var p parser
	h := &Header{
		Typeflag: *b.typeflag(),
		Name:     p.text(b.name()),
		Linkname: p.text(b.linkname()),
		Size:     p.number(b.size()),
		Mode:     p.number(b.mode()),
		Uid:      int(p.number(b.uid())),
		Gid:      int(p.number(b.gid())),
		ModTime:  time.Unix(p.number(b.modTime()), 0),
	}
	if format == formatV7 {
		return h, p.err()
	}
	h.Uname = p.text(b.uname())
	h.Gname = p.text(b.gname())
	h.Devmajor = p.number(b.devmajor())
	h.Devminor = p.number(b.devminor())
	prefix := ""
	switch {
	case format.has(FormatUSTAR | FormatPAX):
		h.Format = format
		prefix = p.text(b.prefix())
		if !b.strict() {
			h.Format = FormatUnknown
		}
	case format == formatSTAR:
		prefix = p.text(b.starPrefix())
		h.AccessTime = time.Unix(p.number(b.starAccess()), 0)
		h.ChangeTime = time.Unix(p.number(b.starChange()), 0)
	case format == FormatGNU:
		h.Format = format
		var times parser
		if b.gnuAccess()[0] != 0 {
			h.AccessTime = time.Unix(times.number(b.gnuAccess()), 0)
		}
		if b.gnuChange()[0] != 0 {
			h.ChangeTime = time.Unix(times.number(b.gnuChange()), 0)
		}
		if times.failed {
			// Old writers of Go put a prefix here, which GNU does not have.
			h.AccessTime, h.ChangeTime = time.Time{}, time.Time{}
			if s := p.text(b.prefix()); isASCII(s) {
				prefix = s
			}
			h.Format = FormatUnknown
		}
	}
	if prefix != "" {
		h.Name = prefix + "/" + h.Name
	}
	return h, p.err()
}

// strict tells whether the block is what USTAR wants: ASCII, and numbers that end with a zero byte.
func (b *block) strict() bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	for _, f := range [][]byte{b.size(), b.mode(), b.uid(), b.gid(), b.modTime(), b.devmajor(), b.devminor()} {
		if f[len(f)-1] != 0 {
			return false
		}
	}
	return true
}

// Read reads from the current file, up to its end.
func (tr *Reader) Read(b []byte) (int, error) {
	if tr.err != nil {
		return 0, tr.err
	}
	n, err := tr.data.Read(b)
	if err != nil && err != io.EOF {
		tr.err = err
	}
	return n, err
}

// piece is a part of a sparse file that has data.
type piece struct{ offset, size int64 }

func (p piece) end() int64 { return p.offset + p.size }

// holes is a sparse file.
type holes struct {
	data   content
	pieces []piece // those that are not passed
	at     int64
	size   int64
}

func (h *holes) remaining() int64 { return h.size - h.at }

func (h *holes) Read(b []byte) (n int, err error) {
	whole := int64(len(b)) >= h.remaining()
	if whole {
		b = b[:h.remaining()]
	}
	for n < len(b) && err == nil {
		part := b[n:]
		var k int
		if len(h.pieces) == 0 || h.at < h.pieces[0].offset {
			if len(h.pieces) > 0 {
				part = part[:min(int64(len(part)), h.pieces[0].offset-h.at)]
			}
			clear(part)
			k = len(part)
		} else {
			part = part[:min(int64(len(part)), h.pieces[0].end()-h.at)]
			k, err = io.ReadFull(h.data, part)
		}
		n += k
		h.at += int64(k)
		for len(h.pieces) > 0 && h.at >= h.pieces[0].end() {
			h.pieces = h.pieces[1:]
		}
	}
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF && h.data.remaining() == 0:
		return n, errMissData
	case err != nil:
		return n, err
	case h.remaining() == 0 && h.data.remaining() > 0:
		return n, errUnrefData
	case whole && h.remaining() == 0:
		return n, io.EOF
	}
	return n, nil
}

// sparse puts holes into the current file, if it has a map of them.
func (tr *Reader) sparse(h *Header) (err error) {
	var pieces []piece
	if h.Typeflag == TypeGNUSparse {
		pieces, err = tr.oldMap(h)
	} else {
		pieces, err = tr.paxMap(h)
	}
	if err != nil || pieces == nil {
		return err
	}
	if hasNoData(h.Typeflag) || !validMap(pieces, h.Size) {
		return ErrHeader
	}
	tr.data = &holes{data: tr.data, pieces: pieces, size: h.Size}
	return nil
}

// validMap tells whether pieces are in order, and inside of the file.
func validMap(pieces []piece, size int64) bool {
	if size < 0 {
		return false
	}
	last := int64(0)
	for _, p := range pieces {
		if p.offset < 0 || p.size < 0 || p.offset > 1<<63-1-p.size || p.end() > size || p.offset < last {
			return false
		}
		last = p.end()
	}
	return true
}

// oldMap reads the map in headers of GNU, and in the blocks after them.
func (tr *Reader) oldMap(h *Header) ([]piece, error) {
	if tr.blk.format() != FormatGNU {
		return nil, ErrHeader
	}
	h.Format &= FormatGNU
	var p parser
	h.Size = p.number(tr.blk.gnuRealSize())
	if p.failed {
		return nil, ErrHeader
	}
	field := tr.blk.gnuSparse()
	pieces := make([]piece, 0, len(field)/24)
	for read := 0; ; {
		n := len(field) / 24
		for i := range n {
			entry := field[24*i : 24*i+24]
			if entry[0] == 0 {
				break
			}
			one := piece{p.number(entry[:12]), p.number(entry[12:])}
			if p.failed {
				return nil, ErrHeader
			}
			pieces = append(pieces, one)
		}
		if field[24*n] == 0 {
			return pieces, nil
		}
		if read += blockSize; read > maxSpecial {
			return nil, errSparseTooLong
		}
		if err := fill(tr.r, tr.blk[:]); err != nil {
			return nil, err
		}
		field = tr.blk[:24*21+1]
	}
}

// paxMap reads the map that records tell, or that stands before the data.
func (tr *Reader) paxMap(h *Header) ([]piece, error) {
	r := h.PAXRecords
	before := false
	switch major, minor := r[paxMajor], r[paxMinor]; {
	case major == "0" && (minor == "0" || minor == "1"):
	case major == "1" && minor == "0":
		before = true
	case major != "" || minor != "" || r[paxMap] == "":
		return nil, nil
	}
	h.Format &= FormatPAX
	if name := r[paxName]; name != "" {
		h.Name = name
	}
	size := r[paxSparseLen]
	if size == "" {
		size = r[paxRealSize]
	}
	if size != "" {
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil {
			return nil, ErrHeader
		}
		h.Size = n
	}
	if before {
		return tr.mapBefore()
	}
	return recordMap(r)
}

func recordMap(r map[string]string) ([]piece, error) {
	n, err := strconv.ParseInt(r[paxBlocks], 10, 0)
	if err != nil || n < 0 || n > maxSpecial {
		return nil, ErrHeader
	}
	numbers := strings.Split(r[paxMap], ",")
	if len(numbers) == 1 && numbers[0] == "" {
		numbers = nil
	}
	if int64(len(numbers)) != 2*n {
		return nil, ErrHeader
	}
	return toPieces(numbers)
}

func toPieces(numbers []string) ([]piece, error) {
	pieces := make([]piece, 0, len(numbers)/2)
	for len(numbers) >= 2 {
		offset, err1 := strconv.ParseInt(numbers[0], 10, 64)
		size, err2 := strconv.ParseInt(numbers[1], 10, 64)
		if err1 != nil || err2 != nil {
			return nil, ErrHeader
		}
		pieces = append(pieces, piece{offset, size})
		numbers = numbers[2:]
	}
	return pieces, nil
}

// mapBefore reads numbers in lines, the first of which says how many pieces there are, in whole blocks.
func (tr *Reader) mapBefore() ([]piece, error) {
	var text bytes.Buffer
	lines, read := 0, 0
	need := func(n int) error {
		for lines < n {
			if read += blockSize; read > maxSpecial {
				return errSparseTooLong
			}
			var b block
			if err := fill(tr.data, b[:]); err != nil {
				return err
			}
			text.Write(b[:])
			lines += bytes.Count(b[:], []byte("\n"))
		}
		return nil
	}
	line := func() string {
		lines--
		s, _ := text.ReadString('\n')
		return strings.TrimRight(s, "\n")
	}
	if err := need(1); err != nil {
		return nil, err
	}
	n, err := strconv.ParseInt(line(), 10, 0)
	if err != nil || n < 0 || n > maxSpecial {
		return nil, ErrHeader
	}
	if err := need(2 * int(n)); err != nil {
		return nil, err
	}
	numbers := make([]string, 2*n)
	for i := range numbers {
		numbers[i] = line()
	}
	return toPieces(numbers)
}
