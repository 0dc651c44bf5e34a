package sql

import "time"

// idleLimit is how many connections are kept. The pool is locked.
func (db *DB) idleLimit() int {
	switch {
	case db.maxIdle == 0:
		return defaultIdle
	case db.maxIdle < 0:
		return 0
	}
	return db.maxIdle
}

// SetMaxIdleConns limits the connections that are kept; n of 0 or less keeps none.
func (db *DB) SetMaxIdleConns(n int) {
	db.mu.Lock()
	db.maxIdle = n
	if n <= 0 {
		db.maxIdle = -1
	}
	if db.maxOpen > 0 && db.idleLimit() > db.maxOpen {
		db.maxIdle = db.maxOpen
	}
	var extra []*driverConn
	if most := db.idleLimit(); len(db.idle) > most {
		extra = db.idle[most:]
		db.idle = db.idle[:most:most]
	}
	db.stats.MaxIdleClosed += int64(len(extra))
	db.mu.Unlock()
	for _, dc := range extra {
		dc.Close()
	}
}

// SetMaxOpenConns limits the connections; n of 0 or less is no limit.
func (db *DB) SetMaxOpenConns(n int) {
	db.mu.Lock()
	db.maxOpen = max(n, 0)
	idle := db.maxOpen > 0 && db.idleLimit() > db.maxOpen
	db.mu.Unlock()
	if idle {
		db.SetMaxIdleConns(n)
	}
}

// SetConnMaxLifetime limits how old connections become; 0 or less is no limit.
func (db *DB) SetConnMaxLifetime(d time.Duration) { db.limit(&db.maxLifetime, d) }

// SetConnMaxIdleTime limits how long connections are kept without being used; 0 or less is no limit.
func (db *DB) SetConnMaxIdleTime(d time.Duration) { db.limit(&db.maxIdleTime, d) }

func (db *DB) limit(which *time.Duration, d time.Duration) {
	db.mu.Lock()
	defer db.mu.Unlock()
	d = max(d, 0)
	shorter := d > 0 && d < *which
	*which = d
	if shorter && db.cleaner != nil {
		select {
		case db.cleaner <- struct{}{}:
		default:
		}
	}
	db.startCleaner()
}

// shortest is after what time something may have to be closed; 0 is never. The pool is locked.
func (db *DB) shortest() time.Duration {
	if db.maxIdleTime > 0 && (db.maxLifetime <= 0 || db.maxIdleTime < db.maxLifetime) {
		return db.maxIdleTime
	}
	return db.maxLifetime
}

// startCleaner starts the goroutine that closes what is too old, if there is need of it. The pool is locked.
func (db *DB) startCleaner() {
	if db.shortest() > 0 && db.open > 0 && db.cleaner == nil {
		db.cleaner = make(chan struct{}, 1)
		go db.clean(db.cleaner, db.shortest())
	}
}

func (db *DB) clean(wake <-chan struct{}, d time.Duration) {
	for {
		timer := time.NewTimer(max(d, time.Second))
		select {
		case <-timer.C:
		case <-wake:
			timer.Stop()
		}
		db.mu.Lock()
		d = db.shortest()
		if db.closed || db.open == 0 || d <= 0 {
			db.cleaner = nil
			db.mu.Unlock()
			return
		}
		old := db.takeOld()
		db.mu.Unlock()
		for _, dc := range old {
			dc.Close()
		}
	}
}

// takeOld takes connections out of the pool that are too old. The pool is locked.
func (db *DB) takeOld() []*driverConn {
	var old, rest []*driverConn
	now := time.Now()
	for _, dc := range db.idle {
		switch {
		case db.maxIdleTime > 0 && dc.returned.Before(now.Add(-db.maxIdleTime)):
			db.stats.MaxIdleTimeClosed++
		case db.maxLifetime > 0 && dc.created.Before(now.Add(-db.maxLifetime)):
			db.stats.MaxLifetimeClosed++
		default:
			rest = append(rest, dc)
			continue
		}
		old = append(old, dc)
	}
	db.idle = rest
	return old
}

// Stats counts the connections.
func (db *DB) Stats() DBStats {
	db.mu.Lock()
	defer db.mu.Unlock()
	stats := db.stats
	stats.MaxOpenConnections = db.maxOpen
	stats.OpenConnections = db.open
	stats.Idle = len(db.idle)
	stats.InUse = db.open - len(db.idle)
	return stats
}
