package cipher

import (
	"crypto/internal/alias"
	"crypto/internal/blocks"
	"crypto/internal/entropy"
	"crypto/subtle"
	"encoding/binary"
	"errors"
)

// AEAD encrypts and authenticates.
type AEAD interface {
	NonceSize() int
	Overhead() int
	Seal(dst, nonce, plaintext, additionalData []byte) []byte
	Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)
}

const (
	gcmNonce  = 12
	gcmTag    = 16
	gcmMinTag = 12
	gcmMost   = (1<<32 - 2) * blocks.Size
)

var errOpen = errors.New("cipher: message authentication failed")

// gcm is Galois/Counter Mode.
type gcm struct {
	b          Block
	aes        *blocks.Block // b, if it is that
	nonce, tag int           // sizes
	key        [16]byte      // of the hash
}

func NewGCM(cipher Block) (AEAD, error) { return newGCM(cipher, gcmNonce, gcmTag) }

func NewGCMWithNonceSize(cipher Block, size int) (AEAD, error) { return newGCM(cipher, size, gcmTag) }

func NewGCMWithTagSize(cipher Block, tagSize int) (AEAD, error) {
	return newGCM(cipher, gcmNonce, tagSize)
}

func newGCM(b Block, nonce, tag int) (AEAD, error) {
	switch {
	case tag < gcmMinTag || tag > blocks.Size:
		return nil, errors.New("cipher: incorrect tag size given to GCM")
	case nonce <= 0:
		return nil, errors.New("cipher: the nonce can't have zero length")
	case b.BlockSize() != blocks.Size:
		return nil, errors.New("cipher: NewGCM requires 128-bit block cipher")
	}
	if own, ok := b.(interface {
		NewGCM(nonceSize, tagSize int) (AEAD, error)
	}); ok {
		return own.NewGCM(nonce, tag)
	}
	g := &gcm{b: b, nonce: nonce, tag: tag}
	g.aes, _ = b.(*blocks.Block)
	b.Encrypt(g.key[:], g.key[:])
	return g, nil
}

func (g *gcm) NonceSize() int { return g.nonce }
func (g *gcm) Overhead() int  { return g.tag }

// hash continues a sum over data, filled up to blocks.
func (g *gcm) hash(sum *[16]byte, data []byte) {
	for len(data) > 0 {
		part := data[:min(len(data), blocks.Step)]
		blocks.Hash(g.key[:], sum[:], part)
		data = data[len(part):]
	}
}

// lengths ends a sum with two lengths in bits.
func (g *gcm) lengths(sum *[16]byte, a, b int) {
	var last [16]byte
	binary.BigEndian.PutUint64(last[:8], 8*uint64(a))
	binary.BigEndian.PutUint64(last[8:], 8*uint64(b))
	g.hash(sum, last[:])
}

// start is the counter that a nonce gives, which masks the tag.
func (g *gcm) start(nonce []byte) (count [16]byte) {
	if len(nonce) == gcmNonce {
		copy(count[:], nonce)
		count[15] = 1
		return count
	}
	g.hash(&count, nonce)
	g.lengths(&count, 0, len(nonce))
	return count
}

// stream adds the key stream that begins after a counter.
func (g *gcm) stream(count [16]byte, data []byte) {
	low := binary.BigEndian.Uint32(count[12:]) + 1
	for len(data) > 0 {
		part := data[:min(len(data), blocks.Step)]
		data = data[len(part):]
		if g.aes != nil {
			high, rest := number(count[:])
			blocks.Count(g.aes.Key(), high, rest&^(1<<32-1)|uint64(low), 0, true, part)
			low += uint32((len(part) + 15) / 16)
			continue
		}
		var key [16]byte
		for len(part) > 0 {
			binary.BigEndian.PutUint32(count[12:], low)
			g.b.Encrypt(key[:], count[:])
			n := min(len(part), 16)
			xor(part[:n], key[:])
			part = part[n:]
			low++
		}
	}
}

// sum is the tag of a text and of what is only authenticated.
func (g *gcm) sum(count [16]byte, text, data []byte) []byte {
	var sum, mask [16]byte
	g.hash(&sum, data)
	g.hash(&sum, text)
	g.lengths(&sum, len(data), len(text))
	g.b.Encrypt(mask[:], count[:])
	xor(sum[:], mask[:])
	return sum[:g.tag]
}

func checkOverlap(out, in, data []byte) {
	if alias.Inexact(out, in) {
		panic("crypto/cipher: invalid buffer overlap of output and input")
	}
	if alias.Any(out, data) {
		panic("crypto/cipher: invalid buffer overlap of output and additional data")
	}
}

func (g *gcm) Seal(dst, nonce, plaintext, data []byte) []byte {
	if len(nonce) != g.nonce {
		panic("crypto/cipher: incorrect nonce length given to GCM")
	}
	if uint64(len(plaintext)) > gcmMost {
		panic("crypto/cipher: message too large for GCM")
	}
	head, out := alias.Grow(dst, len(plaintext)+g.tag)
	checkOverlap(out, plaintext, data)
	count := g.start(nonce)
	text := out[:copy(out, plaintext)]
	g.stream(count, text)
	copy(out[len(text):], g.sum(count, text, data))
	return head
}

func (g *gcm) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	if len(nonce) != g.nonce {
		panic("crypto/cipher: incorrect nonce length given to GCM")
	}
	n := len(ciphertext) - g.tag
	if n < 0 || uint64(n) > gcmMost {
		return nil, errOpen
	}
	text, tag := ciphertext[:n], ciphertext[n:]
	head, out := alias.Grow(dst, n)
	checkOverlap(out, text, data)
	count := g.start(nonce)
	if subtle.ConstantTimeCompare(tag, g.sum(count, text, data)) != 1 {
		clear(out)
		return nil, errOpen
	}
	copy(out, text)
	g.stream(count, out)
	return head, nil
}

// random puts a nonce of its own before each message.
type random struct{ *gcm }

func NewGCMWithRandomNonce(cipher Block) (AEAD, error) {
	if _, ok := cipher.(*blocks.Block); !ok {
		return nil, errors.New("cipher: NewGCMWithRandomNonce requires aes.Block")
	}
	g, err := newGCM(cipher, gcmNonce, gcmTag)
	if err != nil {
		return nil, err
	}
	return random{g.(*gcm)}, nil
}

func (random) NonceSize() int { return 0 }
func (random) Overhead() int  { return gcmNonce + gcmTag }

func (r random) Seal(dst, nonce, plaintext, data []byte) []byte {
	if len(nonce) != 0 {
		panic("crypto/cipher: non-empty nonce passed to GCMWithRandomNonce")
	}
	head, out := alias.Grow(dst, gcmNonce+len(plaintext)+gcmTag)
	checkOverlap(out, plaintext, data)
	text := out[gcmNonce:]
	text = text[:copy(text, plaintext)]
	entropy.Reader.Read(out[:gcmNonce])
	r.gcm.Seal(text[:0], out[:gcmNonce], text, data)
	return head
}

func (r random) Open(dst, nonce, ciphertext, data []byte) ([]byte, error) {
	if len(nonce) != 0 {
		panic("crypto/cipher: non-empty nonce passed to GCMWithRandomNonce")
	}
	n := len(ciphertext) - gcmNonce - gcmTag
	if n < 0 {
		return nil, errOpen
	}
	head, out := alias.Grow(dst, n)
	checkOverlap(out, ciphertext, data)
	first := append([]byte(nil), ciphertext[:gcmNonce]...)
	// The text lies after the nonce, and is moved only once it is known to be right.
	plain, err := r.gcm.Open(nil, first, ciphertext[gcmNonce:], data)
	if err != nil {
		clear(out)
		return nil, err
	}
	copy(out, plain)
	return head, nil
}
