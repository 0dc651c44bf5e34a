// Package netsys has what package net needs of the system's numbers of failures and of raw connections.
package netsys

import "internal/syscall"

type (
	// RawConn gives access to the descriptor of a connection.
	RawConn = syscall.RawConn

	// Errno is a failure as the system numbers it.
	Errno = syscall.Errno
)

const (
	EPERM  = syscall.EPERM
	EINVAL = syscall.EINVAL
)
