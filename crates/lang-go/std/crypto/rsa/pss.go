package rsa

import (
	"bytes"
	"crypto"
	"crypto/internal/entropy"
	"encoding/binary"
	"errors"
	"hash"
	"io"
)

// mask is MGF1 of a seed, added to out.
func mask(out []byte, h hash.Hash, seed []byte) {
	var counter [4]byte
	for i := uint32(0); len(out) > 0; i++ {
		binary.BigEndian.PutUint32(counter[:], i)
		h.Reset()
		h.Write(seed)
		h.Write(counter[:])
		block := h.Sum(nil)
		for j := 0; j < len(block) && j < len(out); j++ {
			out[j] ^= block[j]
		}
		out = out[min(len(block), len(out)):]
	}
}

// digest is the hash of a digest and a salt, after eight zeros.
func digest(h hash.Hash, hashed, salt []byte) []byte {
	h.Reset()
	h.Write(make([]byte, 8))
	h.Write(hashed)
	h.Write(salt)
	return h.Sum(nil)
}

func (opts *PSSOptions) saltLength() int {
	if opts == nil {
		return PSSSaltLengthAuto
	}
	return opts.SaltLength
}

// SignPSS signs a digest, which hash made. The salt does not come from the reader unless that is not nil.
func SignPSS(random io.Reader, priv *PrivateKey, hash crypto.Hash, digest []byte, opts *PSSOptions) ([]byte, error) {
	if err := priv.check(); err != nil {
		return nil, err
	}
	if opts != nil && opts.Hash != 0 {
		hash = opts.Hash
	}
	length := opts.saltLength()
	switch length {
	case PSSSaltLengthAuto:
		length = (priv.N.BitLen()-1+7)/8 - 2 - hash.Size()
		if length < 0 {
			return nil, ErrMessageTooLong
		}
	case PSSSaltLengthEqualsHash:
		length = hash.Size()
	default:
		if length < 0 {
			return nil, errors.New("crypto/rsa: invalid PSS salt length")
		}
	}
	if len(digest) != hash.Size() {
		return nil, errors.New("crypto/rsa: input must be hashed with given hash")
	}
	salt := make([]byte, length)
	if random == nil {
		random = entropy.Reader
	}
	if _, err := io.ReadFull(random, salt); err != nil {
		return nil, err
	}
	em, err := encodePSS(digest, priv.N.BitLen()-1, salt, hash.New())
	if err != nil {
		return nil, err
	}
	return priv.decrypt(em)
}

// encodePSS is section 9.1.1 of RFC 8017.
func encodePSS(hashed []byte, bits int, salt []byte, h hash.Hash) ([]byte, error) {
	size := (bits + 7) / 8
	if size < h.Size()+len(salt)+2 {
		return nil, ErrMessageTooLong
	}
	em := make([]byte, size)
	db := em[:size-h.Size()-1]
	db[len(db)-len(salt)-1] = 1
	copy(db[len(db)-len(salt):], salt)
	sum := digest(h, hashed, salt)
	mask(db, h, sum)
	db[0] &= 0xff >> (8*size - bits)
	copy(em[len(db):], sum)
	em[size-1] = 0xbc
	return em, nil
}

// VerifyPSS tells whether sig is such a signature by the owner of pub.
func VerifyPSS(pub *PublicKey, hash crypto.Hash, digest []byte, sig []byte, opts *PSSOptions) error {
	if err := pub.check(); err != nil {
		return err
	}
	if opts.saltLength() < PSSSaltLengthEqualsHash {
		return errors.New("crypto/rsa: salt length cannot be negative")
	}
	if len(sig) != pub.Size() {
		return ErrVerification
	}
	em, err := pub.encrypt(sig)
	if err != nil {
		return ErrVerification
	}
	bits := pub.N.BitLen() - 1
	if size := (bits + 7) / 8; size < len(em) {
		if em[0] != 0 {
			return ErrVerification
		}
		em = em[1:]
	}
	length := opts.saltLength()
	if length == PSSSaltLengthEqualsHash {
		length = hash.Size()
	}
	if !checkPSS(digest, em, bits, length, hash.New()) {
		return ErrVerification
	}
	return nil
}

// checkPSS is section 9.1.2 of RFC 8017; a length of PSSSaltLengthAuto is found out.
func checkPSS(hashed, em []byte, bits, length int, h hash.Hash) bool {
	size := len(em)
	if len(hashed) != h.Size() || size < h.Size()+length+2 || em[size-1] != 0xbc {
		return false
	}
	db, sum := em[:size-h.Size()-1], em[size-h.Size()-1:size-1]
	top := byte(0xff >> (8*size - bits))
	if db[0]&^top != 0 {
		return false
	}
	mask(db, h, sum)
	db[0] &= top
	if length == PSSSaltLengthAuto {
		start := bytes.IndexByte(db, 1)
		if start < 0 {
			return false
		}
		length = len(db) - start - 1
	}
	rest := db[:len(db)-length-1]
	if len(bytes.Trim(rest, "\x00")) != 0 || db[len(rest)] != 1 {
		return false
	}
	return bytes.Equal(digest(h, hashed, db[len(db)-length:]), sum)
}
