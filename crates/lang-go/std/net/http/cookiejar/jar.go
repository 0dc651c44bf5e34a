// Package cookiejar keeps cookies in memory, by RFC 6265.
package cookiejar

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/internal/punycode"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// PublicSuffixList tells below which domains anybody can have one: cookies are not set for those. String describes the list.
type PublicSuffixList interface {
	PublicSuffix(domain string) string
	String() string
}

// Options are for New.
type Options struct{ PublicSuffixList PublicSuffixList }

// Jar is an http.CookieJar.
type Jar struct {
	list    PublicSuffixList
	mu      sync.Mutex
	entries map[string]map[string]entry // by the domain's part that can be registered, and the cookie's id
	next    uint64
}

// entry is a cookie in the jar.
type entry struct {
	name, value    string
	quoted         bool
	domain, path   string
	secure         bool
	httpOnly       bool
	persistent     bool
	hostOnly       bool
	expires        time.Time
	created, asked time.Time
	turn           uint64 // orders those of the same time
}

// New makes an empty jar; the options may be nil.
func New(o *Options) (*Jar, error) {
	j := &Jar{entries: make(map[string]map[string]entry)}
	if o != nil {
		j.list = o.PublicSuffixList
	}
	return j, nil
}

func (e *entry) id() string { return e.domain + ";" + e.path + ";" + e.name }

// wanted tells whether a cookie goes along to a host and path.
func (e *entry) wanted(https bool, host, path string) bool {
	return (e.domain == host || !e.hostOnly && below(host, e.domain)) && e.covers(path) && (https || !e.secure)
}

func below(host, domain string) bool {
	return len(host) > len(domain) && strings.HasSuffix(host, "."+domain)
}

func (e *entry) covers(path string) bool {
	if path == e.path {
		return true
	}
	return strings.HasPrefix(path, e.path) && (e.path[len(e.path)-1] == '/' || path[len(e.path)] == '/')
}

// Cookies are those for a URL, the longest paths first. There are none for other schemes than HTTP and HTTPS.
func (j *Jar) Cookies(u *url.URL) (cookies []*http.Cookie) { return j.cookies(u, time.Now()) }

func (j *Jar) cookies(u *url.URL, now time.Time) (cookies []*http.Cookie) {
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	host, err := canonicalHost(u.Host)
	if err != nil {
		return nil
	}
	key := j.key(host)
	j.mu.Lock()
	defer j.mu.Unlock()
	kept := j.entries[key]
	if kept == nil {
		return nil
	}
	path := u.Path
	if path == "" {
		path = "/"
	}
	var chosen []entry
	for id, e := range kept {
		if e.persistent && !e.expires.After(now) {
			delete(kept, id)
			continue
		}
		if e.wanted(u.Scheme == "https", host, path) {
			e.asked = now
			kept[id] = e
			chosen = append(chosen, e)
		}
	}
	if len(kept) == 0 {
		delete(j.entries, key)
	}
	slices.SortFunc(chosen, func(a, b entry) int {
		return cmp.Or(cmp.Compare(len(b.path), len(a.path)), a.created.Compare(b.created), cmp.Compare(a.turn, b.turn))
	})
	for _, e := range chosen {
		cookies = append(cookies, &http.Cookie{Name: e.name, Value: e.value, Quoted: e.quoted})
	}
	return cookies
}

// SetCookies keeps the cookies that the response for a URL has set, as far as they are allowed to be.
func (j *Jar) SetCookies(u *url.URL, cookies []*http.Cookie) { j.setCookies(u, cookies, time.Now()) }

func (j *Jar) setCookies(u *url.URL, cookies []*http.Cookie, now time.Time) {
	if len(cookies) == 0 || u.Scheme != "http" && u.Scheme != "https" {
		return
	}
	host, err := canonicalHost(u.Host)
	if err != nil {
		return
	}
	key, path := j.key(host), defaultPath(u.Path)
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, c := range cookies {
		e, remove, err := j.entry(c, now, path, host)
		if err != nil {
			continue
		}
		id := e.id()
		kept := j.entries[key]
		if remove {
			delete(kept, id)
			if kept != nil && len(kept) == 0 {
				delete(j.entries, key)
			}
			continue
		}
		if kept == nil {
			kept = make(map[string]entry)
			j.entries[key] = kept
		}
		if old, ok := kept[id]; ok {
			e.created, e.turn = old.created, old.turn
		} else {
			e.created, e.turn = now, j.next
			j.next++
		}
		e.asked = now
		kept[id] = e
	}
}

// noEnd is when a cookie expires that lasts for the session.
var noEnd = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

func (j *Jar) entry(c *http.Cookie, now time.Time, path, host string) (e entry, remove bool, err error) {
	e = entry{name: c.Name, value: c.Value, quoted: c.Quoted, secure: c.Secure, httpOnly: c.HttpOnly, path: path}
	if strings.HasPrefix(c.Path, "/") {
		e.path = c.Path
	}
	if e.domain, e.hostOnly, err = j.domain(host, c.Domain); err != nil {
		return e, false, err
	}
	switch {
	case c.MaxAge < 0:
		return e, true, nil
	case c.MaxAge > 0:
		e.expires = now.Add(time.Duration(c.MaxAge) * time.Second)
		e.persistent = true
	case c.Expires.IsZero():
		e.expires = noEnd
	case !c.Expires.After(now):
		return e, true, nil
	default:
		e.expires = c.Expires
		e.persistent = true
	}
	return e, false, nil
}

var (
	errIllegal   = errors.New("cookiejar: illegal cookie domain attribute")
	errMalformed = errors.New("cookiejar: malformed cookie domain attribute")
)

// domain is for which domain a cookie is, and whether for it alone.
func (j *Jar) domain(host, domain string) (string, bool, error) {
	if domain == "" {
		return host, true, nil
	}
	if net.ParseIP(host) != nil {
		// An address has nothing below it.
		if host != domain {
			return "", false, errIllegal
		}
		return host, true, nil
	}
	domain = strings.TrimPrefix(domain, ".")
	if domain == "" || domain[0] == '.' {
		return "", false, errMalformed
	}
	if !punycode.IsASCII(domain) {
		return "", false, errMalformed
	}
	domain = strings.ToLower(domain)
	if domain[len(domain)-1] == '.' {
		return "", false, errMalformed
	}
	if j.list != nil {
		if suffix := j.list.PublicSuffix(domain); suffix != "" && !below(domain, suffix) {
			if host == domain {
				// A site that is itself such a domain may keep cookies for itself.
				return host, true, nil
			}
			return "", false, errIllegal
		}
	}
	if host != domain && !below(host, domain) {
		return "", false, errIllegal
	}
	return domain, false, nil
}

// canonicalHost is a host in small letters of ASCII, without port and dot at its end.
func canonicalHost(host string) (string, error) {
	if strings.LastIndexByte(host, ':') > strings.LastIndexByte(host, ']') {
		var err error
		if strings.Count(host, ":") == 1 || host[0] == '[' {
			if host, _, err = net.SplitHostPort(host); err != nil {
				return "", err
			}
		}
	}
	host = strings.TrimSuffix(host, ".")
	encoded, err := punycode.ToASCII(host)
	if err != nil {
		return "", fmt.Errorf("cookiejar: %w", err)
	}
	return strings.ToLower(encoded), nil
}

// key is the part of a host that can be registered: one label more than the public suffix.
func (j *Jar) key(host string) string {
	if net.ParseIP(host) != nil || strings.ContainsAny(host, ":%") {
		return host
	}
	var i int
	if j.list == nil {
		if i = strings.LastIndex(host, "."); i <= 0 {
			return host
		}
	} else {
		suffix := j.list.PublicSuffix(host)
		if suffix == host {
			return host
		}
		if i = len(host) - len(suffix); i <= 0 || host[i-1] != '.' {
			// The list gives something odd.
			return host
		}
		i--
	}
	return host[strings.LastIndex(host[:i], ".")+1:]
}

// defaultPath is the folder of a path.
func defaultPath(path string) string {
	if path == "" || path[0] != '/' {
		return "/"
	}
	if i := strings.LastIndexByte(path, '/'); i > 0 {
		return path[:i]
	}
	return "/"
}
