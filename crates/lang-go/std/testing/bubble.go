package testing

import (
	"context"
	"internal/bubble"
	"runtime"
)

func init() {
	bubble.Run = runInBubble
	bubble.Inside = func(t any) bool { return t.(*T).bubble }
}

// runInBubble runs body with a test that has the name of t, and whose lines and failures are t's.
func runInBubble(outer any, body func(t any)) {
	t := outer.(*T)
	inner := &T{shared: t.shared, bubble: true}
	inner.name, inner.parent, inner.level, inner.chatty = t.name, &t.common, t.level, t.chatty
	inner.ctx, inner.cancel = context.WithCancel(context.Background())
	inner.start = t.start
	done := make(chan any)
	go func() {
		defer func() {
			failure := recover()
			if failure == nil && !inner.returned && !inner.over {
				failure = errGoexit
			}
			if again := inner.clean(); failure == nil {
				failure = again
			}
			done <- failure
		}()
		body(inner)
		inner.returned = true
	}()
	failure := <-done
	inner.flushPartial()
	t.mu.Lock()
	t.out = append(t.out, inner.out...)
	t.mu.Unlock()
	inner.finished = true
	if failure != nil {
		panic(failure)
	}
	if inner.over && inner.failed {
		t.over = true
		runtime.Goexit()
	}
}

// outsideBubble panics where a method is called that tests in virtual time do not have.
func (t *T) outsideBubble(method string) {
	if t.bubble {
		panic("testing: t." + method + " called inside synctest bubble")
	}
}
