package http

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
)

// MaxBytesError is the error of MaxBytesReader.
type MaxBytesError struct{ Limit int64 }

func (e *MaxBytesError) Error() string { return "http: request body too large" }

// MaxBytesReader limits a request's body. A read beyond the limit fails, and the connection closes after the reply.
func MaxBytesReader(w ResponseWriter, r io.ReadCloser, n int64) io.ReadCloser {
	n = max(n, 0)
	return &maxBytesReader{w: w, r: r, limit: n, left: n}
}

type maxBytesReader struct {
	w           ResponseWriter
	r           io.ReadCloser
	limit, left int64
	err         error
}

func (l *maxBytesReader) Read(p []byte) (n int, err error) {
	if l.err != nil {
		return 0, l.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	// One more than what is left tells whether there is more.
	if int64(len(p))-1 > l.left {
		p = p[:l.left+1]
	}
	n, err = l.r.Read(p)
	if int64(n) <= l.left {
		l.left -= int64(n)
		l.err = err
		return n, err
	}
	n = int(l.left)
	l.left = 0
	if w, ok := l.w.(interface{ requestTooLarge() }); ok {
		w.requestTooLarge()
	}
	l.err = &MaxBytesError{l.limit}
	return n, l.err
}

func (l *maxBytesReader) Close() error { return l.r.Close() }

const (
	defaultFormMemory = 32 << 20
	maxFormBody       = 10 << 20
)

var errMissingForm = errors.New("missing form body")

// byReader marks a request whose body MultipartReader reads.
var byReader = &multipart.Form{Value: make(map[string][]string), File: make(map[string][]*multipart.FileHeader)}

// readForm reads a form in the body. One with files is left for ParseMultipartForm.
func (r *Request) readForm() (url.Values, error) {
	if r.Body == nil {
		return nil, errMissingForm
	}
	contentType := r.Header.Get("Content-Type")
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	contentType, _, err := mime.ParseMediaType(contentType)
	if contentType != "application/x-www-form-urlencoded" {
		return nil, err
	}
	var reader io.Reader = r.Body
	if _, limited := r.Body.(*maxBytesReader); !limited {
		reader = io.LimitReader(r.Body, maxFormBody+1)
	}
	text, e := io.ReadAll(reader)
	if e != nil {
		if err == nil {
			err = e
		}
		return nil, err
	}
	if _, limited := r.Body.(*maxBytesReader); !limited && len(text) > maxFormBody {
		return nil, errors.New("http: POST too large")
	}
	values, e := url.ParseQuery(string(text))
	if err == nil {
		err = e
	}
	return values, err
}

// ParseForm fills Form, and PostForm for POST, PUT and PATCH. Values of the body come first.
func (r *Request) ParseForm() error {
	var err error
	if r.PostForm == nil {
		if r.Method == "POST" || r.Method == "PUT" || r.Method == "PATCH" {
			r.PostForm, err = r.readForm()
		}
		if r.PostForm == nil {
			r.PostForm = make(url.Values)
		}
	}
	if r.Form != nil {
		return err
	}
	form := make(url.Values)
	for key, values := range r.PostForm {
		form[key] = append(form[key], values...)
	}
	if r.URL != nil {
		query, e := url.ParseQuery(r.URL.RawQuery)
		if err == nil {
			err = e
		}
		for key, values := range query {
			form[key] = append(form[key], values...)
		}
	}
	r.Form = form
	return err
}

// MultipartReader reads a form with files part by part.
func (r *Request) MultipartReader() (*multipart.Reader, error) {
	if r.MultipartForm == byReader {
		return nil, errors.New("http: MultipartReader called twice")
	}
	if r.MultipartForm != nil {
		return nil, errors.New("http: multipart handled by ParseMultipartForm")
	}
	r.MultipartForm = byReader
	return r.multipart(true)
}

func (r *Request) multipart(mixed bool) (*multipart.Reader, error) {
	contentType := r.Header.Get("Content-Type")
	if contentType == "" {
		return nil, ErrNotMultipart
	}
	if r.Body == nil {
		return nil, errMissingForm
	}
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" && !(mixed && kind == "multipart/mixed") {
		return nil, ErrNotMultipart
	}
	boundary, ok := params["boundary"]
	if !ok {
		return nil, ErrMissingBoundary
	}
	return multipart.NewReader(r.Body, boundary), nil
}

// ParseMultipartForm reads a form with files, and calls ParseForm first.
func (r *Request) ParseMultipartForm(maxMemory int64) error {
	if r.MultipartForm == byReader {
		return errors.New("http: multipart handled by MultipartReader")
	}
	var formErr error
	if r.Form == nil {
		// What is wrong there is told in the end.
		formErr = r.ParseForm()
	}
	if r.MultipartForm != nil {
		return nil
	}
	reader, err := r.multipart(false)
	if err != nil {
		return err
	}
	form, err := reader.ReadForm(maxMemory)
	if err != nil {
		return err
	}
	if r.PostForm == nil {
		r.PostForm = make(url.Values)
	}
	for key, values := range form.Value {
		r.Form[key] = append(r.Form[key], values...)
		r.PostForm[key] = append(r.PostForm[key], values...)
	}
	r.MultipartForm = form
	return formErr
}

// FormValue is the first value of a key in Form, without telling of errors.
func (r *Request) FormValue(key string) string {
	if r.Form == nil {
		r.ParseMultipartForm(defaultFormMemory)
	}
	return r.Form.Get(key)
}

// PostFormValue is the first value of a key in PostForm, without telling of errors.
func (r *Request) PostFormValue(key string) string {
	if r.PostForm == nil {
		r.ParseMultipartForm(defaultFormMemory)
	}
	return r.PostForm.Get(key)
}

// FormFile opens the first file of a key.
func (r *Request) FormFile(key string) (multipart.File, *multipart.FileHeader, error) {
	if r.MultipartForm == byReader {
		return nil, nil, errors.New("http: multipart handled by MultipartReader")
	}
	if r.MultipartForm == nil {
		if err := r.ParseMultipartForm(defaultFormMemory); err != nil {
			return nil, nil, err
		}
	}
	if r.MultipartForm != nil {
		if files := r.MultipartForm.File[key]; len(files) > 0 {
			f, err := files[0].Open()
			return f, files[0], err
		}
	}
	return nil, nil, ErrMissingFile
}

// checkFields tells what is wrong with a header or trailer that is to be sent.
func checkFields(h Header, what string) error {
	for key, values := range h {
		if !isToken(key) {
			return fmt.Errorf("net/http: invalid %s field name %q", what, key)
		}
		for _, value := range values {
			if !isFieldValue(value) {
				// The value may be a secret.
				return fmt.Errorf("net/http: invalid %s field value for %q", what, key)
			}
		}
	}
	return nil
}
