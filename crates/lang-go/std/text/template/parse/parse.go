package parse

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Tree is one parsed template.
type Tree struct {
	Name      string
	ParseName string // the name of the whole text, for messages
	Root      *ListNode
	Mode      Mode
	text      string // what was parsed; positions point into it
}

// Mode is a set of flags for the parser.
type Mode uint

const (
	ParseComments Mode = 1 << iota // comments become nodes
	SkipFuncCheck                  // functions need not exist
)

// maxNesting is how deep parentheses may be nested.
const maxNesting = 10000

// New returns an empty tree; the functions are for Parse of the package only.
func New(name string, funcs ...map[string]any) *Tree {
	return &Tree{Name: name}
}

// Copy returns a copy of the tree and its nodes.
func (t *Tree) Copy() *Tree {
	if t == nil {
		return nil
	}
	return &Tree{Name: t.Name, ParseName: t.ParseName, Root: t.Root.CopyList(), text: t.text}
}

// Parse parses text into one tree for itself and for each definition in it, by name.
func Parse(name, text, leftDelim, rightDelim string, funcs ...map[string]any) (map[string]*Tree, error) {
	trees := map[string]*Tree{}
	_, err := New(name).Parse(text, leftDelim, rightDelim, trees, funcs...)
	return trees, err
}

// ErrorContext tells where a node is, as name:line:column, and prints it.
func (t *Tree) ErrorContext(n Node) (location, context string) {
	tree := n.tree()
	if tree == nil {
		tree = t
	}
	before := tree.text[:n.Position()]
	column := len(before) - 1 - strings.LastIndexByte(before, '\n')
	line := 1 + strings.Count(before, "\n")
	return tree.ParseName + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column), n.String()
}

// parser holds what is open while a text is parsed.
type parser struct {
	scanner
	tree    *Tree
	trees   map[string]*Tree
	funcs   []map[string]any
	back    [3]token // what was given back, the next one last
	backed  int
	last    int      // the line of the last token that was cut from the text
	vars    []string // the variables in scope
	loops   int      // ranges that are open in this tree
	nesting int      // parentheses that are open
	opened  int      // the line where the action that is being read began, 0 outside
}

// failure is an error on its way out of the parser.
type failure struct{ err error }

// Parse parses text into the tree, and each definition in it into one of its own in trees.
func (t *Tree) Parse(text, leftDelim, rightDelim string, trees map[string]*Tree, funcs ...map[string]any) (tree *Tree, err error) {
	p := &parser{tree: t, trees: trees, funcs: funcs, vars: []string{"$"}}
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case failure:
			tree, err = nil, problem.err
			t.Root = nil
		default:
			panic(problem)
		}
	}()
	if leftDelim == "" {
		leftDelim = "{{"
	}
	if rightDelim == "" {
		rightDelim = "}}"
	}
	t.ParseName, t.text = t.Name, text
	p.scanner = scanner{text: text, left: leftDelim, right: rightDelim, line: 1}
	p.comments = t.Mode&ParseComments != 0
	p.breaks, p.continues = !p.defined("break"), !p.defined("continue")
	p.whole()
	p.add()
	return t, nil
}

// defined reports whether there is a function of the name.
func (p *parser) defined(name string) bool {
	for _, funcs := range p.funcs {
		if funcs[name] != nil {
			return true
		}
	}
	return false
}

// token returns the next token.
func (p *parser) token() token {
	if p.backed > 0 {
		p.backed--
		return p.back[p.backed]
	}
	t := p.scanner.next()
	p.last = t.line
	return t
}

// unread gives a token back.
func (p *parser) unread(t token) {
	p.back[p.backed] = t
	p.backed++
}

func (p *parser) peek() token {
	t := p.token()
	p.unread(t)
	return t
}

// solid returns the next token that is not white space.
func (p *parser) solid() token {
	t := p.token()
	if t.kind == tokSpace {
		t = p.token()
	}
	return t
}

// peekSolid leaves out white space, and returns the token after it without taking it.
func (p *parser) peekSolid() token {
	t := p.solid()
	p.unread(t)
	return t
}

// failf ends the parse. The name of the template is a part of the format, as it is in Go.
func (p *parser) failf(format string, args ...any) {
	panic(failure{fmt.Errorf(fmt.Sprintf("template: %s:%d: %s", p.tree.ParseName, p.last, format), args...)})
}

func (p *parser) check(err error) {
	if err != nil {
		p.failf("%s", err)
	}
}

// unexpected fails on a token that may not stand where context says.
func (p *parser) unexpected(t token, context string) {
	if t.kind != tokError {
		p.failf("unexpected %s in %s", t, context)
	}
	where := ""
	if p.opened != 0 && p.opened != t.line {
		where = fmt.Sprintf(" in action started at %s:%d", p.tree.ParseName, p.opened)
		if strings.HasSuffix(t.text, " action") {
			where = strings.TrimPrefix(where, " in action")
		}
	}
	p.failf("%s%s", t, where)
}

// expect takes a token that has to be of kind k.
func (p *parser) expect(k kind, context string) token {
	t := p.solid()
	if t.kind != k {
		p.unexpected(t, context)
	}
	return t
}

// add puts the tree among the others. A tree without contents does not replace another.
func (p *parser) add() {
	old := p.trees[p.tree.Name]
	if old == nil || IsEmptyTree(old.Root) {
		p.trees[p.tree.Name] = p.tree
	} else if !IsEmptyTree(p.tree.Root) {
		p.failf("template: multiple definition of template %q", p.tree.Name)
	}
}

// IsEmptyTree reports whether a node has nothing but white space and comments.
func IsEmptyTree(n Node) bool {
	switch n := n.(type) {
	case nil, *CommentNode:
		return true
	case *ListNode:
		for _, item := range n.Nodes {
			if !IsEmptyTree(item) {
				return false
			}
		}
		return true
	case *TextNode:
		return len(bytes.TrimSpace(n.Text)) == 0
	case *ActionNode, *IfNode, *RangeNode, *TemplateNode, *WithNode:
		return false
	}
	panic("unknown node: " + n.String())
}

// whole parses the text with its definitions, which stand outside all other actions.
func (p *parser) whole() {
	root := &ListNode{NodeType: NodeList, Pos: p.peek().pos, tr: p.tree}
	p.tree.Root = root
	for p.peek().kind != tokEOF {
		if open := p.peek(); open.kind == tokLeft {
			p.token()
			if t := p.solid(); t.kind == keyDefine {
				p.definition()
				continue
			} else {
				p.unread(t)
				p.unread(open)
			}
		}
		n := p.item()
		if c, ok := n.(*closer); ok {
			p.failf("unexpected %s", c)
		}
		root.Nodes = append(root.Nodes, n)
	}
}

func (p *parser) definition() {
	const context = "define clause"
	t := p.solid()
	if t.kind != tokString && t.kind != tokRaw {
		p.unexpected(t, context)
	}
	name, err := strconv.Unquote(t.text)
	p.check(err)
	p.expect(tokRight, context)
	p.subtree(name, context)
}

// subtree parses the body of a definition or block into a tree of its own.
func (p *parser) subtree(name, context string) {
	outer, vars, loops, nesting, opened := p.tree, p.vars, p.loops, p.nesting, p.opened
	p.tree = &Tree{Name: name, ParseName: outer.ParseName, Mode: outer.Mode, text: outer.text}
	p.vars, p.loops, p.nesting, p.opened = []string{"$"}, 0, 0, 0
	list, end := p.list()
	if end.NodeType != nodeEnd {
		p.failf("unexpected %s in %s", end, context)
	}
	p.tree.Root = list
	p.add()
	p.tree, p.vars, p.loops, p.nesting, p.opened = outer, vars, loops, nesting, opened
}

// list parses what stands before an end or else.
func (p *parser) list() (*ListNode, *closer) {
	list := &ListNode{NodeType: NodeList, Pos: p.peekSolid().pos, tr: p.tree}
	for p.peekSolid().kind != tokEOF {
		n := p.item()
		if c, ok := n.(*closer); ok {
			return list, c
		}
		list.Nodes = append(list.Nodes, n)
	}
	p.failf("unexpected EOF")
	return nil, nil
}

// item parses text, a comment or an action.
func (p *parser) item() Node {
	t := p.solid()
	switch t.kind {
	case tokText:
		return &TextNode{NodeText, t.pos, []byte(t.text), p.tree}
	case tokComment:
		return &CommentNode{NodeComment, t.pos, t.text, p.tree}
	case tokLeft:
		p.opened = t.line
		n := p.actionNode()
		p.opened = 0
		return n
	}
	p.unexpected(t, "input")
	return nil
}

func (p *parser) actionNode() Node {
	t := p.solid()
	switch t.kind {
	case keyBlock:
		return p.block()
	case keyBreak:
		p.loopWord("{{break}}")
		return &BreakNode{p.tree, NodeBreak, t.pos, t.line}
	case keyContinue:
		p.loopWord("{{continue}}")
		return &ContinueNode{p.tree, NodeContinue, t.pos, t.line}
	case keyElse:
		return p.elseWord()
	case keyEnd:
		return &closer{nodeEnd, p.expect(tokRight, "end").pos}
	case keyIf:
		return p.ifNode()
	case keyRange:
		return &RangeNode{p.branch(NodeRange, "range")}
	case keyTemplate:
		return p.template()
	case keyWith:
		return p.withNode()
	}
	p.unread(t)
	t = p.peek()
	return &ActionNode{NodeAction, t.pos, t.line, p.pipeline("command", tokRight), p.tree}
}

func (p *parser) ifNode() *IfNode     { return &IfNode{p.branch(NodeIf, "if")} }
func (p *parser) withNode() *WithNode { return &WithNode{p.branch(NodeWith, "with")} }

// loopWord parses the rest of a break or continue.
func (p *parser) loopWord(word string) {
	if t := p.solid(); t.kind != tokRight {
		p.unexpected(t, word)
	}
	if p.loops == 0 {
		p.failf("%s outside {{range}}", word)
	}
}

// elseWord parses the rest of an else. An if or with after it is left to the branch that the else belongs to.
func (p *parser) elseWord() Node {
	if t := p.peekSolid(); t.kind == keyIf || t.kind == keyWith {
		return &closer{nodeElse, t.pos}
	}
	return &closer{nodeElse, p.expect(tokRight, "else").pos}
}

// branch parses an if, range or with up to its end.
func (p *parser) branch(kind NodeType, context string) BranchNode {
	scope := len(p.vars)
	pipe := p.pipeline(context, tokRight)
	b := BranchNode{NodeType: kind, Pos: pipe.Pos, Line: pipe.Line, Pipe: pipe, tr: p.tree}
	if kind == NodeRange {
		p.loops++
	}
	var stop *closer
	b.List, stop = p.list()
	if kind == NodeRange {
		p.loops--
	}
	if stop.NodeType == nodeElse {
		b.ElseList = p.otherwise(kind, stop)
	}
	p.vars = p.vars[:scope]
	return b
}

// otherwise parses what follows an else: the branch that it contains, or a list and its end.
func (p *parser) otherwise(kind NodeType, stop *closer) *ListNode {
	var inner Node
	switch next := p.peek().kind; {
	case kind == NodeIf && next == keyIf:
		p.token()
		inner = p.ifNode()
	case kind == NodeWith && next == keyWith:
		p.token()
		inner = p.withNode()
	default:
		list, end := p.list()
		if end.NodeType != nodeEnd {
			p.failf("expected end; found %s", end)
		}
		return list
	}
	return &ListNode{NodeList, stop.Pos, []Node{inner}, p.tree}
}

// templateName takes the name of a template.
func (p *parser) templateName(context string) (token, string) {
	t := p.solid()
	if t.kind != tokString && t.kind != tokRaw {
		p.unexpected(t, context)
	}
	name, err := strconv.Unquote(t.text)
	p.check(err)
	return t, name
}

// block parses a definition and the execution of what it defines.
func (p *parser) block() Node {
	const context = "block clause"
	t, name := p.templateName(context)
	pipe := p.pipeline(context, tokRight)
	p.subtree(name, context)
	return &TemplateNode{NodeTemplate, t.pos, t.line, name, pipe, p.tree}
}

func (p *parser) template() Node {
	const context = "template clause"
	t, name := p.templateName(context)
	n := &TemplateNode{NodeTemplate, t.pos, t.line, name, nil, p.tree}
	if t := p.solid(); t.kind != tokRight {
		p.unread(t)
		n.Pipe = p.pipeline(context, tokRight)
	}
	return n
}
