// Package parse builds the trees of templates. It knows nothing of the data that templates are applied to.
package parse

import (
	"strconv"
	"strings"
)

// Node is an element of a tree. Only this package has types of it.
type Node interface {
	Type() NodeType
	String() string
	Copy() Node
	Position() Pos

	tree() *Tree
	print(*strings.Builder)
}

// NodeType tells the types of nodes apart.
type NodeType int

// Pos is an offset in bytes in the text of the template.
type Pos int

func (p Pos) Position() Pos       { return p }
func (t NodeType) Type() NodeType { return t }

const (
	NodeText NodeType = iota
	NodeAction
	NodeBool
	NodeChain
	NodeCommand
	NodeDot
	nodeElse
	nodeEnd
	NodeField
	NodeIdentifier
	NodeIf
	NodeList
	NodeNil
	NodeNumber
	NodePipe
	NodeRange
	NodeString
	NodeTemplate
	NodeVariable
	NodeWith
	NodeComment
	NodeBreak
	NodeContinue
)

// show is String of every node.
func show(n Node) string {
	var b strings.Builder
	n.print(&b)
	return b.String()
}

// ListNode is a sequence of nodes.
type ListNode struct {
	NodeType
	Pos
	Nodes []Node
	tr    *Tree
}

func (l *ListNode) tree() *Tree    { return l.tr }
func (l *ListNode) String() string { return show(l) }
func (l *ListNode) Copy() Node     { return l.CopyList() }

func (l *ListNode) print(b *strings.Builder) {
	for _, n := range l.Nodes {
		n.print(b)
	}
}

// CopyList is Copy with the list's own type; a nil list stays nil.
func (l *ListNode) CopyList() *ListNode {
	if l == nil {
		return nil
	}
	c := &ListNode{NodeType: NodeList, Pos: l.Pos, tr: l.tr}
	for _, n := range l.Nodes {
		c.Nodes = append(c.Nodes, n.Copy())
	}
	return c
}

// TextNode is text outside actions.
type TextNode struct {
	NodeType
	Pos
	Text []byte
	tr   *Tree
}

func (t *TextNode) tree() *Tree              { return t.tr }
func (t *TextNode) String() string           { return string(t.Text) }
func (t *TextNode) print(b *strings.Builder) { b.Write(t.Text) }

func (t *TextNode) Copy() Node {
	return &TextNode{NodeText, t.Pos, append([]byte{}, t.Text...), t.tr}
}

// CommentNode is a comment, with its marks but without the delimiters.
type CommentNode struct {
	NodeType
	Pos
	Text string
	tr   *Tree
}

func (c *CommentNode) tree() *Tree    { return c.tr }
func (c *CommentNode) String() string { return show(c) }
func (c *CommentNode) Copy() Node     { return &CommentNode{NodeComment, c.Pos, c.Text, c.tr} }

func (c *CommentNode) print(b *strings.Builder) {
	b.WriteString("{{")
	b.WriteString(c.Text)
	b.WriteString("}}")
}

// PipeNode is a pipeline, with the variables that it sets.
type PipeNode struct {
	NodeType
	Pos
	Line     int
	IsAssign bool // the variables exist already
	Decl     []*VariableNode
	Cmds     []*CommandNode
	tr       *Tree
}

func (p *PipeNode) tree() *Tree    { return p.tr }
func (p *PipeNode) String() string { return show(p) }
func (p *PipeNode) Copy() Node     { return p.CopyPipe() }

func (p *PipeNode) print(b *strings.Builder) {
	for i, v := range p.Decl {
		if i > 0 {
			b.WriteString(", ")
		}
		v.print(b)
	}
	if len(p.Decl) > 0 && p.IsAssign {
		b.WriteString(" = ")
	} else if len(p.Decl) > 0 {
		b.WriteString(" := ")
	}
	for i, c := range p.Cmds {
		if i > 0 {
			b.WriteString(" | ")
		}
		c.print(b)
	}
}

// CopyPipe is Copy with the pipeline's own type; a nil pipeline stays nil.
func (p *PipeNode) CopyPipe() *PipeNode {
	if p == nil {
		return nil
	}
	c := &PipeNode{NodeType: NodePipe, Pos: p.Pos, Line: p.Line, IsAssign: p.IsAssign, tr: p.tr}
	for _, v := range p.Decl {
		c.Decl = append(c.Decl, v.Copy().(*VariableNode))
	}
	for _, cmd := range p.Cmds {
		c.Cmds = append(c.Cmds, cmd.Copy().(*CommandNode))
	}
	return c
}

// ActionNode is a pipeline between delimiters.
type ActionNode struct {
	NodeType
	Pos
	Line int
	Pipe *PipeNode
	tr   *Tree
}

func (a *ActionNode) tree() *Tree    { return a.tr }
func (a *ActionNode) String() string { return show(a) }

func (a *ActionNode) Copy() Node {
	return &ActionNode{NodeAction, a.Pos, a.Line, a.Pipe.CopyPipe(), a.tr}
}

func (a *ActionNode) print(b *strings.Builder) {
	b.WriteString("{{")
	a.Pipe.print(b)
	b.WriteString("}}")
}

// CommandNode is one command of a pipeline: what is called, and its arguments.
type CommandNode struct {
	NodeType
	Pos
	Args []Node
	tr   *Tree
}

func (c *CommandNode) tree() *Tree    { return c.tr }
func (c *CommandNode) String() string { return show(c) }

func (c *CommandNode) print(b *strings.Builder) {
	for i, arg := range c.Args {
		if i > 0 {
			b.WriteByte(' ')
		}
		printOperand(b, arg)
	}
}

// printOperand prints a node; a pipeline gets parentheses.
func printOperand(b *strings.Builder, n Node) {
	if p, ok := n.(*PipeNode); ok {
		b.WriteByte('(')
		p.print(b)
		b.WriteByte(')')
		return
	}
	n.print(b)
}

func (c *CommandNode) Copy() Node {
	if c == nil {
		return c
	}
	n := &CommandNode{NodeType: NodeCommand, Pos: c.Pos, tr: c.tr}
	for _, arg := range c.Args {
		n.Args = append(n.Args, arg.Copy())
	}
	return n
}

// TemplateNode is the execution of another template.
type TemplateNode struct {
	NodeType
	Pos
	Line int
	Name string
	Pipe *PipeNode // nil without data
	tr   *Tree
}

func (t *TemplateNode) tree() *Tree    { return t.tr }
func (t *TemplateNode) String() string { return show(t) }

func (t *TemplateNode) Copy() Node {
	return &TemplateNode{NodeTemplate, t.Pos, t.Line, t.Name, t.Pipe.CopyPipe(), t.tr}
}

func (t *TemplateNode) print(b *strings.Builder) {
	b.WriteString("{{template ")
	b.WriteString(strconv.Quote(t.Name))
	if t.Pipe != nil {
		b.WriteByte(' ')
		t.Pipe.print(b)
	}
	b.WriteString("}}")
}

// BranchNode is what if, range and with have in common.
type BranchNode struct {
	NodeType
	Pos
	Line     int
	Pipe     *PipeNode
	List     *ListNode
	ElseList *ListNode // nil without else
	tr       *Tree
}

// IfNode is an if action.
type IfNode struct{ BranchNode }

// RangeNode is a range action.
type RangeNode struct{ BranchNode }

// WithNode is a with action.
type WithNode struct{ BranchNode }

func (b *BranchNode) tree() *Tree    { return b.tr }
func (b *BranchNode) String() string { return show(b) }

func (b *BranchNode) print(out *strings.Builder) {
	switch b.NodeType {
	case NodeIf:
		out.WriteString("{{if ")
	case NodeRange:
		out.WriteString("{{range ")
	case NodeWith:
		out.WriteString("{{with ")
	default:
		panic("unknown branch type")
	}
	b.Pipe.print(out)
	out.WriteString("}}")
	b.List.print(out)
	if b.ElseList != nil {
		out.WriteString("{{else}}")
		b.ElseList.print(out)
	}
	out.WriteString("{{end}}")
}

// clone copies the branch as one of type t.
func (b *BranchNode) clone(t NodeType) BranchNode {
	return BranchNode{t, b.Pos, b.Line, b.Pipe.CopyPipe(), b.List.CopyList(), b.ElseList.CopyList(), b.tr}
}

func (b *BranchNode) Copy() Node {
	switch b.NodeType {
	case NodeIf:
		return &IfNode{b.clone(NodeIf)}
	case NodeRange:
		return &RangeNode{b.clone(NodeRange)}
	case NodeWith:
		return &WithNode{b.clone(NodeWith)}
	}
	panic("unknown branch type")
}

func (i *IfNode) Copy() Node    { return &IfNode{i.clone(NodeIf)} }
func (r *RangeNode) Copy() Node { return &RangeNode{r.clone(NodeRange)} }
func (w *WithNode) Copy() Node  { return &WithNode{w.clone(NodeWith)} }

// BreakNode ends a range.
type BreakNode struct {
	tr *Tree
	NodeType
	Pos
	Line int
}

func (b *BreakNode) tree() *Tree                { return b.tr }
func (b *BreakNode) String() string             { return "{{break}}" }
func (b *BreakNode) Copy() Node                 { return &BreakNode{b.tr, NodeBreak, b.Pos, b.Line} }
func (b *BreakNode) print(out *strings.Builder) { out.WriteString("{{break}}") }

// ContinueNode ends one iteration of a range.
type ContinueNode struct {
	tr *Tree
	NodeType
	Pos
	Line int
}

func (c *ContinueNode) tree() *Tree                { return c.tr }
func (c *ContinueNode) String() string             { return "{{continue}}" }
func (c *ContinueNode) Copy() Node                 { return &ContinueNode{c.tr, NodeContinue, c.Pos, c.Line} }
func (c *ContinueNode) print(out *strings.Builder) { out.WriteString("{{continue}}") }

// closer is an end or else action; trees do not contain it.
type closer struct {
	NodeType
	Pos
}

func (c *closer) tree() *Tree                { return nil }
func (c *closer) Copy() Node                 { return &closer{c.NodeType, c.Pos} }
func (c *closer) print(out *strings.Builder) { out.WriteString(c.String()) }

func (c *closer) String() string {
	if c.NodeType == nodeEnd {
		return "{{end}}"
	}
	return "{{else}}"
}
