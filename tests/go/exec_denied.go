package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

func lookups() {
	os.Setenv("PATH", "")
	for _, name := range []string{"no-such-command", "", ".", ".."} {
		path, err := exec.LookPath(name)
		var e *exec.Error
		fmt.Printf("%q %v %v %v\n", path, err, errors.Is(err, exec.ErrNotFound), errors.As(err, &e))
	}
	_, err := exec.LookPath("./no-such-command")
	var e *exec.Error
	fmt.Println(errors.As(err, &e), e.Name)
}

func commands() {
	c := exec.Command("no-such-command", "a b", "c")
	fmt.Println(c, c.Err, c.Path, c.Args)
	fmt.Println(c.Run())
	fmt.Println(c.Wait())
	fmt.Println(c.Output())
	c = exec.Command("/no/such/command", "a b", "c")
	fmt.Println(c, c.Err, c.Path, c.Args, len(c.Args))
	var in *os.PathError
	err := c.Start()
	fmt.Println(errors.As(err, &in), in.Op, in.Path, c.Process, c.ProcessState)
	fmt.Println(c.Start())
	fmt.Println(c.Wait())
	c = &exec.Cmd{}
	fmt.Println(c.Run(), c.Wait(), c)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c = exec.CommandContext(ctx, "/no/such/command")
	fmt.Println(c.Run(), c.Cancel != nil)
	c = &exec.Cmd{Path: "/no/such/command", Env: []string{"A=1", "B=2", "A=3", "C", "C", "=x", "D\x00=1"}, Dir: "/"}
	fmt.Printf("%q\n", c.Environ())
}

func streams() {
	var out bytes.Buffer
	c := &exec.Cmd{Path: "/x", Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out}
	_, err := c.Output()
	fmt.Println(err)
	_, err = c.CombinedOutput()
	fmt.Println(err)
	_, err = c.StdinPipe()
	fmt.Println(err)
	_, err = c.StdoutPipe()
	fmt.Println(err)
	_, err = c.StderrPipe()
	fmt.Println(err)
	c = exec.Command("/no/such/command")
	pipe, err := c.StdoutPipe()
	fmt.Println(pipe != nil, err, c.Run() != nil)
	_, err = pipe.Read(make([]byte, 1))
	fmt.Println(err != nil)
	fmt.Println(&exec.Error{Name: "n", Err: errors.New("x")}, exec.ErrDot, exec.ErrNotFound, exec.ErrWaitDelay)
	fmt.Println(&exec.ExitError{ProcessState: new(os.ProcessState)})
}

func processes() {
	p, err := os.FindProcess(1 << 22)
	fmt.Println(p.Pid, err, p.Kill(), p.Signal(syscall.SIGTERM))
	_, err = p.Wait()
	fmt.Println(err, errors.Is(err, syscall.ECHILD))
	fmt.Println(p.Release(), p.Kill(), p.Pid)
	var state *os.ProcessState
	fmt.Println(state, state.ExitCode(), os.ErrNoHandle, os.ErrProcessDone)
	state = new(os.ProcessState)
	fmt.Println(state, state.Pid(), state.Exited(), state.Success(), state.Sys())
	_, err = os.StartProcess("/no/such/command", nil, &os.ProcAttr{})
	fmt.Println(err != nil)
	raw, err := os.Stdout.SyscallConn()
	fmt.Println(err)
	fmt.Println(raw.Control(func(fd uintptr) { fmt.Println(fd) }))
	defer func() { fmt.Println(recover()) }()
	exec.CommandContext(nil, "x")
}

func main() {
	lookups()
	commands()
	streams()
	processes()
}

// Output:
// "" exec: "no-such-command": executable file not found in $PATH true true
// "" exec: "": executable file not found in $PATH true true
// "" exec: ".": executable file not found in $PATH true true
// "" exec: "..": executable file not found in $PATH true true
// true ./no-such-command
// no-such-command a b c exec: "no-such-command": executable file not found in $PATH no-such-command [no-such-command a b c]
// exec: "no-such-command": executable file not found in $PATH
// exec: not started
// [] exec: already started
// /no/such/command a b c <nil> /no/such/command [/no/such/command a b c] 3
// true fork/exec /no/such/command <nil> <nil>
// exec: already started
// exec: not started
// exec: no command exec: not started
// context canceled true
// ["B=2" "A=3" "C" "C" "=x"]
// exec: Stdout already set
// exec: Stdout already set
// exec: Stdin already set
// exec: Stdout already set
// exec: Stderr already set
// true <nil> true
// true
// exec: "n": x cannot run executable found relative to current directory executable file not found in $PATH exec: WaitDelay expired before I/O complete
// exit status 0
// 4194304 <nil> os: process already finished os: process already finished
// waitid: no child processes true
// <nil> os: process already released -1
// <nil> -1 os: process handle unavailable os: process already finished
// exit status 0 0 true true 0
// true
// <nil>
// 1
// <nil>
// nil Context
