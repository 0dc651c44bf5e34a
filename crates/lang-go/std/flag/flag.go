// Package flag reads the flags of a command line.
package flag

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sort"
	"strings"
)

var ErrHelp = errors.New("flag: help requested")

// ErrorHandling is what Parse does about errors.
type ErrorHandling int

const (
	ContinueOnError ErrorHandling = iota
	ExitOnError
	PanicOnError
)

// Flag is a flag that is defined.
type Flag struct {
	Name     string
	Usage    string
	Value    Value
	DefValue string
}

// FlagSet is a set of flags that are defined, and what was read.
type FlagSet struct {
	Usage func()

	name          string
	parsed        bool
	actual        map[string]*Flag
	formal        map[string]*Flag
	args          []string
	errorHandling ErrorHandling
	output        io.Writer
	undefined     map[string]string // where those were set that were not defined
}

func NewFlagSet(name string, errorHandling ErrorHandling) *FlagSet {
	f := &FlagSet{name: name, errorHandling: errorHandling}
	f.Usage = f.defaultUsage
	return f
}

// CommandLine are the flags of the program.
var CommandLine *FlagSet

// Usage is printed by the program's flags.
var Usage = func() {
	fmt.Fprintf(CommandLine.Output(), "Usage of %s:\n", os.Args[0])
	PrintDefaults()
}

func init() {
	name := ""
	if len(os.Args) > 0 {
		name = os.Args[0]
	}
	CommandLine = NewFlagSet(name, ExitOnError)
	CommandLine.Usage = func() { Usage() }
}

func (f *FlagSet) Init(name string, errorHandling ErrorHandling) {
	f.name = name
	f.errorHandling = errorHandling
}

func (f *FlagSet) Name() string                 { return f.name }
func (f *FlagSet) ErrorHandling() ErrorHandling { return f.errorHandling }
func (f *FlagSet) SetOutput(output io.Writer)   { f.output = output }

func (f *FlagSet) Output() io.Writer {
	if f.output == nil {
		return os.Stderr
	}
	return f.output
}

// visit calls fn in the order of the names.
func visit(flags map[string]*Flag, fn func(*Flag)) {
	names := make([]string, 0, len(flags))
	for name := range flags {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fn(flags[name])
	}
}

func (f *FlagSet) VisitAll(fn func(*Flag)) { visit(f.formal, fn) }
func (f *FlagSet) Visit(fn func(*Flag))    { visit(f.actual, fn) }
func VisitAll(fn func(*Flag))              { CommandLine.VisitAll(fn) }
func Visit(fn func(*Flag))                 { CommandLine.Visit(fn) }

func (f *FlagSet) Lookup(name string) *Flag { return f.formal[name] }
func Lookup(name string) *Flag              { return CommandLine.formal[name] }

func (f *FlagSet) Set(name, value string) error { return f.set(name, value) }

// set is called by what the program calls, whose place is told if the flag is defined later.
func (f *FlagSet) set(name, value string) error {
	flag, ok := f.formal[name]
	if !ok {
		_, file, line, ok := runtime.Caller(2)
		if !ok {
			file = "?"
		}
		if f.undefined == nil {
			f.undefined = make(map[string]string)
		}
		f.undefined[name] = fmt.Sprintf("%s:%d", file, line)
		return fmt.Errorf("no such flag -%v", name)
	}
	if err := flag.Value.Set(value); err != nil {
		return err
	}
	f.seen(flag)
	return nil
}

func Set(name, value string) error { return CommandLine.set(name, value) }

func (f *FlagSet) seen(flag *Flag) {
	if f.actual == nil {
		f.actual = make(map[string]*Flag)
	}
	f.actual[flag.Name] = flag
}

// Var defines a flag.
func (f *FlagSet) Var(value Value, name string, usage string) {
	if strings.HasPrefix(name, "-") {
		panic(f.sprintf("flag %q begins with -", name))
	} else if strings.Contains(name, "=") {
		panic(f.sprintf("flag %q contains =", name))
	}
	if _, ok := f.formal[name]; ok {
		if f.name == "" {
			panic(f.sprintf("flag redefined: %s", name))
		}
		panic(f.sprintf("%s flag redefined: %s", f.name, name))
	}
	if at, ok := f.undefined[name]; ok {
		panic(fmt.Sprintf("flag %s set at %s before being defined", name, at))
	}
	if f.formal == nil {
		f.formal = make(map[string]*Flag)
	}
	f.formal[name] = &Flag{name, usage, value, value.String()}
}

func Var(value Value, name string, usage string) { CommandLine.Var(value, name, usage) }

// zeroText is what the zero value of a flag's type says.
func zeroText(flag *Flag) (text string, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic calling String method on zero %v for flag %s: %v", typeName(flag.Value), flag.Name, e)
		}
	}()
	return zeroOf(flag.Value).String(), nil
}

// UnquoteUsage takes the name in back quotes out of a usage, or names the type.
func UnquoteUsage(flag *Flag) (name string, usage string) {
	usage = flag.Usage
	if before, rest, ok := strings.Cut(usage, "`"); ok {
		if name, after, ok := strings.Cut(rest, "`"); ok {
			return name, before + name + after
		}
	}
	name = "value"
	switch v := flag.Value.(type) {
	case boolFlag:
		if v.IsBoolFlag() {
			name = ""
		}
	case *durationValue:
		name = "duration"
	case *float64Value:
		name = "float"
	case *intValue, *int64Value:
		name = "int"
	case *stringValue:
		name = "string"
	case *uintValue, *uint64Value:
		name = "uint"
	}
	return name, usage
}

// PrintDefaults prints what flags there are.
func (f *FlagSet) PrintDefaults() {
	var errs []error
	f.VisitAll(func(flag *Flag) {
		name, usage := UnquoteUsage(flag)
		line := "  -" + flag.Name
		if name != "" {
			line += " " + name
		}
		// Flags of one letter without argument share a line with their usage.
		if len(line) <= 4 {
			line += "\t"
		} else {
			line += "\n    \t"
		}
		line += strings.ReplaceAll(usage, "\n", "\n    \t")
		if zero, err := zeroText(flag); err != nil {
			errs = append(errs, err)
		} else if zero != flag.DefValue {
			if _, ok := flag.Value.(*stringValue); ok {
				line += fmt.Sprintf(" (default %q)", flag.DefValue)
			} else {
				line += fmt.Sprintf(" (default %v)", flag.DefValue)
			}
		}
		fmt.Fprint(f.Output(), line, "\n")
	})
	if len(errs) > 0 {
		fmt.Fprintln(f.Output())
		for _, err := range errs {
			fmt.Fprintln(f.Output(), err)
		}
	}
}

func PrintDefaults() { CommandLine.PrintDefaults() }

func (f *FlagSet) defaultUsage() {
	if f.name == "" {
		fmt.Fprintf(f.Output(), "Usage:\n")
	} else {
		fmt.Fprintf(f.Output(), "Usage of %s:\n", f.name)
	}
	f.PrintDefaults()
}

func (f *FlagSet) usage() {
	if f.Usage == nil {
		f.defaultUsage()
	} else {
		f.Usage()
	}
}

func (f *FlagSet) sprintf(format string, a ...any) string {
	msg := fmt.Sprintf(format, a...)
	fmt.Fprintln(f.Output(), msg)
	return msg
}

func (f *FlagSet) failf(format string, a ...any) error {
	msg := f.sprintf(format, a...)
	f.usage()
	return errors.New(msg)
}

func (f *FlagSet) Args() []string { return f.args }
func (f *FlagSet) NArg() int      { return len(f.args) }
func (f *FlagSet) NFlag() int     { return len(f.actual) }
func (f *FlagSet) Parsed() bool   { return f.parsed }

func (f *FlagSet) Arg(i int) string {
	if i < 0 || i >= len(f.args) {
		return ""
	}
	return f.args[i]
}

func Args() []string   { return CommandLine.args }
func NArg() int        { return len(CommandLine.args) }
func NFlag() int       { return len(CommandLine.actual) }
func Parsed() bool     { return CommandLine.Parsed() }
func Arg(i int) string { return CommandLine.Arg(i) }

// Parse reads the program's flags.
func Parse() { CommandLine.Parse(os.Args[1:]) }

// Parse reads flags up to the first word that is none.
func (f *FlagSet) Parse(arguments []string) error {
	f.parsed = true
	f.args = arguments
	for {
		more, err := f.parseOne()
		if more {
			continue
		}
		switch {
		case err == nil:
			return nil
		case f.errorHandling == ContinueOnError:
			return err
		case f.errorHandling == ExitOnError && err == ErrHelp:
			os.Exit(0)
		case f.errorHandling == ExitOnError:
			os.Exit(2)
		case f.errorHandling == PanicOnError:
			panic(err)
		}
	}
}

// parseOne reads one flag; false if there is none.
func (f *FlagSet) parseOne() (bool, error) {
	if len(f.args) == 0 {
		return false, nil
	}
	word := f.args[0]
	if len(word) < 2 || word[0] != '-' {
		return false, nil
	}
	name := word[1:]
	if name[0] == '-' {
		name = name[1:]
		if name == "" { // -- ends the flags
			f.args = f.args[1:]
			return false, nil
		}
	}
	if name == "" || name[0] == '-' || name[0] == '=' {
		return false, f.failf("bad flag syntax: %s", word)
	}
	f.args = f.args[1:]
	name, value, hasValue := strings.Cut(name, "=")
	flag, ok := f.formal[name]
	if !ok {
		if name == "help" || name == "h" {
			f.usage()
			return false, ErrHelp
		}
		return false, f.failf("flag provided but not defined: -%s", name)
	}
	if v, ok := flag.Value.(boolFlag); ok && v.IsBoolFlag() {
		if !hasValue {
			if err := v.Set("true"); err != nil {
				return false, f.failf("invalid boolean flag %s: %v", name, err)
			}
		} else if err := v.Set(value); err != nil {
			return false, f.failf("invalid boolean value %q for -%s: %v", value, name, err)
		}
		f.seen(flag)
		return true, nil
	}
	if !hasValue {
		if len(f.args) == 0 {
			return false, f.failf("flag needs an argument: -%s", name)
		}
		value, f.args = f.args[0], f.args[1:]
	}
	if err := flag.Value.Set(value); err != nil {
		return false, f.failf("invalid value %q for flag -%s: %v", value, name, err)
	}
	f.seen(flag)
	return true, nil
}
