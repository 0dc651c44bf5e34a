package testing

import "fmt"

// CoverBlock is a block of statements that coverage counts: its lines, columns, and how many they are.
type CoverBlock struct {
	Line0 uint32
	Col0  uint16
	Line1 uint32
	Col1  uint16
	Stmts uint16
}

// Cover is what has been counted: by file, a counter a block.
type Cover struct {
	Mode            string
	Counters        map[string][]uint32
	Blocks          map[string][]CoverBlock
	CoveredPackages string
}

var cover Cover

// RegisterCover hands over counters of the program's own, which are then told instead of the host's.
func RegisterCover(c Cover) { cover = c }

// coverage is what the host has let count: the mode, and what is said of the packages.
func coverage() (mode, note string)

// covered tells how many statements have run, of how many. If the tests are done, the host is told which.
func covered(done bool) (run, all int64)

// CoverMode is what -covermode says: set, count, atomic, or "" without coverage.
func CoverMode() string {
	if cover.Mode != "" {
		return cover.Mode
	}
	mode, _ := coverage()
	return mode
}

// Coverage is the fraction of statements that have run, 0 without coverage.
func Coverage() float64 {
	run, all := statements(false)
	if all == 0 {
		return 0
	}
	return float64(run) / float64(all)
}

func statements(done bool) (run, all int64) {
	if cover.Mode == "" {
		return covered(done)
	}
	for file, counters := range cover.Counters {
		for i, n := range counters {
			statements := int64(cover.Blocks[file][i].Stmts)
			all += statements
			if n > 0 {
				run += statements
			}
		}
	}
	return run, all
}

// coverReport says how much has run; silent is whether the host says it.
func coverReport(silent bool) {
	if CoverMode() == "" {
		return
	}
	run, all := statements(true)
	note := cover.CoveredPackages
	if cover.Mode == "" {
		_, note = coverage()
	}
	switch {
	case silent:
	case all == 0:
		fmt.Println("coverage: [no statements]")
	default:
		fmt.Printf("coverage: %.1f%% of statements%s\n", 100*float64(run)/float64(all), note)
	}
}
