// The default logger of log/slog and package log: each writes to the other; places of calls.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// plain leaves out the time and shortens the place.
func plain(_ []string, a slog.Attr) slog.Attr {
	switch a.Key {
	case slog.TimeKey:
		return slog.Attr{}
	case slog.SourceKey:
		s := a.Value.Any().(*slog.Source)
		s.File = s.File[strings.LastIndexByte(s.File, '/')+1:]
	}
	return a
}

func wrapped(l *slog.Logger, format string, args ...any) {
	var pcs [1]uintptr
	runtime.Callers(2, pcs[:])
	r := slog.NewRecord(time.Now(), slog.LevelInfo, fmt.Sprintf(format, args...), pcs[0])
	l.Handler().Handle(context.Background(), r)
}

// throughLog is what slog does before SetDefault: package log writes the lines.
func throughLog() {
	ctx := context.Background()
	log.SetOutput(os.Stdout)
	log.SetFlags(0)
	slog.Info("info", "a", 1, slog.Group("g", "b", "two words"))
	slog.Debug("not shown")
	slog.Warn("warn")
	slog.Error("error", "err", io.EOF)
	slog.Log(ctx, 2, "log", "k", "v", "lonely")
	slog.LogAttrs(ctx, -4, "not shown")
	slog.LogAttrs(ctx, 4, "attrs", slog.Bool("b", true))
	slog.InfoContext(ctx, "in context")
	slog.WarnContext(ctx, "in context")
	slog.ErrorContext(ctx, "in context")
	slog.DebugContext(ctx, "not shown")
	slog.With("w", 1).WithGroup("g").With("x", 2).Info("with", "y", 3)
	fmt.Println(slog.SetLogLoggerLevel(slog.LevelDebug))
	slog.Debug("shown now")
	fmt.Println(slog.SetLogLoggerLevel(slog.LevelInfo))
	log.SetFlags(log.Lshortfile)
	log.SetPrefix("p: ")
	slog.Info("with a place")
	slog.Default().Info("with a place")
	slog.With().LogAttrs(ctx, 0, "with a place")
	wrapped(slog.Default(), "by a %s", "wrapper")
	log.Print("package log itself")
	log.SetPrefix("")
}

// fromLog is what package log does after SetDefault: the handler of slog writes the lines.
func fromLog() {
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: plain})))
	fmt.Printf("%d %q\n", log.Flags(), log.Prefix())
	log.Print("printed")
	log.Printf("%d lines\nin one\n\n", 2)
	log.Println()
	log.Output(1, "output")
	log.Default().Print("the logger")
	slog.Info("info")
	slog.Error("error", "k", "v")
	slog.Log(nil, 1, "no context")
	func() { slog.LogAttrs(context.Background(), 1, "within a function") }()
	wrapped(slog.Default(), "by a %s", "wrapper")
	slog.SetLogLoggerLevel(slog.LevelError + 1)
	log.Print("at another level")
	slog.SetLogLoggerLevel(slog.LevelDebug)
	log.Print("not shown")
	slog.SetLogLoggerLevel(0)
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		log.Panicf("%s", "panic")
	}()
	// No place is kept for lines of package log where its flags had none.
	log.SetFlags(0)
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: plain})))
	log.Print("no place")
	slog.Info("a place")
}

func loggers() {
	h := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: plain, Level: slog.LevelWarn})
	l := slog.NewLogLogger(h.WithAttrs([]slog.Attr{slog.Int("a", 1)}), slog.LevelWarn)
	l.Print("line")
	l.Printf("%q", "quoted")
	l.SetPrefix("prefix ")
	l.Println("line", 2)
	fmt.Println(l.Output(1, "output"))
	slog.NewLogLogger(h, slog.LevelInfo).Print("not shown")
	fmt.Println(slog.NewLogLogger(slog.DiscardHandler, 100).Output(1, "x"))
}

// goroutines write whole lines.
func goroutines() {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: plain}))
	var wg sync.WaitGroup
	for i := range 20 {
		l := l.With("goroutine", i)
		wg.Go(func() {
			for j := range 10 {
				l.Info("message", "j", j, "text", strings.Repeat("x", j))
				runtime.Gosched()
			}
		})
	}
	wg.Wait()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	whole := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "level=INFO msg=message goroutine=") && strings.Count(line, "=") == 5 {
			whole++
		}
	}
	fmt.Println(len(lines), whole)
}

func main() {
	throughLog()
	fromLog()
	loggers()
	goroutines()
}

// Output:
// INFO info a=1 g.b="two words"
// WARN warn
// ERROR error err=EOF
// INFO+2 log k=v !BADKEY=lonely
// WARN attrs b=true
// INFO in context
// WARN in context
// ERROR in context
// INFO with w=1 g.x=2 g.y=3
// INFO
// DEBUG shown now
// DEBUG
// p: std_slog_bridge.go:59: INFO with a place
// p: std_slog_bridge.go:60: INFO with a place
// p: std_slog_bridge.go:61: INFO with a place
// p: std_slog_bridge.go:62: INFO by a wrapper
// p: std_slog_bridge.go:63: package log itself
// 0 ""
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":71},"msg":"printed"}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":72},"msg":"2 lines\nin one\n"}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":73},"msg":""}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":74},"msg":"output"}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":75},"msg":"the logger"}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":76},"msg":"info"}
// {"level":"ERROR","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":77},"msg":"error","k":"v"}
// {"level":"INFO+1","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":78},"msg":"no context"}
// {"level":"INFO+1","source":{"function":"main.fromLog.func1","file":"std_slog_bridge.go","line":79},"msg":"within a function"}
// {"level":"INFO","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":80},"msg":"by a wrapper"}
// {"level":"ERROR+1","source":{"function":"main.fromLog","file":"std_slog_bridge.go","line":82},"msg":"at another level"}
// {"level":"INFO","source":{"function":"main.fromLog.func2","file":"std_slog_bridge.go","line":88},"msg":"panic"}
// recovered panic
// level=INFO msg="no place"
// level=INFO source=std_slog_bridge.go:94 msg="a place"
// level=WARN source=std_slog_bridge.go:100 msg=line a=1
// level=WARN source=std_slog_bridge.go:101 msg="\"quoted\"" a=1
// level=WARN source=std_slog_bridge.go:103 msg="prefix line 2" a=1
// level=WARN source=std_slog_bridge.go:104 msg="prefix output" a=1
// <nil>
// <nil>
// 200 200
