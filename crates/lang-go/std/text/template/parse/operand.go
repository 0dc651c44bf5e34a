package parse

import (
	"fmt"
	"strconv"
	"strings"
)

// IdentifierNode is the name of a function.
type IdentifierNode struct {
	NodeType
	Pos
	Ident string
	tr    *Tree
}

// NewIdentifier returns a node that belongs to no tree yet.
func NewIdentifier(ident string) *IdentifierNode {
	return &IdentifierNode{NodeType: NodeIdentifier, Ident: ident}
}

// SetPos sets the position and returns the node.
func (i *IdentifierNode) SetPos(pos Pos) *IdentifierNode {
	i.Pos = pos
	return i
}

// SetTree sets the tree that the node belongs to, and returns the node.
func (i *IdentifierNode) SetTree(t *Tree) *IdentifierNode {
	i.tr = t
	return i
}

func (i *IdentifierNode) tree() *Tree              { return i.tr }
func (i *IdentifierNode) String() string           { return i.Ident }
func (i *IdentifierNode) print(b *strings.Builder) { b.WriteString(i.Ident) }
func (i *IdentifierNode) Copy() Node               { return &IdentifierNode{NodeIdentifier, i.Pos, i.Ident, i.tr} }

// VariableNode is a variable and the fields after it. The dollar sign belongs to the first name.
type VariableNode struct {
	NodeType
	Pos
	Ident []string
	tr    *Tree
}

func (v *VariableNode) tree() *Tree              { return v.tr }
func (v *VariableNode) String() string           { return strings.Join(v.Ident, ".") }
func (v *VariableNode) print(b *strings.Builder) { printNames(b, "", v.Ident) }

func (v *VariableNode) Copy() Node {
	return &VariableNode{NodeVariable, v.Pos, append([]string{}, v.Ident...), v.tr}
}

// FieldNode is a chain of fields of dot, without their periods.
type FieldNode struct {
	NodeType
	Pos
	Ident []string
	tr    *Tree
}

func (f *FieldNode) tree() *Tree              { return f.tr }
func (f *FieldNode) String() string           { return show(f) }
func (f *FieldNode) print(b *strings.Builder) { printNames(b, ".", f.Ident) }

func (f *FieldNode) Copy() Node {
	return &FieldNode{NodeField, f.Pos, append([]string{}, f.Ident...), f.tr}
}

// printNames prints the names, with first before the first one and a period before each other.
func printNames(b *strings.Builder, first string, names []string) {
	for _, name := range names {
		b.WriteString(first)
		b.WriteString(name)
		first = "."
	}
}

// ChainNode is a chain of fields of a term.
type ChainNode struct {
	NodeType
	Pos
	Node  Node
	Field []string
	tr    *Tree
}

// Add appends a field, which begins with a period. Anything else panics.
func (c *ChainNode) Add(field string) {
	if field == "" || field[0] != '.' {
		panic("no dot in field")
	}
	if field == "." {
		panic("empty field")
	}
	c.Field = append(c.Field, field[1:])
}

func (c *ChainNode) tree() *Tree    { return c.tr }
func (c *ChainNode) String() string { return show(c) }

func (c *ChainNode) Copy() Node {
	return &ChainNode{NodeChain, c.Pos, c.Node, append([]string{}, c.Field...), c.tr}
}

func (c *ChainNode) print(b *strings.Builder) {
	printOperand(b, c.Node)
	printNames(b, ".", c.Field)
}

// DotNode is the cursor.
type DotNode struct {
	NodeType
	Pos
	tr *Tree
}

func (d *DotNode) Type() NodeType           { return NodeDot }
func (d *DotNode) tree() *Tree              { return d.tr }
func (d *DotNode) String() string           { return "." }
func (d *DotNode) print(b *strings.Builder) { b.WriteByte('.') }
func (d *DotNode) Copy() Node               { return &DotNode{NodeDot, d.Pos, d.tr} }

// NilNode is the untyped nil.
type NilNode struct {
	NodeType
	Pos
	tr *Tree
}

func (n *NilNode) Type() NodeType           { return NodeNil }
func (n *NilNode) tree() *Tree              { return n.tr }
func (n *NilNode) String() string           { return "nil" }
func (n *NilNode) print(b *strings.Builder) { b.WriteString("nil") }
func (n *NilNode) Copy() Node               { return &NilNode{NodeNil, n.Pos, n.tr} }

// BoolNode is true or false.
type BoolNode struct {
	NodeType
	Pos
	True bool
	tr   *Tree
}

func (n *BoolNode) tree() *Tree              { return n.tr }
func (n *BoolNode) String() string           { return strconv.FormatBool(n.True) }
func (n *BoolNode) print(b *strings.Builder) { b.WriteString(n.String()) }
func (n *BoolNode) Copy() Node               { return &BoolNode{NodeBool, n.Pos, n.True, n.tr} }

// StringNode is a string constant, as written and as meant.
type StringNode struct {
	NodeType
	Pos
	Quoted string
	Text   string
	tr     *Tree
}

func (s *StringNode) tree() *Tree              { return s.tr }
func (s *StringNode) String() string           { return s.Quoted }
func (s *StringNode) print(b *strings.Builder) { b.WriteString(s.Quoted) }
func (s *StringNode) Copy() Node               { return &StringNode{NodeString, s.Pos, s.Quoted, s.Text, s.tr} }

// NumberNode is a number, in every form that can hold it exactly, like a constant of Go.
type NumberNode struct {
	NodeType
	Pos
	IsInt      bool
	IsUint     bool
	IsFloat    bool
	IsComplex  bool
	Int64      int64
	Uint64     uint64
	Float64    float64
	Complex128 complex128
	Text       string // as written
	tr         *Tree
}

func (n *NumberNode) tree() *Tree              { return n.tr }
func (n *NumberNode) String() string           { return n.Text }
func (n *NumberNode) print(b *strings.Builder) { b.WriteString(n.Text) }

func (n *NumberNode) Copy() Node {
	c := *n
	return &c
}

// setInt gives the number the value i, which is not negative.
func (n *NumberNode) setInt(i int64) {
	n.IsInt, n.Int64 = true, i
	n.IsFloat, n.Float64 = true, float64(i)
	n.IsUint, n.Uint64 = true, uint64(i)
}

// setUint gives the number a value that may be too large for an int64.
func (n *NumberNode) setUint(u uint64) {
	if int64(u) >= 0 {
		n.setInt(int64(u))
		return
	}
	n.IsUint, n.Uint64 = true, u
	n.IsFloat, n.Float64 = true, float64(u)
}

// setFloat gives the number the value f, and the forms of an integer if it is one.
func (n *NumberNode) setFloat(f float64) {
	n.IsFloat, n.Float64 = true, f
	if float64(int64(f)) == f {
		n.IsInt, n.Int64 = true, int64(f)
	}
	if float64(uint64(f)) == f {
		n.IsUint, n.Uint64 = true, uint64(f)
	}
}

// setComplex gives the number the value c, and the forms of a real one if it is one.
func (n *NumberNode) setComplex(c complex128) {
	n.IsComplex, n.Complex128 = true, c
	if imag(c) == 0 {
		n.setFloat(real(c))
	}
}

// setChar gives the number the value of a character constant.
func (n *NumberNode) setChar(text string) error {
	r, _, tail, err := strconv.UnquoteChar(text[1:], '\'')
	if err != nil {
		return err
	}
	if tail != "'" {
		return fmt.Errorf("malformed character constant: %s", text)
	}
	n.setInt(int64(r))
	return nil
}

// set gives the number the value of its text, which is not a character constant.
func (n *NumberNode) set(sum bool) error {
	text := n.Text
	if sum {
		var c complex128
		if _, err := fmt.Sscan(text, &c); err != nil {
			return err
		}
		n.setComplex(c)
		return nil
	}
	if strings.HasSuffix(text, "i") {
		if f, err := strconv.ParseFloat(text[:len(text)-1], 64); err == nil {
			n.setComplex(complex(0, f))
			return nil
		}
	}
	if u, err := strconv.ParseUint(text, 0, 64); err == nil {
		n.setUint(u)
		return nil
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		n.IsInt, n.Int64 = true, i
		n.IsFloat, n.Float64 = true, float64(i)
		n.IsUint = i == 0 // A sign makes any other number signed.
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("illegal number syntax: %q", text)
	}
	if !strings.ContainsAny(text, ".eEpP") {
		return fmt.Errorf("integer overflow: %q", text)
	}
	n.setFloat(f)
	return nil
}
