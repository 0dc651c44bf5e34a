package http

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ServeContent replies with content, or with the ranges of it that are asked for, as far as the request's conditions on its time
// and the header ETag want it. The type is that of the name's extension, or is told from the content.
func ServeContent(w ResponseWriter, req *Request, name string, modtime time.Time, content io.ReadSeeker) {
	size := func() (int64, error) {
		n, err := content.Seek(0, io.SeekEnd)
		if err == nil {
			_, err = content.Seek(0, io.SeekStart)
		}
		if err != nil {
			return 0, errSeek
		}
		return n, nil
	}
	serveContent(w, req, name, modtime, size, content)
}

var (
	errSeek      = errors.New("seeker can't seek")
	errRange     = errors.New("invalid range")
	errNoOverlap = errors.New("invalid range: failed to overlap")
)

func serveContent(w ResponseWriter, r *Request, name string, modified time.Time, sizeOf func() (int64, error),
	content io.ReadSeeker) {
	setModified(w, modified)
	done, wanted := conditions(w, r, modified)
	if done {
		return
	}
	kind, ok := contentType(w, name, content)
	if !ok {
		return
	}
	size, err := sizeOf()
	if err != nil {
		failFile(w, err.Error(), StatusInternalServerError)
		return
	}
	if size < 0 {
		failFile(w, "negative content size computed", StatusInternalServerError)
		return
	}
	ranges, err := parseRanges(wanted, size)
	if err == errNoOverlap && size == 0 {
		// Some clients ask for the first bytes of whatever there is.
		ranges, err = nil, nil
	}
	if err != nil {
		if err == errNoOverlap {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", size))
		}
		failFile(w, err.Error(), StatusRequestedRangeNotSatisfiable)
		return
	}
	total := int64(0)
	for _, one := range ranges {
		total += one.length
	}
	if total > size {
		ranges = nil // It asks for more than everything.
	}
	code, length, body := StatusOK, size, io.Reader(content)
	switch {
	case len(ranges) == 1:
		one := ranges[0]
		if _, err := content.Seek(one.start, io.SeekStart); err != nil {
			failFile(w, err.Error(), StatusRequestedRangeNotSatisfiable)
			return
		}
		code, length = StatusPartialContent, one.length
		w.Header().Set("Content-Range", one.text(size))
	case len(ranges) > 1:
		code = StatusPartialContent
		var stop func()
		body, length, stop = sendRanges(w, ranges, kind, size, content)
		defer stop()
	}
	w.Header().Set("Accept-Ranges", "bytes")
	// With an encoding the length is not that of the content, unless a range was asked for.
	if len(ranges) > 0 || w.Header().Get("Content-Encoding") == "" {
		w.Header().Set("Content-Length", strconv.FormatInt(length, 10))
	}
	w.WriteHeader(code)
	if r.Method != "HEAD" {
		io.CopyN(w, body, length)
	}
}

// contentType is the type that the header has or gets.
func contentType(w ResponseWriter, name string, content io.ReadSeeker) (kind string, ok bool) {
	if values, set := w.Header()["Content-Type"]; set {
		if len(values) > 0 {
			kind = values[0]
		}
		return kind, true
	}
	if kind = mime.TypeByExtension(filepath.Ext(name)); kind == "" {
		var start [sniffSize]byte
		n, _ := io.ReadFull(content, start[:])
		kind = DetectContentType(start[:n])
		if _, err := content.Seek(0, io.SeekStart); err != nil {
			failFile(w, errSeek.Error(), StatusInternalServerError)
			return "", false
		}
	}
	w.Header().Set("Content-Type", kind)
	return kind, true
}

// httpRange is a part of some content.
type httpRange struct{ start, length int64 }

func (r httpRange) text(size int64) string {
	return fmt.Sprintf("bytes %d-%d/%d", r.start, r.start+r.length-1, size)
}

func (r httpRange) header(kind string, size int64) textproto.MIMEHeader {
	return textproto.MIMEHeader{"Content-Range": {r.text(size)}, "Content-Type": {kind}}
}

// parseRanges reads the header Range.
func parseRanges(s string, size int64) ([]httpRange, error) {
	if s == "" {
		return nil, nil
	}
	list, ok := strings.CutPrefix(s, "bytes=")
	if !ok {
		return nil, errRange
	}
	var ranges []httpRange
	beyond := false
	for text := range strings.SplitSeq(list, ",") {
		if text = textproto.TrimString(text); text == "" {
			continue
		}
		from, to, ok := strings.Cut(text, "-")
		if !ok {
			return nil, errRange
		}
		one, err := parseRange(textproto.TrimString(from), textproto.TrimString(to), size)
		if err == errNoOverlap {
			beyond = true
			continue
		}
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, one)
	}
	if beyond && len(ranges) == 0 {
		return nil, errNoOverlap
	}
	return ranges, nil
}

func parseRange(from, to string, size int64) (r httpRange, err error) {
	if from == "" {
		// It is so many bytes from the end.
		n, err := strconv.ParseInt(to, 10, 64)
		if to == "" || to[0] == '-' || err != nil || n < 0 {
			return r, errRange
		}
		n = min(n, size)
		return httpRange{size - n, n}, nil
	}
	start, err := strconv.ParseInt(from, 10, 64)
	if err != nil || start < 0 {
		return r, errRange
	}
	if start >= size {
		return r, errNoOverlap
	}
	if to == "" {
		return httpRange{start, size - start}, nil
	}
	end, err := strconv.ParseInt(to, 10, 64)
	if err != nil || start > end {
		return r, errRange
	}
	end = min(end, size-1)
	return httpRange{start, end - start + 1}, nil
}

// countWriter counts what is written to it.
type countWriter int64

func (w *countWriter) Write(p []byte) (int, error) {
	*w += countWriter(len(p))
	return len(p), nil
}

// sendRanges makes a body of parts, and tells how long it will be.
func sendRanges(w ResponseWriter, ranges []httpRange, kind string, size int64, content io.ReadSeeker) (
	body io.Reader, length int64, stop func()) {
	var count countWriter
	dry := multipart.NewWriter(&count)
	for _, r := range ranges {
		dry.CreatePart(r.header(kind, size))
		length += r.length
	}
	dry.Close()
	length += int64(count)
	pr, pw := io.Pipe()
	mw := multipart.NewWriter(pw)
	w.Header().Set("Content-Type", "multipart/byteranges; boundary="+mw.Boundary())
	go func() {
		for _, r := range ranges {
			part, err := mw.CreatePart(r.header(kind, size))
			if err == nil {
				_, err = content.Seek(r.start, io.SeekStart)
			}
			if err == nil {
				_, err = io.CopyN(part, content, r.length)
			}
			if err != nil {
				pw.CloseWithError(err)
				return
			}
		}
		mw.Close()
		pw.Close()
	}()
	return pr, length, func() { pr.Close() }
}

// condition is what a header of a request comes to.
type condition int

const (
	none condition = iota
	yes
	no
)

func setModified(w ResponseWriter, t time.Time) {
	if !isNoTime(t) {
		w.Header().Set("Last-Modified", t.UTC().Format(TimeFormat))
	}
}

func notModified(w ResponseWriter) {
	h := w.Header()
	delete(h, "Content-Type")
	delete(h, "Content-Length")
	delete(h, "Content-Encoding")
	if h.Get("Etag") != "" {
		delete(h, "Last-Modified")
	}
	w.WriteHeader(StatusNotModified)
}

// conditions replies if the request wants no content, and else gives the ranges that it wants.
func conditions(w ResponseWriter, r *Request, modified time.Time) (done bool, wanted string) {
	match := ifMatch(w, r)
	if match == none {
		match = unmodifiedSince(r, modified)
	}
	if match == no {
		w.WriteHeader(StatusPreconditionFailed)
		return true, ""
	}
	switch ifNoneMatch(w, r) {
	case no:
		if r.Method == "GET" || r.Method == "HEAD" {
			notModified(w)
		} else {
			w.WriteHeader(StatusPreconditionFailed)
		}
		return true, ""
	case none:
		if modifiedSince(r, modified) == no {
			notModified(w)
			return true, ""
		}
	}
	wanted = r.Header.get("Range")
	if wanted != "" && ifRange(w, r, modified) == no {
		wanted = ""
	}
	return false, wanted
}

// scanETag takes a tag from the start of a list.
func scanETag(s string) (tag, rest string) {
	s = textproto.TrimString(s)
	start := 0
	if strings.HasPrefix(s, "W/") {
		start = 2
	}
	if len(s) < start+2 || s[start] != '"' {
		return "", ""
	}
	for i := start + 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0x21, 0x23 <= c && c <= 0x7e, c >= 0x80:
		case c == '"':
			return s[:i+1], s[i+1:]
		default:
			return "", ""
		}
	}
	return "", ""
}

func strongMatch(a, b string) bool { return a == b && a != "" && a[0] == '"' }

func weakMatch(a, b string) bool {
	return strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/")
}

// anyTag tells whether a tag of a list matches that of the response; a star matches always.
func anyTag(w ResponseWriter, list string, matches func(a, b string) bool) bool {
	for {
		list = textproto.TrimString(list)
		switch {
		case list == "":
			return false
		case list[0] == ',':
			list = list[1:]
			continue
		case list[0] == '*':
			return true
		}
		tag, rest := scanETag(list)
		if tag == "" {
			return false
		}
		if matches(tag, w.Header().get("Etag")) {
			return true
		}
		list = rest
	}
}

func when(ok bool) condition {
	if ok {
		return yes
	}
	return no
}

func ifMatch(w ResponseWriter, r *Request) condition {
	list := r.Header.Get("If-Match")
	if list == "" {
		return none
	}
	return when(anyTag(w, list, strongMatch))
}

func ifNoneMatch(w ResponseWriter, r *Request) condition {
	list := r.Header.get("If-None-Match")
	if list == "" {
		return none
	}
	return when(!anyTag(w, list, weakMatch))
}

func unmodifiedSince(r *Request, modified time.Time) condition {
	text := r.Header.Get("If-Unmodified-Since")
	t, err := ParseTime(text)
	if text == "" || isNoTime(modified) || err != nil {
		return none
	}
	return when(!modified.Truncate(time.Second).After(t))
}

func modifiedSince(r *Request, modified time.Time) condition {
	if r.Method != "GET" && r.Method != "HEAD" {
		return none
	}
	text := r.Header.Get("If-Modified-Since")
	t, err := ParseTime(text)
	if text == "" || isNoTime(modified) || err != nil {
		return none
	}
	return when(modified.Truncate(time.Second).After(t))
}

func ifRange(w ResponseWriter, r *Request, modified time.Time) condition {
	if r.Method != "GET" && r.Method != "HEAD" {
		return none
	}
	text := r.Header.get("If-Range")
	if text == "" {
		return none
	}
	if tag, _ := scanETag(text); tag != "" {
		return when(strongMatch(tag, w.Header().Get("Etag")))
	}
	t, err := ParseTime(text)
	if modified.IsZero() || err != nil {
		return no
	}
	return when(t.Unix() == modified.Unix())
}
