package http

import (
	"errors"
	"fmt"
	"net/url"
	"sync"
)

// CrossOriginProtection refuses requests that change something and that a browser sends for a page of another origin. The browser
// tells so by Sec-Fetch-Site, older ones by Origin. The zero value will do.
type CrossOriginProtection struct {
	mu      sync.RWMutex
	bypass  *ServeMux
	trusted map[string]bool
	deny    Handler
}

// NewCrossOriginProtection makes one without exceptions.
func NewCrossOriginProtection() *CrossOriginProtection { return &CrossOriginProtection{} }

// AddTrustedOrigin lets requests of an origin pass, which has a scheme, a host, and perhaps a port.
func (c *CrossOriginProtection) AddTrustedOrigin(origin string) error {
	u, err := url.Parse(origin)
	switch {
	case err != nil:
		return fmt.Errorf("invalid origin %q: %w", origin, err)
	case u.Scheme == "":
		return fmt.Errorf("invalid origin %q: scheme is required", origin)
	case u.Host == "":
		return fmt.Errorf("invalid origin %q: host is required", origin)
	case u.Path != "" || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("invalid origin %q: path, query, and fragment are not allowed", origin)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trusted == nil {
		c.trusted = make(map[string]bool)
	}
	c.trusted[origin] = true
	return nil
}

// AddInsecureBypassPattern lets requests pass that match a pattern as ServeMux has them.
func (c *CrossOriginProtection) AddInsecureBypassPattern(pattern string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bypass == nil {
		c.bypass = NewServeMux()
	}
	c.bypass.Handle(pattern, NotFoundHandler())
}

// SetDenyHandler has another handler answer what is refused.
func (c *CrossOriginProtection) SetDenyHandler(h Handler) {
	c.mu.Lock()
	c.deny = h
	c.mu.Unlock()
}

var (
	errCrossOrigin = errors.New("cross-origin request detected from Sec-Fetch-Site header")
	errOldBrowser  = errors.New("cross-origin request detected, and/or browser is out of date: " +
		"Sec-Fetch-Site is missing, and Origin does not match Host")
)

// Check tells why a request is to be refused.
func (c *CrossOriginProtection) Check(req *Request) error {
	switch req.Method {
	case "GET", "HEAD", "OPTIONS":
		return nil
	}
	switch req.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return nil
	case "":
	default:
		if c.exempts(req) {
			return nil
		}
		return errCrossOrigin
	}
	origin := req.Header.Get("Origin")
	if origin == "" {
		return nil
	}
	// The scheme of the request is not known here.
	if u, err := url.Parse(origin); err == nil && u.Host == req.Host || c.exempts(req) {
		return nil
	}
	return errOldBrowser
}

func (c *CrossOriginProtection) exempts(req *Request) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.bypass != nil && c.bypass.route(req).pattern != nil {
		return true
	}
	origin := req.Header.Get("Origin")
	return origin != "" && c.trusted[origin]
}

// Handler checks requests before it lets a handler have them.
func (c *CrossOriginProtection) Handler(h Handler) Handler {
	return HandlerFunc(func(w ResponseWriter, r *Request) {
		err := c.Check(r)
		if err == nil {
			h.ServeHTTP(w, r)
			return
		}
		c.mu.RLock()
		deny := c.deny
		c.mu.RUnlock()
		if deny != nil {
			deny.ServeHTTP(w, r)
			return
		}
		Error(w, err.Error(), StatusForbidden)
	})
}
