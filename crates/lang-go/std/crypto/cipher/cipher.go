// Package cipher has modes of operation for block ciphers (NIST SP 800-38A and 800-38D). Those of AES work on many
// blocks at once.
package cipher

import (
	"crypto/internal/alias"
	"crypto/internal/blocks"
	"io"
)

// Block is a cipher of single blocks. One that has a mode of its own, as a method, is asked for it.
type Block interface {
	BlockSize() int
	Encrypt(dst, src []byte)
	Decrypt(dst, src []byte)
}

// BlockMode works on whole blocks.
type BlockMode interface {
	BlockSize() int
	CryptBlocks(dst, src []byte)
}

// Stream adds a key stream to bytes.
type Stream interface {
	XORKeyStream(dst, src []byte)
}

// StreamReader reads from R through S.
type StreamReader struct {
	S Stream
	R io.Reader
}

func (r StreamReader) Read(dst []byte) (n int, err error) {
	n, err = r.R.Read(dst)
	r.S.XORKeyStream(dst[:n], dst[:n])
	return n, err
}

// StreamWriter writes to W through S. After a short write the streams no longer agree.
type StreamWriter struct {
	S   Stream
	W   io.Writer
	Err error // is not used
}

func (w StreamWriter) Write(src []byte) (n int, err error) {
	c := make([]byte, len(src))
	w.S.XORKeyStream(c, src)
	n, err = w.W.Write(c)
	if n != len(src) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// Close closes W if it can be closed.
func (w StreamWriter) Close() error {
	if c, ok := w.W.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func xor(dst, src []byte) {
	for i := range dst {
		dst[i] ^= src[i]
	}
}

// checkBlocks panics unless src can be worked on into dst.
func checkBlocks(dst, src []byte, size int) {
	if len(src)%size != 0 {
		panic("crypto/cipher: input not full blocks")
	}
	if len(dst) < len(src) {
		panic("crypto/cipher: output smaller than input")
	}
	if alias.Inexact(dst[:len(src)], src) {
		panic("crypto/cipher: invalid buffer overlap")
	}
}

func checkStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("crypto/cipher: output smaller than input")
	}
	if alias.Inexact(dst[:len(src)], src) {
		panic("crypto/cipher: invalid buffer overlap")
	}
}

// chain is cipher block chaining.
type chain struct {
	b       Block
	aes     *blocks.Block // b, if it is that
	before  []byte
	next    []byte
	decrypt bool
}

func newChain(b Block, iv []byte, decrypt bool) *chain {
	c := &chain{b: b, before: append([]byte(nil), iv...), next: make([]byte, len(iv)), decrypt: decrypt}
	c.aes, _ = b.(*blocks.Block)
	return c
}

func NewCBCEncrypter(b Block, iv []byte) BlockMode {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewCBCEncrypter: IV length must equal block size")
	}
	if own, ok := b.(interface{ NewCBCEncrypter([]byte) BlockMode }); ok {
		return own.NewCBCEncrypter(iv)
	}
	return newChain(b, iv, false)
}

func NewCBCDecrypter(b Block, iv []byte) BlockMode {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewCBCDecrypter: IV length must equal block size")
	}
	if own, ok := b.(interface{ NewCBCDecrypter([]byte) BlockMode }); ok {
		return own.NewCBCDecrypter(iv)
	}
	return newChain(b, iv, true)
}

func (c *chain) BlockSize() int { return len(c.before) }

func (c *chain) SetIV(iv []byte) {
	if len(iv) != len(c.before) {
		panic("cipher: incorrect length IV")
	}
	copy(c.before, iv)
}

func (c *chain) CryptBlocks(dst, src []byte) {
	size := len(c.before)
	checkBlocks(dst, src, size)
	copy(dst, src)
	dst = dst[:len(src)]
	if c.aes != nil {
		for len(dst) > 0 {
			part := dst[:min(len(dst), blocks.Step)]
			dst = dst[len(part):]
			copy(c.next, part[len(part)-size:])
			blocks.Chain(c.aes.Key(), c.before, part, c.decrypt)
			if c.decrypt {
				copy(c.before, c.next)
			} else {
				copy(c.before, part[len(part)-size:])
			}
		}
		return
	}
	for ; len(dst) > 0; dst = dst[size:] {
		block := dst[:size]
		if c.decrypt {
			copy(c.next, block)
			c.b.Decrypt(block, block)
			xor(block, c.before)
			c.before, c.next = c.next, c.before
		} else {
			xor(block, c.before)
			c.b.Encrypt(block, block)
			copy(c.before, block)
		}
	}
}

// counter is counter mode.
type counter struct {
	b     Block
	count []byte
	key   []byte // stream
	used  int
}

// aesCounter is that of AES: the first block's counter, and how many bytes were taken.
type aesCounter struct {
	b         *blocks.Block
	high, low uint64
	skip      int
}

func NewCTR(block Block, iv []byte) Stream {
	if own, ok := block.(interface{ NewCTR([]byte) Stream }); ok {
		return own.NewCTR(iv)
	}
	b, ok := block.(*blocks.Block)
	if ok && len(iv) != blocks.Size {
		panic("bad IV length")
	}
	if len(iv) != block.BlockSize() {
		panic("cipher.NewCTR: IV length must equal block size")
	}
	if ok {
		high, low := number(iv)
		return &aesCounter{b: b, high: high, low: low}
	}
	n := len(iv)
	return &counter{b: block, count: append([]byte(nil), iv...), key: make([]byte, n), used: n}
}

// number is a block as a number.
func number(block []byte) (high, low uint64) {
	for i := range 8 {
		high = high<<8 | uint64(block[i])
		low = low<<8 | uint64(block[8+i])
	}
	return high, low
}

func (c *aesCounter) XORKeyStream(dst, src []byte) {
	if len(dst) < len(src) {
		panic("crypto/aes: len(dst) < len(src)")
	}
	dst = dst[:len(src)]
	if alias.Inexact(dst, src) {
		panic("crypto/aes: invalid buffer overlap")
	}
	copy(dst, src)
	for len(dst) > 0 {
		part := dst[:min(len(dst), blocks.Step)]
		dst = dst[len(part):]
		blocks.Count(c.b.Key(), c.high, c.low, c.skip, false, part)
		all := c.skip + len(part)
		low := c.low + uint64(all/blocks.Size)
		if low < c.low {
			c.high++
		}
		c.low, c.skip = low, all%blocks.Size
	}
}

func (c *counter) XORKeyStream(dst, src []byte) {
	checkStream(dst, src)
	for i, b := range src {
		if c.used == len(c.key) {
			c.b.Encrypt(c.key, c.count)
			c.used = 0
			for j := len(c.count) - 1; j >= 0; j-- {
				c.count[j]++
				if c.count[j] != 0 {
					break
				}
			}
		}
		dst[i] = b ^ c.key[c.used]
		c.used++
	}
}

// feedback encrypts its last output, or with it the last text.
type feedback struct {
	b       Block
	next    []byte // what is encrypted next
	out     []byte
	used    int
	text    bool // whether text goes back, not the key stream
	decrypt bool
}

func newFeedback(b Block, iv []byte, text, decrypt bool) *feedback {
	n := len(iv)
	return &feedback{b: b, next: append([]byte(nil), iv...), out: make([]byte, n), used: n, text: text, decrypt: decrypt}
}

// NewOFB is output feedback mode.
func NewOFB(b Block, iv []byte) Stream {
	if len(iv) != b.BlockSize() {
		panic("cipher.NewOFB: IV length must equal block size")
	}
	return newFeedback(b, iv, false, false)
}

// NewCFBEncrypter is cipher feedback mode.
func NewCFBEncrypter(block Block, iv []byte) Stream {
	checkCFB(block, iv)
	return newFeedback(block, iv, true, false)
}

// NewCFBDecrypter is cipher feedback mode.
func NewCFBDecrypter(block Block, iv []byte) Stream {
	checkCFB(block, iv)
	return newFeedback(block, iv, true, true)
}

func checkCFB(block Block, iv []byte) {
	if len(iv) != block.BlockSize() {
		panic("cipher.newCFB: IV length must equal block size")
	}
}

func (f *feedback) XORKeyStream(dst, src []byte) {
	checkStream(dst, src)
	for i, b := range src {
		if f.used == len(f.out) {
			f.b.Encrypt(f.out, f.next)
			f.used = 0
			if !f.text {
				copy(f.next, f.out)
			}
		}
		c := b ^ f.out[f.used]
		if f.text {
			f.next[f.used] = c
			if f.decrypt {
				f.next[f.used] = b
			}
		}
		dst[i] = c
		f.used++
	}
}
