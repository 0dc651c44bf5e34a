// Package punycode writes names of hosts that are not ASCII, by RFC 3492.
package punycode

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// ErrInvalid is the error of a name that cannot be written so.
var ErrInvalid = errors.New("invalid name")

// The parameters of RFC 3492, section 5.
const (
	base        = 36
	tMin        = 1
	tMax        = 26
	skew        = 38
	damp        = 700
	initialBias = 72
	initialN    = 128
	maxLabel    = 1000 // runes, beyond which the quadratic work is not worth it
)

// IsASCII tells whether s needs no encoding.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ToASCII writes each label of a name that is not ASCII.
func ToASCII(name string) (string, error) {
	if IsASCII(name) {
		return name, nil
	}
	labels := strings.Split(name, ".")
	for i, label := range labels {
		if IsASCII(label) {
			continue
		}
		encoded, err := encode(label)
		if err != nil {
			return "", err
		}
		labels[i] = "xn--" + encoded
	}
	return strings.Join(labels, "."), nil
}

// encode writes the basic letters and then where, in the order of their codes, the others are put in.
func encode(label string) (string, error) {
	if !utf8.ValidString(label) || utf8.RuneCountInString(label) > maxLabel {
		return "", ErrInvalid
	}
	runes := []rune(label)
	var out []byte
	for _, r := range runes {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	for done := basic; done < len(runes); {
		next := rune(utf8.MaxRune)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r == n {
				out = number(out, delta, bias)
				bias = adapt(delta, done+1, done == basic)
				delta = 0
				done++
			}
		}
		delta++
		n++
	}
	return string(out), nil
}

// number writes a number with digits whose weights depend on the bias.
func number(out []byte, q, bias int) []byte {
	for k := base; ; k += base {
		t := min(max(k-bias, tMin), tMax)
		if q < t {
			return append(out, digit(q))
		}
		out = append(out, digit(t+(q-t)%(base-t)))
		q = (q - t) / (base - t)
	}
}

func digit(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (base-tMin)*tMax/2 {
		delta /= base - tMin
		k += base
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}
