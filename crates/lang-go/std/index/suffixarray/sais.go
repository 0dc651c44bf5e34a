package suffixarray

// sorted gives the suffixes of a text of letters below k in their order, by SA-IS: Nong, Zhang and Chan, "Two Efficient
// Algorithms for Linear Time Suffix Array Construction", 2011. The end of the text counts as less than all letters.
//
// A suffix is small if it precedes the one after it, and large otherwise; it is leftmost if it is small after a large one.
// The order of the leftmost ones gives that of all others. Where their first parts do not tell it, the order of a shorter
// text does, in which each part is a letter.
func sorted[T byte | int32](text []T, k int) []int32 {
	n := len(text)
	s := &sorter[T]{text: text, small: make([]bool, n), order: make([]int32, n), counts: make([]int32, k), next: make([]int32, k)}
	if n == 0 {
		return s.order
	}
	for i := n - 2; i >= 0; i-- {
		s.small[i] = text[i] < text[i+1] || text[i] == text[i+1] && s.small[i+1]
	}
	for _, c := range text {
		s.counts[c]++
	}
	var leftmost []int32 // in the order of the text
	for i := 1; i < n; i++ {
		if s.leftmost(i) {
			leftmost = append(leftmost, int32(i))
		}
	}
	s.induce(leftmost)
	if len(leftmost) > 1 {
		s.induce(s.sortLeftmost(leftmost))
	}
	return s.order
}

type sorter[T byte | int32] struct {
	text         []T
	small        []bool
	order        []int32 // the result
	counts, next []int32 // of each letter: how many there are, and where the next goes
}

func (s *sorter[T]) leftmost(i int) bool { return i > 0 && s.small[i] && !s.small[i-1] }

func (s *sorter[T]) heads() {
	sum := int32(0)
	for c, n := range s.counts {
		s.next[c] = sum
		sum += n
	}
}

func (s *sorter[T]) tails() {
	sum := int32(0)
	for c, n := range s.counts {
		sum += n
		s.next[c] = sum
	}
}

// induce orders all suffixes by an order of the leftmost ones.
func (s *sorter[T]) induce(leftmost []int32) {
	text, order, next := s.text, s.order, s.next
	for i := range order {
		order[i] = -1
	}
	s.tails()
	for i := len(leftmost) - 1; i >= 0; i-- {
		c := text[leftmost[i]]
		next[c]--
		order[next[c]] = leftmost[i]
	}
	s.heads()
	last := int32(len(text) - 1)
	order[next[text[last]]] = last
	next[text[last]]++
	// What precedes a large suffix with the same letter is large as well; before a leftmost one stands a greater letter.
	for _, i := range order {
		if i > 0 {
			if c := text[i-1]; c >= text[i] {
				order[next[c]] = i - 1
				next[c]++
			}
		}
	}
	s.tails()
	for k := len(order) - 1; k >= 0; k-- {
		if i := order[k]; i > 0 {
			// With the same letter it is small if the suffix after it is, which was put here by this loop then.
			if c := text[i-1]; c < text[i] || c == text[i] && int32(k) >= next[c] {
				next[c]--
				order[next[c]] = i - 1
			}
		}
	}
}

// sortLeftmost orders the leftmost suffixes, whose first parts are in order.
func (s *sorter[T]) sortLeftmost(leftmost []int32) []int32 {
	// The name of a part tells how many other parts precede it.
	names := make([]int32, len(s.text)/2+1) // at half the place, as two are never side by side
	name, before := int32(0), int32(-1)
	for _, i := range s.order {
		if !s.leftmost(int(i)) {
			continue
		}
		if before >= 0 && !s.samePart(int(before), int(i)) {
			name++
		}
		names[i>>1] = name
		before = i
	}
	shorter := make([]int32, len(leftmost))
	for k, i := range leftmost {
		shorter[k] = names[i>>1]
	}
	out := make([]int32, len(leftmost))
	if int(name)+1 == len(leftmost) {
		for k, c := range shorter {
			out[c] = leftmost[k]
		}
		return out
	}
	for k, i := range sorted(shorter, int(name)+1) {
		out[k] = leftmost[i]
	}
	return out
}

// samePart compares two leftmost suffixes up to the next leftmost ones.
func (s *sorter[T]) samePart(i, j int) bool {
	for k := 0; ; k++ {
		if i+k == len(s.text) || j+k == len(s.text) || s.text[i+k] != s.text[j+k] || s.small[i+k] != s.small[j+k] {
			return false
		}
		if k > 0 && (s.leftmost(i+k) || s.leftmost(j+k)) {
			return s.leftmost(i+k) && s.leftmost(j+k)
		}
	}
}
