package slog

import (
	"context"
	"errors"
)

// MultiHandler hands records to several handlers.
type MultiHandler struct {
	handlers []Handler
}

func NewMultiHandler(handlers ...Handler) *MultiHandler {
	return &MultiHandler{append([]Handler(nil), handlers...)}
}

// Enabled reports whether any of the handlers is enabled.
func (h *MultiHandler) Enabled(ctx context.Context, l Level) bool {
	for _, each := range h.handlers {
		if each.Enabled(ctx, l) {
			return true
		}
	}
	return false
}

// Handle gives each enabled handler a clone of the record, and joins their errors.
func (h *MultiHandler) Handle(ctx context.Context, r Record) error {
	var failures []error
	for _, each := range h.handlers {
		if each.Enabled(ctx, r.Level) {
			if err := each.Handle(ctx, r.Clone()); err != nil {
				failures = append(failures, err)
			}
		}
	}
	return errors.Join(failures...)
}

// each is a MultiHandler of what f makes of the handlers.
func (h *MultiHandler) each(f func(Handler) Handler) Handler {
	handlers := make([]Handler, len(h.handlers))
	for i, handler := range h.handlers {
		handlers[i] = f(handler)
	}
	return &MultiHandler{handlers}
}

func (h *MultiHandler) WithAttrs(attrs []Attr) Handler {
	return h.each(func(each Handler) Handler { return each.WithAttrs(attrs) })
}

func (h *MultiHandler) WithGroup(name string) Handler {
	return h.each(func(each Handler) Handler { return each.WithGroup(name) })
}
