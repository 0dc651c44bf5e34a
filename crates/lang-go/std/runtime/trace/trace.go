// Package trace has no execution tracer behind it: Start and flight recorders fail, and tasks, regions and logs are not kept.
package trace

import (
	"context"
	"errors"
	"io"
	"time"
)

// errNotTraced says what to use instead.
var errNotTraced = errors.New("tracing is not supported in the program: run it with --trace=FILE")

// Start fails.
func Start(w io.Writer) error { return errNotTraced }

// Stop does nothing, as no trace is running.
func Stop() {}

// IsEnabled is false.
func IsEnabled() bool { return false }

// A Task is an activity with a begin and an end.
type Task struct{}

// NewTask gives the context as it is.
func NewTask(pctx context.Context, taskType string) (ctx context.Context, task *Task) {
	return pctx, &Task{}
}

func (t *Task) End() {}

// A Region is a part of a goroutine's run.
type Region struct{}

func StartRegion(ctx context.Context, regionType string) *Region { return &Region{} }

func (r *Region) End() {}

func WithRegion(ctx context.Context, regionType string, fn func()) { fn() }

func Log(ctx context.Context, category, message string) {}

func Logf(ctx context.Context, category, format string, args ...any) {}

// FlightRecorderConfig says how much a recorder keeps.
type FlightRecorderConfig struct {
	MinAge   time.Duration
	MaxBytes uint64
}

// A FlightRecorder would keep the end of a trace.
type FlightRecorder struct{}

func NewFlightRecorder(cfg FlightRecorderConfig) *FlightRecorder { return &FlightRecorder{} }

// Start fails.
func (fr *FlightRecorder) Start() error { return errNotTraced }

func (fr *FlightRecorder) Stop() {}

// Enabled is false.
func (fr *FlightRecorder) Enabled() bool { return false }

// WriteTo fails, as a recorder that was not started does.
func (fr *FlightRecorder) WriteTo(w io.Writer) (n int64, err error) {
	return 0, errors.New("cannot snapshot a disabled flight recorder")
}
