// Package user knows of no users but the one that granted variables of the environment tell of.
package user

import (
	"errors"
	"os"
	"strconv"
)

// User is an account.
type User struct {
	Uid      string
	Gid      string
	Username string
	Name     string
	HomeDir  string
}

// Group is a group of users.
type Group struct {
	Gid  string
	Name string
}

// Errors for what is not found.
type (
	UnknownUserError    string
	UnknownUserIdError  int
	UnknownGroupError   string
	UnknownGroupIdError string
)

func (e UnknownUserError) Error() string    { return "user: unknown user " + string(e) }
func (e UnknownUserIdError) Error() string  { return "user: unknown userid " + strconv.Itoa(int(e)) }
func (e UnknownGroupError) Error() string   { return "group: unknown group " + string(e) }
func (e UnknownGroupIdError) Error() string { return "group: unknown groupid " + string(e) }

// Current is the user of the variables USER and HOME, and an error where one of them is not granted.
func Current() (*User, error) {
	u := &User{
		Uid: strconv.Itoa(os.Getuid()), Gid: strconv.Itoa(os.Getgid()), Username: os.Getenv("USER"), HomeDir: os.Getenv("HOME"),
	}
	missing := ""
	if u.Username == "" {
		missing = "$USER"
	}
	if u.HomeDir == "" {
		if missing != "" {
			missing += ", "
		}
		missing += "$HOME"
	}
	if missing != "" {
		return u, errors.New("user: Current requires cgo or " + missing + " set in environment")
	}
	return u, nil
}

func Lookup(username string) (*User, error) {
	if u, err := Current(); err == nil && u.Username == username {
		return u, nil
	}
	return nil, UnknownUserError(username)
}

func LookupId(uid string) (*User, error) {
	n, err := strconv.Atoi(uid)
	if err != nil {
		return nil, err
	}
	if u, err := Current(); err == nil && u.Uid == uid {
		return u, nil
	}
	return nil, UnknownUserIdError(n)
}

func LookupGroup(name string) (*Group, error) { return nil, UnknownGroupError(name) }

func LookupGroupId(gid string) (*Group, error) {
	if _, err := strconv.Atoi(gid); err != nil {
		return nil, err
	}
	return nil, UnknownGroupIdError(gid)
}

// GroupIds is the user's own group.
func (u *User) GroupIds() ([]string, error) {
	if _, err := strconv.Atoi(u.Gid); err != nil {
		return nil, errors.New("user: list groups for " + u.Username + ": invalid gid " + strconv.Quote(u.Gid))
	}
	return []string{u.Gid}, nil
}
