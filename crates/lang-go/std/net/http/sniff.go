package http

import (
	"encoding/binary"
	"strings"
)

// sniffSize is how much of some data DetectContentType looks at.
const sniffSize = 512

// DetectContentType tells the type of data by its first 512 bytes, by the algorithm of the WHATWG; what it does not recognise is
// application/octet-stream.
func DetectContentType(data []byte) string {
	s := string(data[:min(len(data), sniffSize)])
	text := strings.TrimLeft(s, "\t\n\x0c\r ")
	if isMarkup(text) {
		return "text/html; charset=utf-8"
	}
	if strings.HasPrefix(text, "<?xml") {
		return "text/xml; charset=utf-8"
	}
	if t := magic(s); t != "" {
		return t
	}
	for i := range len(text) {
		if c := text[i]; c <= 0x08 || c == 0x0b || 0x0e <= c && c <= 0x1a || 0x1c <= c && c <= 0x1f {
			return "application/octet-stream"
		}
	}
	return "text/plain; charset=utf-8"
}

// isMarkup tells whether a text begins with a tag of HTML that is whole, or a comment.
func isMarkup(s string) bool {
	if s == "" || s[0] != '<' {
		return false
	}
	name := s[1:]
	if len(name) > 16 {
		name = name[:16]
	}
	name = strings.ToUpper(name)
	for tag := range strings.FieldsSeq(
		"!DOCTYPE*HTML HTML HEAD SCRIPT IFRAME H1 DIV FONT TABLE A STYLE TITLE B BODY BR P !--") {
		tag = strings.Replace(tag, "*", " ", 1)
		if len(name) > len(tag) && name[:len(tag)] == tag && (name[len(tag)] == ' ' || name[len(tag)] == '>') {
			return true
		}
	}
	return false
}

// within tells whether a file is of a kind inside a container, which has its size between both names.
func within(s, container, kind string) bool {
	return len(s) >= 8+len(kind) && s[:4] == container && s[8:8+len(kind)] == kind
}

// magic tells the type of what begins with the bytes of one.
func magic(s string) string {
	has := func(prefix string) bool { return strings.HasPrefix(s, prefix) }
	switch {
	case has("%PDF-"):
		return "application/pdf"
	case has("%!PS-Adobe-"):
		return "application/postscript"
	case len(s) >= 4 && has("\xfe\xff"):
		return "text/plain; charset=utf-16be"
	case len(s) >= 4 && has("\xff\xfe"):
		return "text/plain; charset=utf-16le"
	case len(s) >= 4 && has("\xef\xbb\xbf"):
		return "text/plain; charset=utf-8"
	case has("\x00\x00\x01\x00"), has("\x00\x00\x02\x00"):
		return "image/x-icon"
	case has("BM"):
		return "image/bmp"
	case has("GIF87a"), has("GIF89a"):
		return "image/gif"
	case within(s, "RIFF", "WEBPVP"):
		return "image/webp"
	case has("\x89PNG\r\n\x1a\n"):
		return "image/png"
	case has("\xff\xd8\xff"):
		return "image/jpeg"
	case within(s, "FORM", "AIFF"):
		return "audio/aiff"
	case has("ID3"):
		return "audio/mpeg"
	case has("OggS\x00"):
		return "application/ogg"
	case has("MThd\x00\x00\x00\x06"):
		return "audio/midi"
	case within(s, "RIFF", "AVI "):
		return "video/avi"
	case within(s, "RIFF", "WAVE"):
		return "audio/wave"
	case isMP4(s):
		return "video/mp4"
	case has("\x1a\x45\xdf\xa3"):
		return "video/webm"
	case len(s) >= 36 && s[34:36] == "LP":
		return "application/vnd.ms-fontobject"
	case has("\x00\x01\x00\x00"):
		return "font/ttf"
	case has("OTTO"):
		return "font/otf"
	case has("ttcf"):
		return "font/collection"
	case has("wOFF"):
		return "font/woff"
	case has("wOF2"):
		return "font/woff2"
	case has("\x1f\x8b\x08"):
		return "application/x-gzip"
	case has("PK\x03\x04"):
		return "application/zip"
	case has("Rar!\x1a\x07\x00"), has("Rar!\x1a\x07\x01\x00"):
		return "application/x-rar-compressed"
	case has("\x00\x61\x73\x6d"):
		return "application/wasm"
	}
	return ""
}

// isMP4 tells whether the first box names a brand that begins with mp4.
func isMP4(s string) bool {
	if len(s) < 12 || s[4:8] != "ftyp" {
		return false
	}
	size := int(binary.BigEndian.Uint32([]byte(s[:4])))
	if size > len(s) || size%4 != 0 {
		return false
	}
	for i := 8; i+3 <= size; i += 4 {
		// At 12 stands the brand's version.
		if i != 12 && s[i:i+3] == "mp4" {
			return true
		}
	}
	return false
}
