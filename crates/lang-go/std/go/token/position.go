package token

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// Position is a place in a file, as people write it. It is valid if Line is positive.
type Position struct {
	Filename string
	Offset   int // in bytes, from 0
	Line     int // from 1
	Column   int // in bytes, from 1
}

func (pos *Position) IsValid() bool { return pos.Line > 0 }

// String is file:line:column, without the parts that are not known, or "-".
func (pos Position) String() string {
	text := pos.Filename
	if pos.IsValid() {
		if text != "" {
			text += ":"
		}
		text += strconv.Itoa(pos.Line)
		if pos.Column != 0 {
			text += ":" + strconv.Itoa(pos.Column)
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// Pos is a place in one of the files of a FileSet, as one number.
type Pos int

// NoPos is no place.
const NoPos Pos = 0

func (p Pos) IsValid() bool { return p != NoPos }

// lineInfo says that, as far as a //line directive goes, what stands at Offset is from elsewhere.
type lineInfo struct {
	Offset       int
	Filename     string
	Line, Column int
}

// File is a file of one or more FileSets: its name, its size, and where its lines begin.
type File struct {
	name string
	base int
	size int

	mutex sync.Mutex
	lines []int
	infos []lineInfo
}

func (f *File) Name() string { return f.name }
func (f *File) Base() int    { return f.base }
func (f *File) Size() int    { return f.size }

// End is the position after the file's last byte.
func (f *File) End() Pos { return Pos(f.base + f.size) }

func (f *File) LineCount() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.lines)
}

// AddLine adds the offset where a line begins. One that is not after the last line's, or not in the file, is ignored.
func (f *File) AddLine(offset int) {
	f.mutex.Lock()
	if n := len(f.lines); (n == 0 || f.lines[n-1] < offset) && offset < f.size {
		f.lines = append(f.lines, offset)
	}
	f.mutex.Unlock()
}

// MergeLine joins a line with the next one. It panics if there are no two such.
func (f *File) MergeLine(line int) {
	if line < 1 {
		panic(fmt.Sprintf("invalid line number %d (should be >= 1)", line))
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if line >= len(f.lines) {
		panic(fmt.Sprintf("invalid line number %d (should be < %d)", line, len(f.lines)))
	}
	f.lines = slices.Delete(f.lines, line, line+1)
}

// Lines has the offsets of all lines. They must not be changed.
func (f *File) Lines() []int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.lines
}

// SetLines replaces the offsets of all lines, if they are in order and in the file.
func (f *File) SetLines(lines []int) bool {
	for i, offset := range lines {
		if i > 0 && offset <= lines[i-1] || offset >= f.size {
			return false
		}
	}
	f.mutex.Lock()
	f.lines = lines
	f.mutex.Unlock()
	return true
}

// SetLinesForContent sets the offsets of all lines as they are in this text.
func (f *File) SetLinesForContent(content []byte) {
	var lines []int
	starts := true
	for offset, b := range content {
		if starts {
			lines = append(lines, offset)
		}
		starts = b == '\n'
	}
	f.mutex.Lock()
	f.lines = lines
	f.mutex.Unlock()
}

// LineStart is where a line begins, counted from 1. It panics if there is no such line.
func (f *File) LineStart(line int) Pos {
	if line < 1 {
		panic(fmt.Sprintf("invalid line number %d (should be >= 1)", line))
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if line > len(f.lines) {
		panic(fmt.Sprintf("invalid line number %d (should be < %d)", line, len(f.lines)))
	}
	return Pos(f.base + f.lines[line-1])
}

// AddLineInfo is AddLineColumnInfo for column 1.
func (f *File) AddLineInfo(offset int, filename string, line int) {
	f.AddLineColumnInfo(offset, filename, line, 1)
}

// AddLineColumnInfo says from where the text from an offset on is. An offset that is not after the last one, or not in the file, is ignored.
func (f *File) AddLineColumnInfo(offset int, filename string, line, column int) {
	f.mutex.Lock()
	if n := len(f.infos); (n == 0 || f.infos[n-1].Offset < offset) && offset < f.size {
		f.infos = append(f.infos, lineInfo{offset, filename, line, column})
	}
	f.mutex.Unlock()
}

// clamp is the nearest offset in the file.
func (f *File) clamp(offset int) int { return max(0, min(offset, f.size)) }

// Pos is the position of an offset, or of the nearest one in the file.
func (f *File) Pos(offset int) Pos { return Pos(f.base + f.clamp(offset)) }

// Offset is that of a position, or of the nearest one in the file.
func (f *File) Offset(p Pos) int { return f.clamp(int(p) - f.base) }

// Line is the line of a position, as far as directives say.
func (f *File) Line(p Pos) int { return f.Position(p).Line }

// Position is PositionFor with directives.
func (f *File) Position(p Pos) Position { return f.PositionFor(p, true) }

// PositionFor is the place of a position: the one that //line directives say, if adjusted.
func (f *File) PositionFor(p Pos, adjusted bool) (pos Position) {
	if p == NoPos {
		return
	}
	offset := f.Offset(p)
	pos.Offset = offset
	pos.Filename = f.name
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if i := searchInts(f.lines, offset); i >= 0 {
		pos.Line, pos.Column = i+1, offset-f.lines[i]+1
	}
	if adjusted && len(f.infos) > 0 {
		f.adjust(&pos)
	}
	return
}

// adjust applies the last directive before a place.
func (f *File) adjust(pos *Position) {
	i, found := slices.BinarySearchFunc(f.infos, pos.Offset, func(info lineInfo, offset int) int {
		return cmp.Compare(info.Offset, offset)
	})
	if !found {
		i--
	}
	if i < 0 {
		return
	}
	info := &f.infos[i]
	pos.Filename = info.Filename
	line := searchInts(f.lines, info.Offset)
	if line < 0 {
		return
	}
	past := pos.Line - (line + 1)
	pos.Line = info.Line + past
	if info.Column == 0 {
		// A directive without a column leaves all columns unknown.
		pos.Column = 0
	} else if past == 0 {
		pos.Column = info.Column + (pos.Offset - info.Offset)
	}
}

// searchInts is the index of the last number that is not above x, or -1.
func searchInts(a []int, x int) int {
	low, high := 0, len(a)
	for low < high {
		if mid := int(uint(low+high) >> 1); a[mid] <= x {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low - 1
}
