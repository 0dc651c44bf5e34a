// Package pem reads and writes the armour of RFC 7468 and RFC 1421: base64 between lines that begin and end a block.
package pem

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

// Block is what stands between the two lines, with the headers that come first.
type Block struct {
	Type    string            // as in the first line, "RSA PRIVATE KEY" for instance
	Headers map[string]string // may be nil
	Bytes   []byte
}

const (
	opening   = "-----BEGIN "
	closing   = "-----END "
	dashes    = "-----"
	lineWidth = 64
)

// cutLine splits off the first line, without the blanks and the end of line that follow its text.
func cutLine(data []byte) (line, rest []byte) {
	line, rest, ok := bytes.Cut(data, []byte{'\n'})
	if ok {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return bytes.TrimRight(line, " \t"), rest
}

// Decode finds the first block. The rest is what follows it; without a block, it is all the data. A block is the text from
// the last line that begins one to the first line that ends one, so that each line is looked at once.
func Decode(data []byte) (p *Block, rest []byte) {
	rest = data
	for {
		end := bytes.Index(rest, []byte("\n"+closing))
		if end < 0 {
			return nil, data
		}
		text := rest[:end+1]
		rest = rest[end+1+len(closing):]
		i := bytes.LastIndex(text, []byte(opening))
		if i < 0 || i > 0 && text[i-1] != '\n' {
			continue
		}
		line, body := cutLine(text[i+len(opening):])
		kind, ok := bytes.CutSuffix(line, []byte(dashes))
		if !ok {
			continue
		}
		block := &Block{Type: string(kind), Headers: make(map[string]string)}
		body = block.readHeaders(body)
		line, after := cutLine(rest)
		if len(body) == 0 {
			if bytes.IndexByte(line, ':') >= 0 {
				return nil, data // The last line reads as a header, and so nothing ends the block.
			}
			if len(block.Headers) > 0 {
				continue // An empty line has to follow the headers.
			}
		}
		if string(line) != block.Type+dashes || !block.decode(body) {
			continue
		}
		return block, after
	}
}

// readHeaders takes the lines that contain a colon, and gives what follows them.
func (b *Block) readHeaders(body []byte) []byte {
	for len(body) > 0 {
		line, next := cutLine(body)
		key, value, ok := bytes.Cut(line, []byte{':'})
		if !ok {
			break
		}
		b.Headers[string(bytes.TrimSpace(key))] = string(bytes.TrimSpace(value))
		body = next
	}
	return body
}

// decode sets the bytes from base64, which may contain blanks, and tells whether it is valid.
func (b *Block) decode(text []byte) bool {
	if bytes.ContainsAny(text, " \t") {
		kept := make([]byte, 0, len(text))
		for _, c := range text {
			if c != ' ' && c != '\t' {
				kept = append(kept, c)
			}
		}
		text = kept
	}
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(decoded, text)
	b.Bytes = decoded[:n]
	return err == nil
}

// Encode writes a block. It fails if a key contains a colon, before anything is written.
func Encode(out io.Writer, b *Block) error {
	text, err := encode(b)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// EncodeToMemory gives a block as text, or nil if a key contains a colon.
func EncodeToMemory(b *Block) []byte {
	text, err := encode(b)
	if err != nil {
		return nil
	}
	return text
}

func encode(b *Block) ([]byte, error) {
	const processing = "Proc-Type" // RFC 1421 wants this header first
	for key := range b.Headers {
		if strings.Contains(key, ":") {
			return nil, errors.New("pem: cannot encode a header key that contains a colon")
		}
	}
	size := base64.StdEncoding.EncodedLen(len(b.Bytes))
	text := make([]byte, 0, size+size/lineWidth+2*len(b.Type)+len(opening)+len(closing)+2*len(dashes)+3)
	text = append(text, opening...)
	text = append(text, b.Type...)
	text = append(text, "-----\n"...)
	if len(b.Headers) > 0 {
		if value, ok := b.Headers[processing]; ok {
			text = appendHeader(text, processing, value)
		}
		for _, key := range slices.Sorted(maps.Keys(b.Headers)) {
			if key != processing {
				text = appendHeader(text, key, b.Headers[key])
			}
		}
		text = append(text, '\n')
	}
	const perLine = lineWidth / 4 * 3
	for part := range slices.Chunk(b.Bytes, perLine) {
		text = base64.StdEncoding.AppendEncode(text, part)
		text = append(text, '\n')
	}
	text = append(text, closing...)
	text = append(text, b.Type...)
	return append(text, "-----\n"...), nil
}

func appendHeader(text []byte, key, value string) []byte {
	text = append(text, key...)
	text = append(text, ": "...)
	text = append(text, value...)
	return append(text, '\n')
}
