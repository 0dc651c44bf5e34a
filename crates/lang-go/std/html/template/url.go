package template

import (
	"fmt"
	"strings"
)

// isSafeURL tells whether a URL has no scheme, or one that runs nothing.
func isSafeURL(s string) bool {
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || strings.Contains(scheme, "/") {
		return true
	}
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "mailto")
}

func urlFilter(args ...any) string {
	s, c := textOf(args)
	if c != isURL && !isSafeURL(s) {
		return "#" + unsafe
	}
	return s
}

// encodeURL encodes a part of a URL or, with whole, what is not legal in one.
func encodeURL(s string, whole bool) string {
	var b strings.Builder
	done := 0
	for i := range len(s) {
		c := s[i]
		switch {
		case isAlnum(c) || strings.IndexByte("-._~", c) >= 0:
			continue
		case whole && strings.IndexByte("!#$&*+,/:;=?@[]", c) >= 0:
			continue
		case whole && c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			continue
		}
		b.WriteString(s[done:i])
		fmt.Fprintf(&b, "%%%02x", c)
		done = i + 1
	}
	if done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

func urlEscaper(args ...any) string {
	s, c := textOf(args)
	return encodeURL(s, c == isURL)
}

func urlNormalizer(args ...any) string {
	s, _ := textOf(args)
	return encodeURL(s, true)
}

// srcsetEscaper filters the URLs of a list of images.
func srcsetEscaper(args ...any) string {
	s, c := textOf(args)
	switch c {
	case isSrcset:
		return s
	case isURL:
		return strings.ReplaceAll(encodeURL(s, true), ",", "%2c")
	}
	parts := strings.Split(s, ",")
	for i, part := range parts {
		parts[i] = srcsetPart(part)
	}
	return strings.Join(parts, ",")
}

func srcsetPart(s string) string {
	begin := spaceEnd(s)
	url, size := s[begin:], ""
	if i := strings.IndexAny(url, space); i >= 0 {
		url, size = url[:i], url[i:]
	}
	if !isSafeURL(url) {
		return "#" + unsafe
	}
	for i := range len(size) {
		if !isAlnum(size[i]) && strings.IndexByte(space, size[i]) < 0 {
			return "#" + unsafe
		}
	}
	return s[:begin] + encodeURL(url, true) + size
}
