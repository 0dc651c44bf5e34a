// slog n: n rounds of records with attributes and groups through log/slog's handlers of JSON and text, some of
// them below the level. Prints the length and a checksum. Check: equal to compiled Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"os"
	"strconv"
	"time"
)

// sink takes a checksum of what is written.
type sink struct {
	size int
	sum  uint32
}

func (s *sink) Write(p []byte) (int, error) {
	s.size += len(p)
	s.sum = crc32.Update(s.sum, crc32.IEEETable, p)
	return len(p), nil
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var out sink
	options := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		return a
	}}
	plain := &slog.HandlerOptions{Level: slog.LevelInfo}
	at := time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)
	err := errors.New("connection refused")
	for _, handler := range []slog.Handler{slog.NewJSONHandler(&out, options), slog.NewTextHandler(&out, options)} {
		logger := slog.New(handler).With("service", "ledger", "version", 3).WithGroup("request")
		for i := range n {
			logger.Info("handled", "id", i, "path", "/v1/items", "took", time.Duration(i)*time.Microsecond, "ok", i%3 == 0)
			logger.Debug("not shown", "id", i)
			logger.LogAttrs(context.Background(), slog.LevelWarn, "slow \"query\"",
				slog.String("sql", "select * from t"), slog.Float64("seconds", float64(i)/8), slog.Any("error", err),
				slog.Group("peer", slog.String("host", "a.example"), slog.Int("port", 8080)))
		}
	}
	for _, handler := range []slog.Handler{slog.NewJSONHandler(&out, plain), slog.NewTextHandler(&out, plain)} {
		for i := range n {
			record := slog.NewRecord(at.Add(time.Duration(i)*time.Millisecond), slog.LevelError, "failed", 0)
			record.AddAttrs(slog.Int("attempt", i), slog.Any("error", err))
			handler.Handle(context.Background(), record)
		}
	}
	fmt.Println(out.size, out.sum)
}
