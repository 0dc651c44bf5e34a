package testing

// What becomes of a test, as the host that runs the tests is told.
const (
	testBegins = iota
	testPauses
	testPasses
	testSkipped
	testFails
	testPlanned
)

// endings are the moments at which tests end, by the words of the output.
var endings = map[string]int{"PASS": testPasses, "SKIP": testSkipped, "FAIL": testFails}

// admits asks the host whether a test of the file is to run.
func admits(name string) bool

// tell tells the host what becomes of a test, what it has logged, and how many nanoseconds it has taken.
func tell(moment int, name, log string, nanos int64)

// verdict tells the host how everything went. The answer is whether a line is to say so.
func verdict(ok bool) bool

// newRaces is how many data races were found since it was asked last, and whether those are a test's.
func newRaces(ofTest bool) int

// checkRaces lets a test fail that had a data race. Failed calls it where data races are looked for.
func checkRaces(c *common) {
	if c.parent == nil || newRaces(true) == 0 {
		return
	}
	c.writeLog("testing.go:1712: race detected during execution of test\n")
	c.Fail()
}

// passRaces lets what happened before a test begins be no race of the test. begin calls it where data races are
// looked for.
func passRaces(c *common) { newRaces(false) }

// resources is how much gas was used, how many nanoseconds of CPU have passed, and whether the host measures that.
func resources() (gas, cpu int64, ok bool)

func (c *common) tell(moment int) {
	if c.fuzzing {
		return
	}
	track(c.name, moment == testBegins)
	tell(moment, c.name, "", int64(c.duration))
}

// tellEnd tells how the test has ended; what it has logged is of interest if it failed.
func (c *common) tellEnd() {
	if c.fuzzing {
		return
	}
	moment, log := testPasses, ""
	switch {
	case c.failed:
		moment, log = testFails, string(append(c.logged, c.out...))
	case c.skipped:
		moment, log = testSkipped, string(append(c.logged, c.out...))
	}
	track(c.name, false)
	tell(moment, c.name, log, int64(c.duration))
}
