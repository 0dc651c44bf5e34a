package http

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// ServeMux leads requests to the handler whose pattern matches best. A pattern is [METHOD ][HOST]/[PATH]; its path may
// have wildcards {name}, at its end {name...} for all that is left, and {$} for the end of the path. A slash at the end
// takes all that is left too. What matches less takes precedence; patterns of which neither does conflict.
type ServeMux struct {
	mu    sync.RWMutex
	hosts map[string]map[string]*node // by host and method

	// The patterns that may conflict with one that begins with a segment.
	literal map[string][]*pattern
	other   []*pattern
	all     []*pattern
}

// node is a place in a tree of segments.
type node struct {
	children map[string]*node
	wild     *node
	rest     *node // takes all that is left
	pattern  *pattern
	handler  Handler
}

// NewServeMux makes one without patterns.
func NewServeMux() *ServeMux { return &ServeMux{} }

// DefaultServeMux is that of Handle and HandleFunc.
var DefaultServeMux = &defaultServeMux

var defaultServeMux ServeMux

// Handle registers a handler with DefaultServeMux.
func Handle(pattern string, handler Handler) { DefaultServeMux.register(pattern, handler) }

// HandleFunc registers a function with DefaultServeMux.
func HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	DefaultServeMux.register(pattern, HandlerFunc(handler))
}

// Handle panics if the pattern is not valid or conflicts with another.
func (mux *ServeMux) Handle(pattern string, handler Handler) { mux.register(pattern, handler) }

// HandleFunc panics if the pattern is not valid or conflicts with another.
func (mux *ServeMux) HandleFunc(pattern string, handler func(ResponseWriter, *Request)) {
	mux.register(pattern, HandlerFunc(handler))
}

// register is called by the functions that programs call.
func (mux *ServeMux) register(text string, h Handler) {
	if err := mux.add(text, h); err != nil {
		panic(err)
	}
}

func (mux *ServeMux) add(text string, h Handler) error {
	if text == "" {
		return errors.New("http: invalid pattern")
	}
	if f, ok := h.(HandlerFunc); h == nil || ok && f == nil {
		return errors.New("http: nil handler")
	}
	p, err := parsePattern(text)
	if err != nil {
		return fmt.Errorf("parsing %q: %w", text, err)
	}
	p.place = "unknown location"
	if _, file, line, ok := runtime.Caller(3); ok {
		p.place = fmt.Sprintf("%s:%d", file, line)
	}
	mux.mu.Lock()
	defer mux.mu.Unlock()
	for q := range mux.rivals(p) {
		if p.conflicts(q) {
			return fmt.Errorf("pattern %q (registered at %s) conflicts with pattern %q (registered at %s):\n%s",
				p, p.place, q, q.place, p.describeConflict(q))
		}
	}
	mux.insert(p, h)
	return nil
}

// rivals are the patterns that may conflict with another, by the first segment.
func (mux *ServeMux) rivals(p *pattern) func(yield func(*pattern) bool) {
	return func(yield func(*pattern) bool) {
		lists := [2][]*pattern{mux.all}
		if first := p.segments[0]; !first.wild {
			lists = [2][]*pattern{mux.literal[first.text], mux.other}
		}
		for _, list := range lists {
			for _, q := range list {
				if !yield(q) {
					return
				}
			}
		}
	}
}

func (mux *ServeMux) insert(p *pattern, h Handler) {
	if mux.hosts == nil {
		mux.hosts = make(map[string]map[string]*node)
		mux.literal = make(map[string][]*pattern)
	}
	mux.all = append(mux.all, p)
	if first := p.segments[0]; first.wild {
		mux.other = append(mux.other, p)
	} else {
		mux.literal[first.text] = append(mux.literal[first.text], p)
	}
	methods := mux.hosts[p.host]
	if methods == nil {
		methods = make(map[string]*node)
		mux.hosts[p.host] = methods
	}
	n := methods[p.method]
	if n == nil {
		n = &node{}
		methods[p.method] = n
	}
	for _, s := range p.segments {
		n = n.child(s)
	}
	n.pattern, n.handler = p, h
}

// child finds or makes the node for a segment. As in Go one without text, as "//" has it, is the node of a wildcard.
func (n *node) child(s segment) *node {
	at := &n.wild
	switch {
	case s.rest:
		at = &n.rest
	case !s.wild && s.text != "":
		if n.children == nil {
			n.children = make(map[string]*node)
		}
		if n.children[s.text] == nil {
			n.children[s.text] = &node{}
		}
		return n.children[s.text]
	}
	if *at == nil {
		*at = &node{}
	}
	return *at
}

// match finds the node for a path, which is escaped, and what its wildcards take.
func (n *node) match(path string, captured []string) (*node, []string) {
	if path == "" {
		if n.pattern == nil {
			return nil, nil
		}
		return n, captured
	}
	segment, left := "/", ""
	if path != "/" {
		end := strings.IndexByte(path[1:], '/')
		if end < 0 {
			end = len(path) - 1
		}
		segment, left = unescapePath(path[1:end+1]), path[end+1:]
	}
	c := n.children[segment]
	if segment == "" {
		c = n.wild
	}
	if c != nil {
		if found, m := c.match(left, captured); found != nil {
			return found, m
		}
	}
	if segment != "/" && n.wild != nil {
		if found, m := n.wild.match(left, append(captured, segment)); found != nil {
			return found, m
		}
	}
	if n.rest != nil {
		if n.rest.pattern.last().text != "" {
			captured = append(captured, unescapePath(path[1:]))
		}
		return n.rest, captured
	}
	return nil, nil
}

// find finds the node for a request.
func (mux *ServeMux) find(host, method, path string) (*node, []string) {
	if host != "" {
		if n, m := matchMethod(mux.hosts[host], method, path); n != nil {
			return n, m
		}
	}
	return matchMethod(mux.hosts[""], method, path)
}

func matchMethod(methods map[string]*node, method, path string) (*node, []string) {
	try := func(method string) (*node, []string) {
		if root := methods[method]; root != nil {
			return root.match(path, nil)
		}
		return nil, nil
	}
	n, m := try(method)
	if n == nil && method == "HEAD" {
		n, m = try("GET")
	}
	if n == nil && method != "" {
		n, m = try("")
	}
	return n, m
}

// methodsFor are those by which a path could be asked for.
func (mux *ServeMux) methodsFor(host, path string) []string {
	var list []string
	for _, h := range []string{host, ""} {
		for method, root := range mux.hosts[h] {
			if method == "" || slices.Contains(list, method) {
				continue
			}
			n, _ := root.match(path, nil)
			if n == nil && !strings.HasSuffix(path, "/") {
				n, _ = root.match(path+"/", nil)
			}
			if n != nil {
				list = append(list, method)
			}
		}
	}
	if slices.Contains(list, "GET") && !slices.Contains(list, "HEAD") {
		list = append(list, "HEAD")
	}
	slices.Sort(list)
	return list
}

// findOrRedirect finds the node; if only the path with a slash at its end has one of its own, it gives where that is.
func (mux *ServeMux) findOrRedirect(host, method, path string, u *url.URL) (*node, []string, *url.URL) {
	mux.mu.RLock()
	defer mux.mu.RUnlock()
	n, m := mux.find(host, method, path)
	if !n.exact(path) && !strings.HasSuffix(path, "/") && u != nil {
		if with, _ := mux.find(host, method, path+"/"); with.exact(path + "/") {
			return with, nil, &url.URL{Path: cleanPath(u.Path) + "/", RawQuery: u.RawQuery}
		}
	}
	return n, m, nil
}

// exact tells whether a path has nothing that the wildcard for the rest takes.
func (n *node) exact(path string) bool {
	switch {
	case n == nil:
		return false
	case !n.pattern.last().rest:
		return true
	case path != "" && path[len(path)-1] != '/':
		return false
	}
	return len(n.pattern.segments) == strings.Count(path, "/")
}

// cleanPath has a slash in front and neither dots nor doubled slashes.
func cleanPath(p string) string {
	if p == "" {
		return "/"
	}
	if p[0] != '/' {
		p = "/" + p
	}
	clean := path.Clean(p)
	if p[len(p)-1] == '/' && clean != "/" {
		clean += "/"
	}
	return clean
}

func withoutPort(host string) string {
	if !strings.Contains(host, ":") {
		return host
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		return host
	}
	return name
}

// route is where a request leads.
type route struct {
	handler  Handler
	text     string
	pattern  *pattern
	captured []string
}

const muxRedirect = StatusTemporaryRedirect

func (mux *ServeMux) route(r *Request) route {
	host := r.URL.Host
	escaped := r.URL.EscapedPath()
	path := escaped
	if r.Method == "CONNECT" {
		// Its path and host stay as they are.
		_, _, u := mux.findOrRedirect(host, r.Method, path, r.URL)
		if u != nil {
			return route{handler: RedirectHandler(u.String(), muxRedirect), text: u.Path}
		}
		n, m, _ := mux.findOrRedirect(r.Host, r.Method, path, nil)
		return mux.routeTo(n, m, r.Host, path)
	}
	host = withoutPort(r.Host)
	path = cleanPath(path)
	n, m, u := mux.findOrRedirect(host, r.Method, path, r.URL)
	if u != nil {
		return route{handler: RedirectHandler(u.String(), muxRedirect), text: n.pattern.text}
	}
	if path != escaped {
		text := ""
		if n != nil {
			text = n.pattern.text
		}
		u := &url.URL{Path: path, RawQuery: r.URL.RawQuery}
		return route{handler: RedirectHandler(u.String(), muxRedirect), text: text}
	}
	return mux.routeTo(n, m, host, path)
}

func (mux *ServeMux) routeTo(n *node, captured []string, host, path string) route {
	if n != nil {
		return route{n.handler, n.pattern.text, n.pattern, captured}
	}
	mux.mu.RLock()
	allowed := mux.methodsFor(host, path)
	mux.mu.RUnlock()
	if len(allowed) == 0 {
		return route{handler: NotFoundHandler()}
	}
	return route{handler: HandlerFunc(func(w ResponseWriter, r *Request) {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		Error(w, StatusText(StatusMethodNotAllowed), StatusMethodNotAllowed)
	})}
}

// Handler is the handler for a request, and the text of its pattern.
func (mux *ServeMux) Handler(r *Request) (h Handler, pattern string) {
	to := mux.route(r)
	return to.handler, to.text
}

// ServeHTTP has the handler serve the request whose pattern matches best.
func (mux *ServeMux) ServeHTTP(w ResponseWriter, r *Request) {
	if r.RequestURI == "*" {
		if r.ProtoAtLeast(1, 1) {
			w.Header().Set("Connection", "close")
		}
		w.WriteHeader(StatusBadRequest)
		return
	}
	to := mux.route(r)
	r.Pattern, r.pattern, r.captured = to.text, to.pattern, to.captured
	to.handler.ServeHTTP(w, r)
}
