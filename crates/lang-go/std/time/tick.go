package time

// Ticker sends the time on C again and again; moments that nobody waits for are left out.
type Ticker struct {
	C     <-chan Time
	alarm *alarm
}

func NewTicker(d Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	a := newAlarm()
	setTimer(a.t, int64(d), int64(d))
	return &Ticker{C: a.c, alarm: a}
}

func (t *Ticker) Stop() {
	if t.alarm != nil {
		t.alarm.stop()
	}
}

func (t *Ticker) Reset(d Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	if t.alarm == nil {
		panic("time: Reset called on uninitialized Ticker")
	}
	t.alarm.stop()
	setTimer(t.alarm.t, int64(d), int64(d))
}

func Tick(d Duration) <-chan Time {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}
