package ast

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// CommentMap has the comments that belong to nodes.
type CommentMap map[Node][]*CommentGroup

// enclosing has nodes that are declarations, statements, fields or specifications, each in the one before it.
type enclosing []Node

// leave removes the nodes that end before a position, and is the outermost of them, or nil.
func (s *enclosing) leave(pos token.Pos) (top Node) {
	n := len(*s)
	for n > 0 && (*s)[n-1].End() <= pos {
		n--
		top = (*s)[n]
	}
	*s = (*s)[:n]
	return
}

// NewCommentMap gives each group of comments to a node of a tree: to the one, as large as can be, that ends on its line, or on the line before, if an
// empty line comes after the comments; to the next node else.
func NewCommentMap(fset *token.FileSet, node Node, comments []*CommentGroup) CommentMap {
	if len(comments) == 0 {
		return nil
	}
	m := make(CommentMap)
	comments = slices.Clone(comments)
	sortComments(comments)
	var nodes []Node
	Inspect(node, func(n Node) bool {
		switch n.(type) {
		case nil, *CommentGroup, *Comment:
			return false
		}
		nodes = append(nodes, n)
		return true
	})
	var last, group Node // the last node, and the last one that is large
	var lastEnd, groupEnd token.Position
	var stack enclosing
	for i := 0; i <= len(nodes) && len(comments) > 0; i++ {
		var node Node
		const infinity = 1 << 30
		next := token.Position{Offset: infinity, Line: infinity}
		if i < len(nodes) {
			node = nodes[i]
			next = fset.Position(node.Pos())
		}
		for len(comments) > 0 {
			c := comments[0]
			begin, end := fset.Position(c.Pos()), fset.Position(c.End())
			if end.Offset > next.Offset {
				break
			}
			if top := stack.leave(c.Pos()); top != nil {
				group = top
				groupEnd = fset.Position(top.End())
			}
			follows := func(line int) bool {
				return line == begin.Line || line+1 == begin.Line && end.Line+1 < next.Line
			}
			to := node
			if group != nil && follows(groupEnd.Line) {
				to = group
			} else if last != nil && (follows(lastEnd.Line) || node == nil) {
				to = last
			}
			if to == nil {
				panic("internal error: no comments should be associated with sentinel")
			}
			m[to] = append(m[to], c)
			comments = comments[1:]
		}
		if node == nil {
			break
		}
		last = node
		lastEnd = fset.Position(node.End())
		switch node.(type) {
		case *File, *Field, Decl, Spec, Stmt:
			stack.leave(node.Pos())
			stack = append(stack, node)
		}
	}
	return m
}

func sortComments(list []*CommentGroup) {
	slices.SortFunc(list, func(a, b *CommentGroup) int { return cmp.Compare(a.Pos(), b.Pos()) })
}

// Update gives the comments of a node to another one, which is the result.
func (cmap CommentMap) Update(old, new Node) Node {
	if list := cmap[old]; len(list) > 0 {
		delete(cmap, old)
		cmap[new] = append(cmap[new], list...)
	}
	return new
}

// Filter has the comments of the nodes of a tree.
func (cmap CommentMap) Filter(node Node) CommentMap {
	m := make(CommentMap)
	Inspect(node, func(n Node) bool {
		if list := cmap[n]; len(list) > 0 {
			m[n] = list
		}
		return true
	})
	return m
}

// Comments has all comments, in the order of the source.
func (cmap CommentMap) Comments() []*CommentGroup {
	list := make([]*CommentGroup, 0, len(cmap))
	for _, c := range cmap {
		list = append(list, c...)
	}
	sortComments(list)
	return list
}

// summary is the beginning of comments, on one line.
func summary(list []*CommentGroup) string {
	const limit = 40
	var b strings.Builder
	for _, g := range list {
		for _, c := range g.List {
			if b.Len() < limit {
				b.WriteString(c.Text)
			}
		}
	}
	s := b.String()
	if len(s) > limit {
		s = s[:limit-3] + "..."
	}
	return strings.Map(func(c rune) rune {
		if c == '\t' || c == '\n' || c == '\r' {
			return ' '
		}
		return c
	}, s)
}

func (cmap CommentMap) String() string {
	var nodes []Node
	for n := range cmap {
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b Node) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(b.End(), a.End()))
	})
	var b strings.Builder
	fmt.Fprintln(&b, "CommentMap {")
	for _, n := range nodes {
		name := fmt.Sprintf("%T", n)
		if id, ok := n.(*Ident); ok {
			name = id.Name
		}
		fmt.Fprintf(&b, "\t%p  %20s:  %s\n", n, name, summary(cmap[n]))
	}
	fmt.Fprintln(&b, "}")
	return b.String()
}
