package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

type list []string

func (l *list) String() string { return strings.Join(*l, ",") }
func (l *list) Set(s string) error {
	if s == "bad" {
		return errors.New("no bad ones")
	}
	*l = append(*l, s)
	return nil
}

func build(out *strings.Builder) (*flag.FlagSet, *list) {
	f := flag.NewFlagSet("prog", flag.ContinueOnError)
	f.SetOutput(out)
	f.Bool("v", false, "be `loud`er")
	f.Bool("on", true, "is on\nby default")
	f.Int("n", 7, "a `count` of things")
	f.Int64("big", 0, "big")
	f.Uint("u", 1, "unsigned")
	f.Uint64("u64", 0, "u64")
	f.String("name", "joe", "who")
	f.String("empty", "", "nobody")
	f.Float64("f", 1.5, "factor")
	f.Duration("d", 2*time.Second, "how long")
	var l list
	f.Var(&l, "l", "list")
	f.Func("fn", "calls", func(s string) error {
		if s != "ok" {
			return errors.New("not ok")
		}
		return nil
	})
	f.BoolFunc("bf", "calls", func(s string) error { return nil })
	when := new(time.Time)
	f.TextVar(when, "when", time.Unix(0, 0).UTC(), "a time")
	return f, &l
}

func main() {
	for _, args := range []string{
		"", "-v -n 3 rest -n 4", "--n=0x10 -name= x", "-on=false -v=true", "-n x", "-n", "-u -1", "-big 99999999999999999999", "-d 5", "-d 1h2m", "-f 1e3 -l a -l b -- -v",
		"-nope", "-v=maybe", "-", "---x", "-=x", "-h", "-fn ok -bf", "-fn no", "-l bad", "-when 2024-02-29T00:00:00Z", "-when x", "-bf=x y",
	} {
		var out strings.Builder
		f, l := build(&out)
		err := f.Parse(strings.Fields(args))
		fmt.Println(args, "=>", err, f.Args(), f.NArg(), f.NFlag(), f.Arg(0), f.Parsed(), *l, errors.Is(err, flag.ErrHelp))
		f.Visit(func(x *flag.Flag) { fmt.Print(" ", x.Name, "=", x.Value) })
		fmt.Println()
		if first, _, _ := strings.Cut(out.String(), "\n"); first != "" {
			fmt.Println(first)
		}
	}
	var out strings.Builder
	f, _ := build(&out)
	f.Usage()
	fmt.Println(strings.ReplaceAll(out.String(), "\t", "<tab>"))
	fmt.Println(f.Set("n", "12"), f.Lookup("n").Value, f.Set("zz", ""), f.Lookup("zz") == nil, f.Lookup("n").Value.(flag.Getter).Get())
	for _, name := range []string{"n", "-x", "a=b"} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f.Int(name, 0, "")
		}()
	}
	n := flag.Int("k", 1, "")
	os.Args = []string{"me", "-k=5", "z"}
	flag.Parse()
	fmt.Println(*n, flag.Args(), flag.NFlag())
}

// Output:
//  => <nil> [] 0 0  true [] false
//
// -v -n 3 rest -n 4 => <nil> [rest -n 4] 3 2 rest true [] false
//  n=3 v=true
// --n=0x10 -name= x => <nil> [x] 1 2 x true [] false
//  n=16 name=
// -on=false -v=true => <nil> [] 0 2  true [] false
//  on=false v=true
// -n x => invalid value "x" for flag -n: parse error [] 0 0  true [] false
//
// invalid value "x" for flag -n: parse error
// -n => flag needs an argument: -n [] 0 0  true [] false
//
// flag needs an argument: -n
// -u -1 => invalid value "-1" for flag -u: parse error [] 0 0  true [] false
//
// invalid value "-1" for flag -u: parse error
// -big 99999999999999999999 => invalid value "99999999999999999999" for flag -big: value out of range [] 0 0  true [] false
//
// invalid value "99999999999999999999" for flag -big: value out of range
// -d 5 => invalid value "5" for flag -d: parse error [] 0 0  true [] false
//
// invalid value "5" for flag -d: parse error
// -d 1h2m => <nil> [] 0 1  true [] false
//  d=1h2m0s
// -f 1e3 -l a -l b -- -v => <nil> [-v] 1 2 -v true [a b] false
//  f=1000 l=a,b
// -nope => flag provided but not defined: -nope [] 0 0  true [] false
//
// flag provided but not defined: -nope
// -v=maybe => invalid boolean value "maybe" for -v: parse error [] 0 0  true [] false
//
// invalid boolean value "maybe" for -v: parse error
// - => <nil> [-] 1 0 - true [] false
//
// ---x => bad flag syntax: ---x [---x] 1 0 ---x true [] false
//
// bad flag syntax: ---x
// -=x => bad flag syntax: -=x [-=x] 1 0 -=x true [] false
//
// bad flag syntax: -=x
// -h => flag: help requested [] 0 0  true [] true
//
// Usage of prog:
// -fn ok -bf => <nil> [] 0 2  true [] false
//  bf= fn=
// -fn no => invalid value "no" for flag -fn: not ok [] 0 0  true [] false
//
// invalid value "no" for flag -fn: not ok
// -l bad => invalid value "bad" for flag -l: no bad ones [] 0 0  true [] false
//
// invalid value "bad" for flag -l: no bad ones
// -when 2024-02-29T00:00:00Z => <nil> [] 0 1  true [] false
//  when=2024-02-29T00:00:00Z
// -when x => invalid value "x" for flag -when: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006" [] 0 0  true [] false
//
// invalid value "x" for flag -when: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"
// -bf=x y => <nil> [y] 1 1 y true [] false
//  bf=
// Usage of prog:
//   -bf
//     <tab>calls
//   -big int
//     <tab>big
//   -d duration
//     <tab>how long (default 2s)
//   -empty string
//     <tab>nobody
//   -f float
//     <tab>factor (default 1.5)
//   -fn value
//     <tab>calls
//   -l value
//     <tab>list
//   -n count
//     <tab>a count of things (default 7)
//   -name string
//     <tab>who (default "joe")
//   -on
//     <tab>is on
//     <tab>by default (default true)
//   -u uint
//     <tab>unsigned (default 1)
//   -u64 uint
//     <tab>u64
//   -v loud
//     <tab>be louder
//   -when value
//     <tab>a time (default 1970-01-01T00:00:00Z)
//
// <nil> 12 no such flag -zz true 12
// prog flag redefined: n
// flag "-x" begins with -
// flag "a=b" contains =
// 5 [z] 1
