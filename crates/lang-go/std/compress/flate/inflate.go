package flate

import "io"

// decompressor reads blocks into a window, and what Read gives out of it. The window is given out where it reaches a
// multiple of the history's size, where an empty block says so, and at the end.
type decompressor struct {
	source source
	offset int64 // bytes taken
	bits   uint64
	held   int // bits in bits

	state  []byte // tables and window
	window []byte
	at     int // where the window is written next
	given  int // up to where it was given out
	ready  []byte

	step  func(*decompressor)
	left  int // bytes of a stored block
	least int // the shortest codes of the block, as inflate takes them
	last  bool
	err   error
}

func NewReader(r io.Reader) io.ReadCloser { return NewReaderDict(r, nil) }

// NewReaderDict reads data that were written after a dictionary.
func NewReaderDict(r io.Reader, dict []byte) io.ReadCloser {
	d := new(decompressor)
	d.Reset(r, dict)
	return d
}

func (d *decompressor) Reset(r io.Reader, dict []byte) error {
	if d.state == nil {
		d.state = make([]byte, inflateWindow+2*history+inflateSlack)
	}
	*d = decompressor{source: d.source, state: d.state, window: d.state[inflateWindow:], step: (*decompressor).block}
	d.source.reset(r)
	d.at = copy(d.window, dict[max(0, len(dict)-history):])
	d.given = d.at
	return nil
}

func (d *decompressor) Read(p []byte) (int, error) {
	for {
		if len(d.ready) > 0 {
			n := copy(p, d.ready)
			d.ready = d.ready[n:]
			if len(d.ready) == 0 {
				return n, d.err
			}
			return n, nil
		}
		if d.err != nil {
			return 0, d.err
		}
		d.step(d)
		if d.err != nil && len(d.ready) == 0 {
			d.give(d.at)
		}
	}
}

func (d *decompressor) Close() error {
	if d.err == io.EOF {
		return nil
	}
	return d.err
}

func (d *decompressor) give(to int) {
	d.ready = d.window[d.given:to]
	d.given = to
}

// limit is where the window is given out next; it moves the window if it is full and was given out.
func (d *decompressor) limit() int {
	if d.given < history {
		return history
	}
	if d.given == 2*history {
		copy(d.window, d.window[history:d.at])
		d.at -= history
		d.given -= history
	}
	return 2 * history
}

// noEOF is an error inside data.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (d *decompressor) corrupt() { d.err = CorruptInputError(d.offset) }

// need reads single bytes until there are n bits; at most 57 fit.
func (d *decompressor) need(n int) bool {
	for d.held < n {
		b, err := d.source.from.ReadByte()
		if err != nil {
			d.err = noEOF(err)
			return false
		}
		d.offset++
		d.bits |= uint64(b) << d.held
		d.held += 8
	}
	return true
}

// take gives bits that are there.
func (d *decompressor) take(n int) int {
	value := int(d.bits & (1<<n - 1))
	d.bits >>= n
	d.held -= n
	return value
}

// block begins a block.
func (d *decompressor) block() {
	if !d.need(3) {
		return
	}
	d.last = d.take(1) == 1
	switch d.take(2) {
	case 0:
		d.stored()
	case 1:
		inflateTable(d.state, fixedLiterals[:], false)
		inflateTable(d.state, fixedDistances[:], true)
		d.least = 7<<8 | 5<<16
		d.symbols()
	case 2:
		if d.codes() {
			d.symbols()
		}
	default:
		d.corrupt()
	}
}

// endOfBlock goes on with the next block.
func (d *decompressor) endOfBlock() {
	if d.last {
		if d.at > d.given {
			d.give(d.at)
		}
		d.err = io.EOF
	}
	d.step = (*decompressor).block
}

// stored begins a block of bytes as they are.
func (d *decompressor) stored() {
	d.bits, d.held = 0, 0
	var head [4]byte
	n, err := io.ReadFull(d.source.from, head[:])
	d.offset += int64(n)
	if err != nil {
		d.err = noEOF(err)
		return
	}
	d.left = int(head[0]) | int(head[1])<<8
	if d.left != ^(int(head[2])|int(head[3])<<8)&0xffff {
		d.corrupt()
		return
	}
	if d.left == 0 {
		d.give(d.at)
		d.endOfBlock()
		return
	}
	d.bytes()
}

// bytes copies bytes of a stored block.
func (d *decompressor) bytes() {
	limit := d.limit()
	if d.at < limit {
		to := min(limit, d.at+d.left)
		n, err := io.ReadFull(d.source.from, d.window[d.at:to])
		d.at += n
		d.left -= n
		d.offset += int64(n)
		if err != nil {
			d.err = noEOF(err)
			return
		}
	}
	if d.at >= limit || d.left > 0 {
		d.give(min(d.at, limit))
		d.step = (*decompressor).bytes
		return
	}
	d.endOfBlock()
}

// symbols decodes a block until the window is to be given out, or the block ends.
func (d *decompressor) symbols() {
	d.step = (*decompressor).symbols
	limit := d.limit()
	ahead := d.source.peek()
	for {
		n, bits, held, at, stop := inflate(d.state, ahead, d.bits, d.held|d.least, d.at, limit)
		d.source.take(n)
		d.offset += int64(n)
		d.bits, d.held, d.at = bits, held, at
		switch stop {
		case isFull:
			if n < len(ahead) && !d.source.peeks() {
				// The byte is out of the reader, so it is kept as bits.
				d.bits |= uint64(ahead[n]) << d.held
				d.held += 8
				d.offset++
			}
			d.give(limit)
			return
		case isAtEnd:
			d.endOfBlock()
			return
		case isCorrupt:
			d.corrupt()
			return
		}
		var err error
		if ahead, err = d.source.fill(); err != nil {
			d.err = noEOF(err)
			return
		}
	}
}

var (
	fixedLiterals  [288]byte
	fixedDistances [32]byte
)

func init() {
	for i := range fixedLiterals {
		switch {
		case i < 144 || i >= 280:
			fixedLiterals[i] = 8
		case i < 256:
			fixedLiterals[i] = 9
		default:
			fixedLiterals[i] = 7
		}
	}
	for i := range fixedDistances {
		fixedDistances[i] = 5
	}
}

// order is that in which the lengths of the code for lengths stand.
var order = [...]byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codes reads the codes of a block.
func (d *decompressor) codes() bool {
	if !d.need(14) {
		return false
	}
	literals := d.take(5) + 257
	distances := d.take(5) + 1
	written := 0
	if literals <= 286 && distances <= 30 {
		written = d.take(4) + 4
	} else {
		d.corrupt()
		return false
	}
	var code [19]byte
	for _, i := range order[:written] {
		if !d.need(3) {
			return false
		}
		code[i] = byte(d.take(3))
	}
	var table lengthTable
	if !table.init(&code) {
		d.corrupt()
		return false
	}
	var lengths [286 + 30]byte
	if !d.lengths(&table, lengths[:literals+distances]) {
		return false
	}
	least := inflateTable(d.state, lengths[:literals], false)
	far := inflateTable(d.state, lengths[literals:literals+distances], true)
	if least < 0 || far < 0 {
		d.corrupt()
		return false
	}
	// Each block ends with symbol 256, so at least its bits are there.
	d.least = max(least, int(lengths[256]))<<8 | far<<16
	return true
}

// lengths reads lengths of codes, by the code for lengths.
func (d *decompressor) lengths(table *lengthTable, lengths []byte) bool {
	for i := 0; i < len(lengths); {
		symbol, ok := table.read(d)
		if !ok {
			return false
		}
		if symbol < 16 {
			lengths[i] = symbol
			i++
			continue
		}
		times, bits, value := 3, 3, byte(0)
		switch symbol {
		case 16:
			if i == 0 {
				d.corrupt()
				return false
			}
			bits, value = 2, lengths[i-1]
		case 18:
			times, bits = 11, 7
		}
		if !d.need(bits) {
			return false
		}
		times += d.take(bits)
		if i+times > len(lengths) {
			d.corrupt()
			return false
		}
		for range times {
			lengths[i] = value
			i++
		}
	}
	return true
}

// lengthTable is the code for lengths, by the next 7 bits: the symbol in 5 bits, the length of its code above.
type lengthTable struct {
	entries [128]byte
	least   int
}

// init makes the table unless the lengths are of no code. A code of a single bit may be incomplete.
func (t *lengthTable) init(lengths *[19]byte) bool {
	var counts [8]int
	longest := 0
	for _, n := range lengths {
		counts[n]++
		longest = max(longest, int(n))
	}
	counts[0] = 0
	if longest == 0 {
		return true
	}
	code := 0
	var next [8]int
	for n := 1; n <= longest; n++ {
		code <<= 1
		if t.least == 0 && counts[n] > 0 {
			t.least = n
		}
		next[n] = code
		code += counts[n]
		if code > 1<<n {
			return false
		}
	}
	if code != 1<<longest && !(code == 1 && longest == 1) {
		return false
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		reversed := 0
		for bit := range n {
			reversed |= next[n] >> bit & 1 << (n - 1 - bit)
		}
		next[n]++
		for i := reversed; i < len(t.entries); i += 1 << n {
			t.entries[i] = byte(symbol) | n<<5
		}
	}
	return true
}

func (t *lengthTable) read(d *decompressor) (byte, bool) {
	for need := t.least; ; need = d.held + 1 {
		if !d.need(need) {
			return 0, false
		}
		entry := t.entries[d.bits&127]
		n := int(entry >> 5)
		if n == 0 {
			d.corrupt()
			return 0, false
		}
		if n <= d.held {
			d.take(n)
			return entry & 31, true
		}
	}
}
