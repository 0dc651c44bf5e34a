// Package netsys has what package net needs of the system's numbers of failures and of raw connections.
package netsys

import "io/fs"

// RawConn gives access to the descriptor of a connection.
type RawConn interface {
	Control(f func(fd uintptr)) error
	Read(f func(fd uintptr) (done bool)) error
	Write(f func(fd uintptr) (done bool)) error
}

// Errno is a failure as the system numbers it.
type Errno uintptr

const (
	EPERM  Errno = 1
	EINVAL Errno = 22
)

func (e Errno) Error() string {
	if e == EPERM {
		return "operation not permitted"
	}
	return "invalid argument"
}

// Is tells of the general errors of package io/fs, and of other numbers with the same text, whether e is one of them.
func (e Errno) Is(target error) bool {
	if target == fs.ErrPermission {
		return e == EPERM
	}
	_, number := target.(interface{ Temporary() bool })
	return number && target.Error() == e.Error()
}

func (e Errno) Temporary() bool { return false }
func (e Errno) Timeout() bool   { return false }
