//go:build !linux

package greet

const system = " (another)"
