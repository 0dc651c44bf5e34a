// Package slog logs events as a message, a level and attributes. Handlers write them as text or as JSON.
package slog

import (
	"context"
	"log"
	loginternal "log/internal"
	"runtime"
	"sync/atomic"
	"time"
)

// logLevel is the least level that goes to package log, or the level of what comes from it.
var logLevel LevelVar

func SetLogLoggerLevel(level Level) (oldLevel Level) {
	oldLevel = logLevel.Level()
	logLevel.Set(level)
	return oldLevel
}

var standard atomic.Pointer[Logger]

func init() { standard.Store(New(newDefaultHandler(loginternal.DefaultOutput))) }

func Default() *Logger { return standard.Load() }

// SetDefault also has package log write to l's handler, unless that itself writes to package log.
func SetDefault(l *Logger) {
	standard.Store(l)
	if _, ok := l.Handler().(*defaultHandler); !ok {
		withPlace := log.Flags()&(log.Lshortfile|log.Llongfile) != 0
		log.SetOutput(&logWriter{l.Handler(), &logLevel, withPlace})
		log.SetFlags(0)
	}
}

// logWriter makes a record of each line that a log.Logger writes.
type logWriter struct {
	h         Handler
	level     Leveler
	withPlace bool
}

func (w *logWriter) Write(line []byte) (int, error) {
	level := w.level.Level()
	if !w.h.Enabled(context.Background(), level) {
		return 0, nil
	}
	var pc [1]uintptr
	if w.withPlace {
		// The calls skipped are those of runtime.Callers, Write, the logger's output and, say, Print.
		runtime.Callers(4, pc[:])
	}
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	return n, w.h.Handle(context.Background(), NewRecord(time.Now(), level, string(line), pc[0]))
}

func NewLogLogger(h Handler, level Level) *log.Logger {
	return log.New(&logWriter{h, level, true}, "", 0)
}

// Logger makes a record of each call and hands it to its handler.
type Logger struct {
	handler Handler
	// Whether the handler may ask where a call is; finding that out is most of the time of a call.
	placed bool
}

func New(h Handler) *Logger {
	if h == nil {
		panic("nil Handler")
	}
	return newLogger(h)
}

func newLogger(h Handler) *Logger {
	switch h := h.(type) {
	case *TextHandler:
		return &Logger{h, h == nil || h.common == nil || h.opts.AddSource}
	case *JSONHandler:
		return &Logger{h, h == nil || h.common == nil || h.opts.AddSource}
	}
	return &Logger{h, true}
}

func (l *Logger) Handler() Handler { return l.handler }

func (l *Logger) With(args ...any) *Logger {
	if len(args) == 0 {
		return l
	}
	return newLogger(l.handler.WithAttrs(attrsOf(args)))
}

func (l *Logger) WithGroup(name string) *Logger {
	if name == "" {
		return l
	}
	return newLogger(l.handler.WithGroup(name))
}

func (l *Logger) Enabled(ctx context.Context, level Level) bool {
	if ctx == nil {
		ctx = context.Background()
	}
	return l.handler.Enabled(ctx, level)
}

// log is called by an exported function, whose caller the record names.
func (l *Logger) log(ctx context.Context, level Level, msg string, args []any) {
	if !l.Enabled(ctx, level) {
		return
	}
	var pc [1]uintptr
	if l.placed {
		runtime.Callers(3, pc[:])
	}
	attrs := make([]Attr, 0, (len(args)+1)/2)
	if ctx == nil {
		ctx = context.Background()
	}
	l.handler.Handle(ctx, Record{time.Now(), msg, level, pc[0], appendArgs(attrs, args, false)})
}

func (l *Logger) logAttrs(ctx context.Context, level Level, msg string, attrs []Attr) {
	if !l.Enabled(ctx, level) {
		return
	}
	var pc [1]uintptr
	if l.placed {
		runtime.Callers(3, pc[:])
	}
	own := make([]Attr, 0, len(attrs))
	for i := range attrs {
		if !attrs[i].Value.isEmptyGroup() {
			own = append(own, attrs[i])
		}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	l.handler.Handle(ctx, Record{time.Now(), msg, level, pc[0], own})
}

func (l *Logger) Log(ctx context.Context, level Level, msg string, args ...any) {
	l.log(ctx, level, msg, args)
}

func (l *Logger) LogAttrs(ctx context.Context, level Level, msg string, attrs ...Attr) {
	l.logAttrs(ctx, level, msg, attrs)
}

func (l *Logger) Debug(msg string, args ...any) { l.log(context.Background(), LevelDebug, msg, args) }
func (l *Logger) Info(msg string, args ...any)  { l.log(context.Background(), LevelInfo, msg, args) }
func (l *Logger) Warn(msg string, args ...any)  { l.log(context.Background(), LevelWarn, msg, args) }
func (l *Logger) Error(msg string, args ...any) { l.log(context.Background(), LevelError, msg, args) }

func (l *Logger) DebugContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelDebug, msg, args)
}

func (l *Logger) InfoContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelInfo, msg, args)
}

func (l *Logger) WarnContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelWarn, msg, args)
}

func (l *Logger) ErrorContext(ctx context.Context, msg string, args ...any) {
	l.log(ctx, LevelError, msg, args)
}

func With(args ...any) *Logger { return Default().With(args...) }

func Log(ctx context.Context, level Level, msg string, args ...any) {
	Default().log(ctx, level, msg, args)
}

func LogAttrs(ctx context.Context, level Level, msg string, attrs ...Attr) {
	Default().logAttrs(ctx, level, msg, attrs)
}

func Debug(msg string, args ...any) { Default().log(context.Background(), LevelDebug, msg, args) }
func Info(msg string, args ...any)  { Default().log(context.Background(), LevelInfo, msg, args) }
func Warn(msg string, args ...any)  { Default().log(context.Background(), LevelWarn, msg, args) }
func Error(msg string, args ...any) { Default().log(context.Background(), LevelError, msg, args) }

func DebugContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelDebug, msg, args)
}

func InfoContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelInfo, msg, args)
}

func WarnContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelWarn, msg, args)
}

func ErrorContext(ctx context.Context, msg string, args ...any) {
	Default().log(ctx, LevelError, msg, args)
}
