// Package internal is what package log lends to log/slog.
package internal

// DefaultOutput writes a message through the standard logger as if the call at pc had printed it.
var DefaultOutput func(pc uintptr, data []byte) error
