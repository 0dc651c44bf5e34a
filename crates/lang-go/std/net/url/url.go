// Package url reads and writes URLs, and what is in their queries.
package url

import (
	"errors"
	"fmt"
	"path"
	"sort"
	"strings"
)

// Error tells what failed with which URL.
type Error struct {
	Op  string
	URL string
	Err error
}

func (e *Error) Unwrap() error { return e.Err }
func (e *Error) Error() string { return fmt.Sprintf("%s %q: %s", e.Op, e.URL, e.Err) }
func (e *Error) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func (e *Error) Temporary() bool {
	t, ok := e.Err.(interface{ Temporary() bool })
	return ok && t.Temporary()
}

// URL is [scheme:][//[userinfo@]host][/]path[?query][#fragment], or scheme:opaque[?query][#fragment].
type URL struct {
	Scheme      string
	Opaque      string
	User        *Userinfo
	Host        string
	Path        string
	Fragment    string
	RawQuery    string
	RawPath     string
	RawFragment string
	ForceQuery  bool
	OmitHost    bool
}

// Userinfo is a name, perhaps with a password.
type Userinfo struct {
	username    string
	password    string
	passwordSet bool
}

func User(username string) *Userinfo { return &Userinfo{username, "", false} }
func UserPassword(username, password string) *Userinfo {
	return &Userinfo{username, password, true}
}

func (u *Userinfo) Username() string {
	if u == nil {
		return ""
	}
	return u.username
}

func (u *Userinfo) Password() (string, bool) {
	if u == nil {
		return "", false
	}
	return u.password, u.passwordSet
}

func (u *Userinfo) String() string {
	if u == nil {
		return ""
	}
	s := escape(u.username, inUserPassword)
	if u.passwordSet {
		s += ":" + escape(u.password, inUserPassword)
	}
	return s
}

func getScheme(s string) (scheme, rest string, err error) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case c == ':' && i == 0:
			return "", "", errors.New("missing protocol scheme")
		case c == ':':
			return s[:i], s[i+1:], nil
		default:
			return "", s, nil
		}
	}
	return "", s, nil
}

// Parse reads a URL, absolute or relative.
func Parse(rawURL string) (*URL, error) {
	s, fragment, _ := strings.Cut(rawURL, "#")
	url, err := parse(s, false)
	if err != nil {
		return nil, &Error{"parse", s, err}
	}
	if fragment == "" {
		return url, nil
	}
	if err = url.setFragment(fragment); err != nil {
		return nil, &Error{"parse", rawURL, err}
	}
	return url, nil
}

// ParseRequestURI reads the URL of a request: absolute, or a path, and without fragment.
func ParseRequestURI(rawURL string) (*URL, error) {
	url, err := parse(rawURL, true)
	if err != nil {
		return nil, &Error{"parse", rawURL, err}
	}
	return url, nil
}

func parse(rawURL string, request bool) (*URL, error) {
	for i := 0; i < len(rawURL); i++ {
		if c := rawURL[i]; c < ' ' || c == 0x7f {
			return nil, errors.New("net/url: invalid control character in URL")
		}
	}
	if rawURL == "" && request {
		return nil, errors.New("empty url")
	}
	url := new(URL)
	if rawURL == "*" {
		url.Path = "*"
		return url, nil
	}
	scheme, rest, err := getScheme(rawURL)
	if err != nil {
		return nil, err
	}
	url.Scheme = strings.ToLower(scheme)
	var found bool
	rest, url.RawQuery, found = strings.Cut(rest, "?")
	url.ForceQuery = found && url.RawQuery == ""
	if !strings.HasPrefix(rest, "/") {
		if url.Scheme != "" {
			url.Opaque = rest
			return url, nil
		}
		if request {
			return nil, errors.New("invalid URI for request")
		}
		if segment, _, _ := strings.Cut(rest, "/"); strings.IndexByte(segment, ':') >= 0 {
			return nil, errors.New("first path segment in URL cannot contain colon")
		}
	}
	if strings.HasPrefix(rest, "//") && (url.Scheme != "" || !request && !strings.HasPrefix(rest, "///")) {
		authority := rest[2:]
		rest = ""
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			authority, rest = authority[:i], authority[i:]
		}
		if url.User, url.Host, err = parseAuthority(url.Scheme, authority); err != nil {
			return nil, err
		}
	} else if url.Scheme != "" && strings.HasPrefix(rest, "/") {
		url.OmitHost = true
	}
	if err := url.setPath(rest); err != nil {
		return nil, err
	}
	return url, nil
}

func parseAuthority(scheme, authority string) (user *Userinfo, host string, err error) {
	at := strings.LastIndexByte(authority, '@')
	host, err = parseHost(scheme, authority[at+1:])
	if err != nil {
		return nil, "", err
	}
	if at < 0 {
		return nil, host, nil
	}
	info := authority[:at]
	for i := 0; i < len(info); i++ {
		c := info[i]
		if table[c]&inUserPassword == 0 && strings.IndexByte("~!'()*:%@", c) < 0 {
			return nil, "", errors.New("net/url: invalid userinfo")
		}
	}
	name, password, found := strings.Cut(info, ":")
	if name, err = unescape(name, inUserPassword); err != nil {
		return nil, "", err
	}
	if !found {
		return User(name), host, nil
	}
	if password, err = unescape(password, inUserPassword); err != nil {
		return nil, "", err
	}
	return UserPassword(name, password), host, nil
}

// setPath keeps the escaped form only if it is not what escaping would give.
func (u *URL) setPath(p string) error {
	path, err := unescape(p, inPath)
	if err != nil {
		return err
	}
	u.Path, u.RawPath = path, ""
	if escape(path, inPath) != p {
		u.RawPath = p
	}
	return nil
}

func (u *URL) setFragment(f string) error {
	fragment, err := unescape(f, inFragment)
	if err != nil {
		return err
	}
	u.Fragment, u.RawFragment = fragment, ""
	if escape(fragment, inFragment) != f {
		u.RawFragment = f
	}
	return nil
}

func escaped(raw, text string, in encoding) (string, bool) {
	if raw != "" && validEncoded(raw, in) {
		s, err := unescape(raw, in)
		return raw, err == nil && s == text
	}
	return "", false
}

func (u *URL) EscapedPath() string {
	if raw, ok := escaped(u.RawPath, u.Path, inPath); ok {
		return raw
	}
	if u.Path == "*" {
		return "*"
	}
	return escape(u.Path, inPath)
}

func (u *URL) EscapedFragment() string {
	if raw, ok := escaped(u.RawFragment, u.Fragment, inFragment); ok {
		return raw
	}
	return escape(u.Fragment, inFragment)
}

func (u *URL) String() string {
	var b strings.Builder
	if u.Scheme != "" {
		b.WriteString(u.Scheme)
		b.WriteByte(':')
	}
	if u.Opaque != "" {
		b.WriteString(u.Opaque)
	} else {
		authority := u.Host != "" || u.User != nil
		if authority || u.Scheme != "" && !u.OmitHost && u.Path != "" {
			b.WriteString("//")
		}
		if u.User != nil {
			b.WriteString(u.User.String())
			b.WriteByte('@')
		}
		b.WriteString(escape(u.Host, inHost))
		path := u.EscapedPath()
		if path != "" && path[0] != '/' && u.Host != "" {
			b.WriteByte('/')
		}
		if b.Len() == 0 {
			// A colon in the first segment would make it a scheme.
			if segment, _, _ := strings.Cut(path, "/"); strings.IndexByte(segment, ':') >= 0 {
				b.WriteString("./")
			}
		}
		b.WriteString(path)
	}
	if u.ForceQuery || u.RawQuery != "" {
		b.WriteByte('?')
		b.WriteString(u.RawQuery)
	}
	if u.Fragment != "" {
		b.WriteByte('#')
		b.WriteString(u.EscapedFragment())
	}
	return b.String()
}

// Redacted is String without the password.
func (u *URL) Redacted() string {
	if u == nil {
		return ""
	}
	shown := *u
	if _, has := shown.User.Password(); has {
		shown.User = UserPassword(shown.User.Username(), "xxxxx")
	}
	return shown.String()
}

func (u *URL) IsAbs() bool { return u.Scheme != "" }

func (u *URL) Parse(ref string) (*URL, error) {
	url, err := Parse(ref)
	if err != nil {
		return nil, err
	}
	return u.ResolveReference(url), nil
}

// ResolveReference is what a reference means in a document with this URL.
func (u *URL) ResolveReference(ref *URL) *URL {
	url := *ref
	if ref.Scheme == "" {
		url.Scheme = u.Scheme
	}
	switch {
	case ref.Scheme != "" || ref.Host != "" || ref.User != nil:
		url.setPath(resolvePath(ref.EscapedPath(), ""))
		return &url
	case ref.Opaque != "":
		url.User, url.Host, url.Path = nil, "", ""
		return &url
	}
	if ref.Path == "" && !ref.ForceQuery && ref.RawQuery == "" {
		url.RawQuery = u.RawQuery
		if ref.Fragment == "" {
			url.Fragment, url.RawFragment = u.Fragment, u.RawFragment
		}
	}
	if ref.Path == "" && u.Opaque != "" {
		url.Opaque = u.Opaque
		url.User, url.Host, url.Path = nil, "", ""
		return &url
	}
	url.Host, url.User = u.Host, u.User
	url.setPath(resolvePath(u.EscapedPath(), ref.EscapedPath()))
	return &url
}

// resolvePath follows a reference from a path, with its . and .. elements.
func resolvePath(base, ref string) string {
	full := ref
	if ref == "" {
		full = base
	} else if ref[0] != '/' {
		full = base[:strings.LastIndexByte(base, '/')+1] + ref
	}
	if full == "" {
		return ""
	}
	out := append(make([]byte, 0, len(full)+1), '/')
	elem, rest, more := "", full, true
	first := true
	for more {
		elem, rest, more = strings.Cut(rest, "/")
		switch elem {
		case ".":
			first = false
		case "..":
			n := len(out) - 1
			for n > 0 && out[n] != '/' {
				n--
			}
			out = out[:max(n, 1)]
			first = len(out) == 1
		default:
			if !first {
				out = append(out, '/')
			}
			out = append(out, elem...)
			first = false
		}
	}
	if elem == "." || elem == ".." {
		out = append(out, '/')
	}
	// The first slash was put there so that there is something to go up to.
	if len(out) > 1 && out[1] == '/' {
		out = out[1:]
	}
	return string(out)
}

func (u *URL) RequestURI() string {
	s := u.Opaque
	if s == "" {
		s = u.EscapedPath()
		if s == "" {
			s = "/"
		}
	} else if strings.HasPrefix(s, "//") {
		s = u.Scheme + ":" + s
	}
	if u.ForceQuery || u.RawQuery != "" {
		s += "?" + u.RawQuery
	}
	return s
}

func (u *URL) Hostname() string {
	host, _ := splitPort(u.Host)
	return host
}

func (u *URL) Port() string {
	_, port := splitPort(u.Host)
	return port
}

func splitPort(s string) (host, port string) {
	host = s
	if i := strings.LastIndexByte(s, ':'); i >= 0 && validPort(s[i:]) {
		host, port = s[:i], s[i+1:]
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	return host, port
}

func (u *URL) MarshalBinary() (text []byte, err error) { return u.AppendBinary(nil) }
func (u *URL) AppendBinary(b []byte) ([]byte, error)   { return append(b, u.String()...), nil }
func (u *URL) UnmarshalBinary(text []byte) error {
	url, err := Parse(string(text))
	if err != nil {
		return err
	}
	*u = *url
	return nil
}

func (u *URL) JoinPath(elem ...string) *URL {
	url, _ := u.join(elem)
	return url
}

func JoinPath(base string, elem ...string) (result string, err error) {
	u, err := Parse(base)
	if err != nil {
		return "", err
	}
	if u, err = u.join(elem); err != nil {
		return "", err
	}
	return u.String(), nil
}

func (u *URL) join(elem []string) (*URL, error) {
	elem = append([]string{u.EscapedPath()}, elem...)
	relative := !strings.HasPrefix(elem[0], "/")
	if relative {
		// So that no .. leads out of it.
		elem[0] = "/" + elem[0]
	}
	p := path.Join(elem...)
	if relative {
		p = p[1:]
	}
	if strings.HasSuffix(elem[len(elem)-1], "/") && !strings.HasSuffix(p, "/") {
		p += "/"
	}
	url := *u
	err := url.setPath(p)
	return &url, err
}

// Values are the values of a query's keys.
type Values map[string][]string

func (v Values) Get(key string) string {
	if values := v[key]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func (v Values) Set(key, value string) { v[key] = []string{value} }
func (v Values) Add(key, value string) { v[key] = append(v[key], value) }
func (v Values) Del(key string)        { delete(v, key) }
func (v Values) Has(key string) bool {
	_, ok := v[key]
	return ok
}

func (u *URL) Query() Values {
	values, _ := ParseQuery(u.RawQuery)
	return values
}

// ParseQuery reads a query, as far as it is well-formed; the error is the first one.
func ParseQuery(query string) (Values, error) {
	m := make(Values)
	if strings.Count(query, "&") >= 10000 {
		return m, errors.New("number of URL query parameters exceeded limit")
	}
	var err error
	for query != "" {
		var key string
		key, query, _ = strings.Cut(query, "&")
		if strings.IndexByte(key, ';') >= 0 {
			err = errors.New("invalid semicolon separator in query")
			continue
		}
		if key == "" {
			continue
		}
		key, value, _ := strings.Cut(key, "=")
		key, err1 := QueryUnescape(key)
		if err1 == nil {
			value, err1 = QueryUnescape(value)
		}
		if err1 != nil {
			if err == nil {
				err = err1
			}
			continue
		}
		m[key] = append(m[key], value)
	}
	return m, err
}

// Encode writes a query, in the order of the keys.
func (v Values) Encode() string {
	keys := make([]string, 0, len(v))
	for key := range v {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, key := range keys {
		name := QueryEscape(key)
		for _, value := range v[key] {
			if b.Len() > 0 {
				b.WriteByte('&')
			}
			b.WriteString(name)
			b.WriteByte('=')
			b.WriteString(QueryEscape(value))
		}
	}
	return b.String()
}
