// Package exec has commands that cannot be run: to start a process is denied, as by a system that forbids it.
package exec

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

var (
	// ErrDot is the error of a command that was found by a path relative to the working folder.
	ErrDot = errors.New("cannot run executable found relative to current directory")

	// ErrNotFound is the error of a command that is in no folder of $PATH.
	ErrNotFound = errors.New("executable file not found in $PATH")

	// ErrWaitDelay is the error of a command that ended while its streams stayed open.
	ErrWaitDelay = errors.New("exec: WaitDelay expired before I/O complete")
)

// Error says why a command cannot be run.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return "exec: " + strconv.Quote(e.Name) + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// ExitError says that a command ended without success.
type ExitError struct {
	*os.ProcessState
	Stderr []byte // some of what Output saw
}

func (e *ExitError) Error() string { return e.ProcessState.String() }

// executable tells why a file is not to be run.
func executable(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		return syscall.EISDIR
	case mode&0o111 == 0:
		return fs.ErrPermission
	}
	return nil
}

// LookPath finds a command in the folders of $PATH, as far as they may be read.
func LookPath(file string) (string, error) {
	if file == "" || file == "." || file == ".." {
		return "", &Error{file, ErrNotFound}
	}
	if strings.Contains(file, "/") {
		if err := executable(file); err != nil {
			return "", &Error{file, err}
		}
		return file, nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir == "" {
			dir = "."
		}
		path := filepath.Join(dir, file)
		if executable(path) != nil {
			continue
		}
		if !filepath.IsAbs(path) {
			return path, &Error{file, ErrDot}
		}
		return path, nil
	}
	return "", &Error{file, ErrNotFound}
}

// Cmd is a command.
type Cmd struct {
	Path         string
	Args         []string
	Env          []string
	Dir          string
	Stdin        io.Reader
	Stdout       io.Writer
	Stderr       io.Writer
	ExtraFiles   []*os.File
	SysProcAttr  *syscall.SysProcAttr
	Process      *os.Process
	ProcessState *os.ProcessState
	Err          error // that of LookPath
	Cancel       func() error
	WaitDelay    time.Duration

	ctx     context.Context
	started bool
	pipes   []io.Closer
}

// Command is a command by name, which is looked up unless it has a slash, with its arguments.
func Command(name string, arg ...string) *Cmd {
	c := &Cmd{Path: name, Args: append([]string{name}, arg...)}
	if filepath.Base(name) == name {
		path, err := LookPath(name)
		if path != "" {
			c.Path = path
		}
		c.Err = err
	}
	return c
}

// CommandContext is a command that is killed when the context is done.
func CommandContext(ctx context.Context, name string, arg ...string) *Cmd {
	if ctx == nil {
		panic("nil Context")
	}
	c := Command(name, arg...)
	c.ctx = ctx
	c.Cancel = func() error { return c.Process.Kill() }
	return c
}

// String is the command for people to read.
func (c *Cmd) String() string {
	if c.Err != nil {
		return strings.Join(c.Args, " ")
	}
	return strings.Join(append([]string{c.Path}, c.Args[1:]...), " ")
}

// Environ is the environment that the command would have.
func (c *Cmd) Environ() []string {
	env := c.Env
	if env == nil {
		env = os.Environ()
		if c.Dir != "" {
			if dir, err := filepath.Abs(c.Dir); err == nil {
				env = append(env, "PWD="+dir)
			}
		}
	}
	return lastOfEach(env)
}

// lastOfEach leaves out variables that are set again, and what would not pass as one.
func lastOfEach(env []string) []string {
	out := make([]string, 0, len(env))
	seen := map[string]bool{}
	for _, entry := range slices.Backward(env) {
		if strings.IndexByte(entry, 0) >= 0 {
			continue
		}
		name, _, ok := strings.Cut(entry, "=")
		if ok {
			if seen[name] {
				continue
			}
			seen[name] = true
		} else if entry == "" {
			continue
		}
		out = append(out, entry)
	}
	slices.Reverse(out)
	return out
}

// closePipes has the other ends of pipes notice that there is no command.
func (c *Cmd) closePipes() {
	for _, p := range c.pipes {
		p.Close()
	}
	c.pipes = nil
}

// Start fails: processes are not started.
func (c *Cmd) Start() error {
	defer c.closePipes()
	if c.Path == "" && c.Err == nil {
		c.Err = errors.New("exec: no command")
	}
	if c.started || c.Process != nil {
		return errors.New("exec: already started")
	}
	c.started = true
	if c.Err != nil {
		return c.Err
	}
	if c.Cancel != nil && c.ctx == nil {
		return errors.New("exec: command with a non-nil Cancel was not created with CommandContext")
	}
	if c.ctx != nil && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	attr := &os.ProcAttr{Dir: c.Dir, Env: c.Environ(), Sys: c.SysProcAttr}
	process, err := os.StartProcess(c.Path, c.Args, attr)
	c.Process = process
	return err
}

// Run is Start and Wait.
func (c *Cmd) Run() error {
	if err := c.Start(); err != nil {
		return err
	}
	return c.Wait()
}

// Wait waits until a command that was started ends.
func (c *Cmd) Wait() error {
	if c.Process == nil {
		return errors.New("exec: not started")
	}
	if c.ProcessState != nil {
		return errors.New("exec: Wait was already called")
	}
	state, err := c.Process.Wait()
	c.ProcessState = state
	return err
}

var (
	errStdin  = errors.New("exec: Stdin already set")
	errStdout = errors.New("exec: Stdout already set")
	errStderr = errors.New("exec: Stderr already set")
)

// Output runs the command, and gives what it writes to its standard output.
func (c *Cmd) Output() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errStdout
	}
	var out bytes.Buffer
	c.Stdout = &out
	err := c.Run()
	return out.Bytes(), err
}

// CombinedOutput runs the command, and gives what it writes.
func (c *Cmd) CombinedOutput() ([]byte, error) {
	if c.Stdout != nil {
		return nil, errStdout
	}
	if c.Stderr != nil {
		return nil, errStderr
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.Bytes(), err
}

// StdinPipe is written to what the command reads.
func (c *Cmd) StdinPipe() (io.WriteCloser, error) {
	if c.Stdin != nil {
		return nil, errStdin
	}
	if c.Process != nil {
		return nil, errors.New("exec: StdinPipe after process started")
	}
	r, w := io.Pipe()
	c.Stdin = r
	c.pipes = append(c.pipes, r)
	return w, nil
}

// StdoutPipe reads what the command writes to its standard output.
func (c *Cmd) StdoutPipe() (io.ReadCloser, error) {
	if c.Stdout != nil {
		return nil, errStdout
	}
	if c.Process != nil {
		return nil, errors.New("exec: StdoutPipe after process started")
	}
	r, w := io.Pipe()
	c.Stdout = w
	c.pipes = append(c.pipes, w)
	return r, nil
}

// StderrPipe reads what the command writes to its standard error.
func (c *Cmd) StderrPipe() (io.ReadCloser, error) {
	if c.Stderr != nil {
		return nil, errStderr
	}
	if c.Process != nil {
		return nil, errors.New("exec: StderrPipe after process started")
	}
	r, w := io.Pipe()
	c.Stderr = w
	c.pipes = append(c.pipes, w)
	return r, nil
}
