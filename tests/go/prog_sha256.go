// SHA-256 over short and long messages: 32-bit rotations, arrays and byte order.
package main

import "fmt"

var k = makeConstants()

// makeConstants takes the fractional parts of cube roots of the first 64 primes, by integer search.
func makeConstants() (k [64]uint32) {
	n := 0
	for p := uint64(2); n < 64; p++ {
		prime := true
		for d := uint64(2); d*d <= p; d++ {
			if p%d == 0 {
				prime = false
				break
			}
		}
		if prime {
			k[n] = cubeRootFraction(p)
			n++
		}
	}
	return
}

// cubeRootFraction finds floor(cbrt(p) * 2^32) mod 2^32 with 128-bit products by halves.
func cubeRootFraction(p uint64) uint32 {
	lo, hi := uint64(0), uint64(7)<<32
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if cubeAtMost(mid, p) {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return uint32(lo)
}

// cubeAtMost reports whether x^3 <= p * 2^96, for x below 2^36, in digits of 32 bits.
func cubeAtMost(x, p uint64) bool {
	a := []uint64{x & 0xffffffff, x >> 32}
	sq := mul(a, a)
	cube := mul(sq, a)
	want := []uint64{0, 0, 0, p, 0, 0}
	for i := 5; i >= 0; i-- {
		if cube[i] != want[i] {
			return cube[i] < want[i]
		}
	}
	return true
}

func mul(a, b []uint64) []uint64 {
	out := make([]uint64, 6)
	for i, x := range a {
		carry := uint64(0)
		for j := 0; i+j < len(out); j++ {
			t := out[i+j] + carry
			if j < len(b) {
				t += x * b[j]
			}
			out[i+j], carry = t&0xffffffff, t>>32
		}
	}
	return out
}

func rotr(x uint32, n uint) uint32 { return x>>n | x<<(32-n) }

func sha256(msg []byte) [32]byte {
	h := [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	length := uint64(len(msg)) * 8
	msg = append(append([]byte{}, msg...), 0x80)
	for len(msg)%64 != 56 {
		msg = append(msg, 0)
	}
	for i := 56; i >= 0; i -= 8 {
		msg = append(msg, byte(length>>uint(i)))
	}
	var w [64]uint32
	for ; len(msg) > 0; msg = msg[64:] {
		for i := 0; i < 16; i++ {
			w[i] = uint32(msg[4*i])<<24 | uint32(msg[4*i+1])<<16 | uint32(msg[4*i+2])<<8 | uint32(msg[4*i+3])
		}
		for i := 16; i < 64; i++ {
			s0 := rotr(w[i-15], 7) ^ rotr(w[i-15], 18) ^ w[i-15]>>3
			s1 := rotr(w[i-2], 17) ^ rotr(w[i-2], 19) ^ w[i-2]>>10
			w[i] = w[i-16] + s0 + w[i-7] + s1
		}
		v := h
		for i := range w {
			s1 := rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)
			ch := v[4]&v[5] ^ ^v[4]&v[6]
			t1 := v[7] + s1 + ch + k[i] + w[i]
			s0 := rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)
			maj := v[0]&v[1] ^ v[0]&v[2] ^ v[1]&v[2]
			v = [8]uint32{t1 + s0 + maj, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]}
		}
		for i := range h {
			h[i] += v[i]
		}
	}
	var out [32]byte
	for i, x := range h {
		out[4*i], out[4*i+1], out[4*i+2], out[4*i+3] = byte(x>>24), byte(x>>16), byte(x>>8), byte(x)
	}
	return out
}

func main() {
	fmt.Printf("%x %x\n", k[0], k[63])
	fmt.Printf("%x\n", sha256(nil))
	fmt.Printf("%x\n", sha256([]byte("abc")))
	long := make([]byte, 100000)
	for i := range long {
		long[i] = byte(i * 31)
	}
	fmt.Printf("%X\n", sha256(long))
}

// Output:
// 428a2f98 c67178f2
// e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
// ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
// 7E76F19C9D73BCFDA63BBA337A1AD01F24CD311038F7598736A510BD92AA233B
