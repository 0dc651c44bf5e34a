// Package log writes lines with a time before them. The time is the virtual one.
package log

import (
	"fmt"
	"io"
	"log/internal"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

const (
	Ldate = 1 << iota
	Ltime
	Lmicroseconds
	Llongfile
	Lshortfile
	LUTC
	Lmsgprefix
	LstdFlags = Ldate | Ltime
)

// Logger writes each message in one Write.
type Logger struct {
	mu     sync.Mutex
	prefix string
	flag   int
	out    io.Writer
}

func New(out io.Writer, prefix string, flag int) *Logger {
	return &Logger{out: out, prefix: prefix, flag: flag}
}

var std = New(os.Stderr, "", LstdFlags)

func init() {
	internal.DefaultOutput = func(pc uintptr, data []byte) error { return std.output(pc, 0, string(data)) }
}

func Default() *Logger { return std }

func digits(b []byte, n, width int) []byte {
	var buf [20]byte
	i := len(buf)
	for n > 0 || width > 0 || i == len(buf) {
		i--
		buf[i] = byte('0' + n%10)
		n /= 10
		width--
	}
	return append(b, buf[i:]...)
}

func (l *Logger) header(b []byte, t time.Time, file string, line int) []byte {
	if l.flag&Lmsgprefix == 0 {
		b = append(b, l.prefix...)
	}
	if l.flag&LUTC != 0 {
		t = t.UTC()
	}
	if l.flag&Ldate != 0 {
		year, month, day := t.Date()
		b = append(digits(b, year, 4), '/')
		b = append(digits(b, int(month), 2), '/')
		b = append(digits(b, day, 2), ' ')
	}
	if l.flag&(Ltime|Lmicroseconds) != 0 {
		hour, min, sec := t.Clock()
		b = append(digits(b, hour, 2), ':')
		b = append(digits(b, min, 2), ':')
		b = digits(b, sec, 2)
		if l.flag&Lmicroseconds != 0 {
			b = digits(append(b, '.'), t.Nanosecond()/1e3, 6)
		}
		b = append(b, ' ')
	}
	if l.flag&(Lshortfile|Llongfile) != 0 {
		if l.flag&Lshortfile != 0 {
			file = file[strings.LastIndexByte(file, '/')+1:]
		}
		b = append(append(b, file...), ':')
		b = append(digits(b, line, 0), ": "...)
	}
	if l.flag&Lmsgprefix != 0 {
		b = append(b, l.prefix...)
	}
	return b
}

// Output writes a message; with calldepth 1 it comes from where Output was called.
func (l *Logger) Output(calldepth int, s string) error { return l.output(0, calldepth+1, s) }

// output writes a message of the call at pc or, where that is 0, of the one calldepth calls before.
func (l *Logger) output(pc uintptr, calldepth int, s string) error {
	if l.out == io.Discard {
		return nil
	}
	now := time.Now()
	file, line := "", 0
	if l.flag&(Lshortfile|Llongfile) != 0 {
		if pc != 0 {
			frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
			file, line = frame.File, frame.Line
		} else {
			_, file, line, _ = runtime.Caller(calldepth)
		}
		if line == 0 {
			file = "???"
		}
	}
	b := l.header(make([]byte, 0, len(s)+32), now, file, line)
	b = append(b, s...)
	if len(b) == 0 || b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(b)
	return err
}

func (l *Logger) Print(v ...any)                 { l.output(0, 2, fmt.Sprint(v...)) }
func (l *Logger) Printf(format string, v ...any) { l.output(0, 2, fmt.Sprintf(format, v...)) }
func (l *Logger) Println(v ...any)               { l.output(0, 2, fmt.Sprintln(v...)) }

func (l *Logger) Fatal(v ...any) {
	l.output(0, 2, fmt.Sprint(v...))
	os.Exit(1)
}

func (l *Logger) Fatalf(format string, v ...any) {
	l.output(0, 2, fmt.Sprintf(format, v...))
	os.Exit(1)
}

func (l *Logger) Fatalln(v ...any) {
	l.output(0, 2, fmt.Sprintln(v...))
	os.Exit(1)
}

func (l *Logger) Panic(v ...any) {
	s := fmt.Sprint(v...)
	l.output(0, 2, s)
	panic(s)
}

func (l *Logger) Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	l.output(0, 2, s)
	panic(s)
}

func (l *Logger) Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	l.output(0, 2, s)
	panic(s)
}

func (l *Logger) Flags() int              { return l.flag }
func (l *Logger) SetFlags(flag int)       { l.flag = flag }
func (l *Logger) Prefix() string          { return l.prefix }
func (l *Logger) SetPrefix(prefix string) { l.prefix = prefix }
func (l *Logger) Writer() io.Writer       { return l.out }
func (l *Logger) SetOutput(w io.Writer)   { l.out = w }

func Flags() int              { return std.flag }
func SetFlags(flag int)       { std.flag = flag }
func Prefix() string          { return std.prefix }
func SetPrefix(prefix string) { std.prefix = prefix }
func Writer() io.Writer       { return std.out }
func SetOutput(w io.Writer)   { std.out = w }

func Output(calldepth int, s string) error { return std.output(0, calldepth+1, s) }

func Print(v ...any)                 { std.output(0, 2, fmt.Sprint(v...)) }
func Printf(format string, v ...any) { std.output(0, 2, fmt.Sprintf(format, v...)) }
func Println(v ...any)               { std.output(0, 2, fmt.Sprintln(v...)) }

func Fatal(v ...any) {
	std.output(0, 2, fmt.Sprint(v...))
	os.Exit(1)
}

func Fatalf(format string, v ...any) {
	std.output(0, 2, fmt.Sprintf(format, v...))
	os.Exit(1)
}

func Fatalln(v ...any) {
	std.output(0, 2, fmt.Sprintln(v...))
	os.Exit(1)
}

func Panic(v ...any) {
	s := fmt.Sprint(v...)
	std.output(0, 2, s)
	panic(s)
}

func Panicf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	std.output(0, 2, s)
	panic(s)
}

func Panicln(v ...any) {
	s := fmt.Sprintln(v...)
	std.output(0, 2, s)
	panic(s)
}
