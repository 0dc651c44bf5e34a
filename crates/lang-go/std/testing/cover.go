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

// RegisterCover hands over the counters, as the program that is made of the test files does.
func RegisterCover(c Cover) { cover = c }

// CoverMode is what -covermode says: set, count, atomic, or "" without coverage.
func CoverMode() string { return cover.Mode }

// Coverage is the fraction of statements that have run, 0 without coverage.
func Coverage() float64 {
	run, all := covered()
	if all == 0 {
		return 0
	}
	return float64(run) / float64(all)
}

func covered() (run, all int64) {
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

func coverReport() {
	if cover.Mode == "" {
		return
	}
	run, all := covered()
	if all == 0 {
		fmt.Println("coverage: [no statements]")
		return
	}
	fmt.Printf("coverage: %.1f%% of statements%s\n", 100*float64(run)/float64(all), cover.CoveredPackages)
}
