package token

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

// FileSet is a set of files, whose positions do not overlap.
type FileSet struct {
	mutex sync.Mutex
	base  int
	files []*File // in the order of their bases
	last  *File   // the file that was found last
}

func NewFileSet() *FileSet { return &FileSet{base: 1} }

// Base is the least base for the next file.
func (s *FileSet) Base() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.base
}

// AddFile adds a file. A negative base is the least there can be. It panics if the base is less than that, or the size negative.
func (s *FileSet) AddFile(filename string, base, size int) *File {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if base < 0 {
		base = s.base
	}
	if base < s.base {
		panic(fmt.Sprintf("invalid base %d (should be >= %d)", base, s.base))
	}
	f := &File{name: filename, base: base, size: size, lines: []int{0}}
	if size < 0 {
		panic(fmt.Sprintf("invalid size %d (should be >= 0)", size))
	}
	if base += size + 1; base < 0 {
		panic("token.Pos offset overflow (> 2G of source code in file set)")
	}
	s.base = base
	s.files = append(s.files, f)
	s.last = f
	return f
}

// search is the index of the first file whose end is not before p.
func (s *FileSet) search(p int) int {
	i, _ := slices.BinarySearchFunc(s.files, p, func(f *File, p int) int { return cmp.Compare(f.base+f.size, p) })
	return i
}

// AddExistingFiles adds files of other sets, unless they are here already. It panics if they overlap with others.
func (s *FileSet) AddExistingFiles(files ...*File) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, f := range files {
		i := s.search(f.base)
		if i < len(s.files) {
			if s.files[i] == f {
				continue
			}
			if other := s.files[i]; other.base <= f.base+f.size {
				panic(fmt.Sprintf("file %s (%d-%d) overlaps with file %s (%d-%d)",
					other.name, other.base, other.base+other.size, f.name, f.base, f.base+f.size))
			}
		}
		s.files = slices.Insert(s.files, i, f)
		s.base = max(s.base, f.base+f.size+1)
	}
}

// RemoveFile takes a file out of the set, if it is there.
func (s *FileSet) RemoveFile(file *File) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.last == file {
		s.last = nil
	}
	if i := s.search(file.base); i < len(s.files) && s.files[i] == file {
		s.files = slices.Delete(s.files, i, i+1)
	}
}

// Iterate calls yield for all files, in the order in which they were added, until it returns false.
func (s *FileSet) Iterate(yield func(*File) bool) {
	s.mutex.Lock()
	files := slices.Clone(s.files)
	s.mutex.Unlock()
	for _, f := range files {
		if !yield(f) {
			return
		}
	}
}

// File is the file of a position, or nil.
func (s *FileSet) File(p Pos) *File {
	if p == NoPos {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if f := s.last; f != nil && f.base <= int(p) && int(p) <= f.base+f.size {
		return f
	}
	if i := s.search(int(p)); i < len(s.files) && s.files[i].base <= int(p) {
		s.last = s.files[i]
		return s.last
	}
	return nil
}

// Position is PositionFor with directives.
func (s *FileSet) Position(p Pos) Position { return s.PositionFor(p, true) }

// PositionFor is the place of a position, or no place if it is in no file: the place that //line directives say, if adjusted.
func (s *FileSet) PositionFor(p Pos, adjusted bool) Position {
	if f := s.File(p); f != nil {
		return f.PositionFor(p, adjusted)
	}
	return Position{}
}

// serializedFile and serializedFileSet are what Read and Write hand to a decoder and an encoder.
type serializedFile struct {
	Name  string
	Base  int
	Size  int
	Lines []int
	Infos []lineInfo
}

type serializedFileSet struct {
	Base  int
	Files []serializedFile
}

// Read replaces the set by what decode sets.
func (s *FileSet) Read(decode func(any) error) error {
	var all serializedFileSet
	if err := decode(&all); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.base = all.Base
	s.files = make([]*File, len(all.Files))
	for i, f := range all.Files {
		s.files[i] = &File{name: f.Name, base: f.Base, size: f.Size, lines: f.Lines, infos: f.Infos}
	}
	s.last = nil
	return nil
}

// Write hands the set to encode, as a value with exported fields.
func (s *FileSet) Write(encode func(any) error) error {
	s.mutex.Lock()
	all := serializedFileSet{Base: s.base}
	for _, f := range s.files {
		f.mutex.Lock()
		all.Files = append(all.Files, serializedFile{f.name, f.base, f.size, slices.Clone(f.lines), slices.Clone(f.infos)})
		f.mutex.Unlock()
	}
	s.mutex.Unlock()
	return encode(all)
}
