package time

// Sleep lets virtual time pass.
func Sleep(d Duration)

// timer is one of the run time's. When it goes off, a goroutine runs its function.
type timer struct{}

func newTimer(f func()) *timer

// setTimer sets a timer that is not set; one with a period goes off again and again.
func setTimer(t *timer, delay, period int64)

// stopTimer tells whether the timer was set, and how often it has gone off.
func stopTimer(t *timer) (set bool, fired int)

// alarm sends the time when its timer goes off.
type alarm struct {
	t *timer
	c chan Time
	// How often it has rung, and the times before which it was stopped.
	rung, ignored int
}

func newAlarm() *alarm {
	a := &alarm{c: make(chan Time, 1)}
	a.t = newTimer(a.ring)
	return a
}

func (a *alarm) ring() {
	a.rung++
	if a.rung <= a.ignored {
		return
	}
	select {
	case a.c <- Now():
	default:
	}
}

// stop makes sure that nothing is sent any more, and tells whether something would have been.
func (a *alarm) stop() bool {
	set, fired := stopTimer(a.t)
	if fired > a.rung && fired > a.ignored {
		set = true
	}
	a.ignored = fired
	select {
	case <-a.c:
		set = true
	default:
	}
	return set
}

// Timer sends the time on C once, or calls a function once.
type Timer struct {
	C     <-chan Time
	alarm *alarm
	t     *timer
}

func NewTimer(d Duration) *Timer {
	a := newAlarm()
	setTimer(a.t, int64(d), 0)
	return &Timer{C: a.c, alarm: a, t: a.t}
}

func After(d Duration) <-chan Time {
	a := newAlarm()
	setTimer(a.t, int64(d), 0)
	return a.c
}

func AfterFunc(d Duration, f func()) *Timer {
	if f == nil {
		f = func() { panic("go of nil func value") }
	}
	t := newTimer(f)
	setTimer(t, int64(d), 0)
	return &Timer{t: t}
}

func (t *Timer) Stop() bool {
	if t.t == nil {
		panic("time: Stop called on uninitialized Timer")
	}
	if t.alarm != nil {
		return t.alarm.stop()
	}
	set, _ := stopTimer(t.t)
	return set
}

func (t *Timer) Reset(d Duration) bool {
	if t.t == nil {
		panic("time: Reset called on uninitialized Timer")
	}
	set := t.Stop()
	setTimer(t.t, int64(d), 0)
	return set
}
