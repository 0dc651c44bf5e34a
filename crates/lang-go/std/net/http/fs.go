package http

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Dir is a folder of the system as a FileSystem; the empty one is the current folder.
type Dir string

// FileSystem has files by names with slashes.
type FileSystem interface {
	Open(name string) (File, error)
}

// File is a file or folder of a FileSystem.
type File interface {
	io.Closer
	io.Reader
	io.Seeker
	Readdir(count int) ([]fs.FileInfo, error)
	Stat() (fs.FileInfo, error)
}

var errUnsafePath = errors.New("http: invalid or unsafe file path")

// Open keeps below the folder.
func (d Dir) Open(name string) (File, error) {
	local := path.Clean("/" + name)[1:]
	if local == "" {
		local = "."
	}
	local, err := filepath.Localize(local)
	if err != nil {
		return nil, errUnsafePath
	}
	dir := string(d)
	if dir == "" {
		dir = "."
	}
	full := filepath.Join(dir, local)
	f, err := os.Open(full)
	if err != nil {
		return nil, openError(err, full, os.Stat)
	}
	return f, nil
}

// openError is an error of opening. A name below a file does not exist, whatever the system calls it.
func openError(err error, name string, stat func(string) (fs.FileInfo, error)) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return err
	}
	for i := range len(name) + 1 {
		if i == 0 || i < len(name) && name[i] != '/' {
			continue
		}
		info, e := stat(name[:i])
		if e != nil {
			return err
		}
		if !info.IsDir() {
			return fs.ErrNotExist
		}
	}
	return err
}

// FS makes a FileSystem of an fs.FS, whose files must be able to seek.
func FS(fsys fs.FS) FileSystem { return fsFS{fsys} }

type fsFS struct{ fsys fs.FS }

type fsFile struct{ file fs.File }

func (f fsFS) Open(name string) (File, error) {
	if name == "/" {
		name = "."
	} else {
		name = strings.TrimPrefix(name, "/")
	}
	file, err := f.fsys.Open(name)
	if err != nil {
		return nil, openError(err, name, func(name string) (fs.FileInfo, error) { return fs.Stat(f.fsys, name) })
	}
	return fsFile{file}, nil
}

func (f fsFile) Close() error               { return f.file.Close() }
func (f fsFile) Read(b []byte) (int, error) { return f.file.Read(b) }
func (f fsFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }
func (f fsFile) readdir() (fs.ReadDirFile, bool) {
	d, ok := f.file.(fs.ReadDirFile)
	return d, ok
}

func (f fsFile) Seek(offset int64, whence int) (int64, error) {
	s, ok := f.file.(io.Seeker)
	if !ok {
		return 0, errors.New("io.File missing Seek method")
	}
	return s.Seek(offset, whence)
}

var errNoReadDir = errors.New("io.File directory missing ReadDir method")

// ReadDir is that of the file.
func (f fsFile) ReadDir(count int) ([]fs.DirEntry, error) {
	d, ok := f.readdir()
	if !ok {
		return nil, errNoReadDir
	}
	return d.ReadDir(count)
}

func (f fsFile) Readdir(count int) ([]fs.FileInfo, error) {
	entries, err := f.ReadDir(count)
	if err == errNoReadDir {
		return nil, err
	}
	var list []fs.FileInfo
	for _, entry := range entries {
		info, e := entry.Info()
		if e != nil {
			if errors.Is(e, fs.ErrNotExist) {
				continue // It was removed meanwhile.
			}
			return list, e
		}
		list = append(list, info)
	}
	return list, err
}

// FileServer serves the files below a root. index.html stands for its folder.
func FileServer(root FileSystem) Handler { return &fileHandler{root} }

// FileServerFS serves the files of an fs.FS.
func FileServerFS(root fs.FS) Handler { return FileServer(FS(root)) }

type fileHandler struct{ root FileSystem }

func (f *fileHandler) ServeHTTP(w ResponseWriter, r *Request) {
	p := r.URL.Path
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
		r.URL.Path = p
	}
	serveFile(w, r, f.root, path.Clean(p), true)
}

// ServeFile replies with a file or folder of the system. Requests whose path has .. are refused.
func ServeFile(w ResponseWriter, r *Request, name string) {
	if hasDotDot(r.URL.Path) {
		failFile(w, "invalid URL path", StatusBadRequest)
		return
	}
	dir, file := filepath.Split(name)
	serveFile(w, r, Dir(dir), file, false)
}

// ServeFileFS replies with a file or folder of an fs.FS. Requests whose path has .. are refused.
func ServeFileFS(w ResponseWriter, r *Request, fsys fs.FS, name string) {
	if hasDotDot(r.URL.Path) {
		failFile(w, "invalid URL path", StatusBadRequest)
		return
	}
	serveFile(w, r, FS(fsys), name, false)
}

func hasDotDot(p string) bool {
	if !strings.Contains(p, "..") {
		return false
	}
	return slices.Contains(strings.FieldsFunc(p, func(r rune) bool { return r == '/' || r == '\\' }), "..")
}

// failFile replies with an error, without what the header says of the file.
func failFile(w ResponseWriter, text string, code int) {
	h := w.Header()
	for _, key := range []string{"Cache-Control", "Content-Encoding", "Etag", "Last-Modified"} {
		h.Del(key)
	}
	Error(w, text, code)
}

// failOpen tells clients no more than they need to know.
func failOpen(w ResponseWriter, err error) {
	switch {
	case errors.Is(err, fs.ErrNotExist), err == errUnsafePath:
		failFile(w, "404 page not found", StatusNotFound)
	case errors.Is(err, fs.ErrPermission):
		failFile(w, "403 Forbidden", StatusForbidden)
	default:
		failFile(w, "500 Internal Server Error", StatusInternalServerError)
	}
}

// moveTo redirects to a path as seen from the request's, which keeps its form.
func moveTo(w ResponseWriter, r *Request, to string) {
	if q := r.URL.RawQuery; q != "" {
		to += "?" + q
	}
	w.Header().Set("Location", to)
	w.WriteHeader(StatusMovedPermanently)
}

const indexPage = "/index.html"

func serveFile(w ResponseWriter, r *Request, root FileSystem, name string, redirect bool) {
	if strings.HasSuffix(r.URL.Path, indexPage) {
		moveTo(w, r, "./")
		return
	}
	f, err := root.Open(name)
	if err != nil {
		failOpen(w, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		failOpen(w, err)
		return
	}
	p := r.URL.Path
	slash := strings.HasSuffix(p, "/")
	if redirect && !info.IsDir() && slash {
		base := path.Base(p)
		if base == "/" || base == "." {
			failFile(w, "http: attempting to traverse a non-directory", StatusInternalServerError)
			return
		}
		moveTo(w, r, "../"+base)
		return
	}
	if info.IsDir() {
		if !slash {
			moveTo(w, r, path.Base(p)+"/")
			return
		}
		if index, err := root.Open(strings.TrimSuffix(name, "/") + indexPage); err == nil {
			defer index.Close()
			if i, err := index.Stat(); err == nil {
				info, f = i, index
			}
		}
	}
	if info.IsDir() {
		if modifiedSince(r, info.ModTime()) == no {
			notModified(w)
			return
		}
		setModified(w, info.ModTime())
		listFolder(w, r, f)
		return
	}
	size := func() (int64, error) { return info.Size(), nil }
	serveContent(w, r, info.Name(), info.ModTime(), size, f)
}

func listFolder(w ResponseWriter, r *Request, f File) {
	type entry struct {
		name string
		dir  bool
	}
	var list []entry
	var err error
	if d, ok := f.(fs.ReadDirFile); ok {
		var entries []fs.DirEntry
		entries, err = d.ReadDir(-1)
		for _, e := range entries {
			list = append(list, entry{e.Name(), e.IsDir()})
		}
	} else {
		var infos []fs.FileInfo
		infos, err = f.Readdir(-1)
		for _, i := range infos {
			list = append(list, entry{i.Name(), i.IsDir()})
		}
	}
	if err != nil {
		logTo(r, "http: error reading directory: %v", err)
		Error(w, "Error reading directory", StatusInternalServerError)
		return
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html>\n<meta name=\"viewport\" content=\"width=device-width\">\n<pre>\n")
	for _, e := range list {
		if e.dir {
			e.name += "/"
		}
		u := url.URL{Path: e.name}
		fmt.Fprintf(w, "<a href=\"%s\">%s</a>\n", u.String(), escapeHTML(e.name))
	}
	fmt.Fprintf(w, "</pre>\n")
}

// NewFileTransport answers requests with the files of a FileSystem.
func NewFileTransport(fs FileSystem) RoundTripper { return fileTransport{fileHandler{fs}} }

// NewFileTransportFS answers requests with the files of an fs.FS.
func NewFileTransportFS(fsys fs.FS) RoundTripper { return NewFileTransport(FS(fsys)) }

type fileTransport struct{ handler fileHandler }

func (t fileTransport) RoundTrip(req *Request) (*Response, error) {
	pr, pw := io.Pipe()
	w := &pipeWriter{header: make(Header), pw: pw, ready: make(chan *Response, 1)}
	go func() {
		t.handler.ServeHTTP(w, req)
		w.finish()
	}()
	resp := <-w.ready
	resp.Body = pr
	resp.Request = req
	return resp, nil
}

// pipeWriter is a ResponseWriter whose response is read while it is written.
type pipeWriter struct {
	header Header
	pw     *io.PipeWriter
	ready  chan *Response
	code   int
	sent   bool
}

func (w *pipeWriter) Header() Header { return w.header }

func (w *pipeWriter) WriteHeader(code int) {
	if w.code != 0 {
		return
	}
	w.code = code
}

func (w *pipeWriter) Write(p []byte) (int, error) {
	w.WriteHeader(StatusOK)
	w.send(noEnd)
	return w.pw.Write(p)
}

func (w *pipeWriter) send(length int64) {
	if w.sent {
		return
	}
	w.sent = true
	w.ready <- &Response{Status: fmt.Sprintf("%d %s", w.code, StatusText(w.code)), StatusCode: w.code,
		Proto: "HTTP/1.0", ProtoMajor: 1, Header: w.header, Close: true, ContentLength: length}
}

func (w *pipeWriter) finish() {
	w.WriteHeader(StatusOK)
	w.send(0)
	w.pw.Close()
}

// isNoTime tells whether a file does not know when it was changed.
func isNoTime(t time.Time) bool { return t.IsZero() || t.Equal(time.Unix(0, 0)) }
