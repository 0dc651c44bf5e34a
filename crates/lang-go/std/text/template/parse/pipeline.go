package parse

import (
	"strconv"
	"strings"
)

// pipeline parses declarations and commands up to a token of kind end.
func (p *parser) pipeline(context string, end kind) *PipeNode {
	t := p.peekSolid()
	pipe := &PipeNode{NodeType: NodePipe, Pos: t.pos, Line: t.line, tr: p.tree}
	p.declarations(pipe, context)
	for {
		t := p.solid()
		switch t.kind {
		case end:
			p.checkPipeline(pipe, context)
			return pipe
		case tokBool, tokChar, tokComplex, keyDot, tokField, tokIdent, tokNumber, keyNil, tokRaw, tokString, tokVariable,
			tokOpen:
			p.unread(t)
			pipe.Cmds = append(pipe.Cmds, p.command())
		default:
			p.unexpected(t, context)
		}
	}
}

// declarations parses the variables that a pipeline sets. A range may set two.
func (p *parser) declarations(pipe *PipeNode, context string) {
	for {
		name := p.peekSolid()
		if name.kind != tokVariable {
			return
		}
		p.token()
		after := p.token()
		next := after
		if after.kind == tokSpace {
			next = p.token()
		}
		comma := next.kind == tokOther && next.text == ","
		if next.kind != tokAssign && next.kind != tokDeclare && !comma {
			p.unread(next)
			if after.kind == tokSpace {
				p.unread(after)
			}
			p.unread(name)
			return
		}
		pipe.IsAssign = next.kind == tokAssign
		pipe.Decl = append(pipe.Decl, p.variable(name))
		p.vars = append(p.vars, name.text)
		if !comma {
			return
		}
		if context != "range" || len(pipe.Decl) >= 2 {
			p.failf("too many declarations in %s", context)
		}
		switch p.peekSolid().kind {
		case tokVariable, tokRight, tokClose:
		default:
			p.failf("range can only initialize variables")
		}
	}
}

// checkPipeline fails if there is no command, or one after the first that cannot take an argument.
func (p *parser) checkPipeline(pipe *PipeNode, context string) {
	if len(pipe.Cmds) == 0 {
		p.failf("missing value for %s", context)
	}
	for i, c := range pipe.Cmds {
		if i == 0 {
			continue
		}
		switch c.Args[0].Type() {
		case NodeBool, NodeDot, NodeNil, NodeNumber, NodeString:
			p.failf("non executable command in pipeline stage %d", i+1)
		}
	}
}

// command parses operands that white space separates, up to a bar or what ends the pipeline.
func (p *parser) command() *CommandNode {
	c := &CommandNode{NodeType: NodeCommand, Pos: p.peekSolid().pos, tr: p.tree}
	for more := true; more; {
		p.peekSolid() // White space may stand before an operand.
		if n := p.operand(); n != nil {
			c.Args = append(c.Args, n)
		}
		switch t := p.token(); t.kind {
		case tokSpace:
		case tokRight, tokClose:
			p.unread(t)
			more = false
		case tokPipe:
			more = false
		default:
			p.unexpected(t, "operand")
		}
	}
	if len(c.Args) == 0 {
		p.failf("empty command")
	}
	return c
}

// operand parses a term and the fields after it; nil if there is no term.
func (p *parser) operand() Node {
	n := p.term()
	if n == nil || p.peek().kind != tokField {
		return n
	}
	chain := &ChainNode{NodeType: NodeChain, Pos: p.peek().pos, Node: n, tr: p.tree}
	for p.peek().kind == tokField {
		chain.Add(p.token().text)
	}
	switch n := n.(type) {
	case *FieldNode:
		return &FieldNode{NodeField, chain.Pos, append(n.Ident, chain.Field...), p.tree}
	case *VariableNode:
		return &VariableNode{NodeVariable, chain.Pos, append(n.Ident, chain.Field...), p.tree}
	case *BoolNode, *StringNode, *NumberNode, *NilNode, *DotNode:
		p.failf("unexpected . after term %q", n.String())
	}
	return chain
}

// term parses a constant, a name or a pipeline in parentheses; nil if there is none of these.
func (p *parser) term() Node {
	t := p.solid()
	switch t.kind {
	case tokIdent:
		if p.tree.Mode&SkipFuncCheck == 0 && !p.defined(t.text) {
			p.failf("function %q not defined", t.text)
		}
		return &IdentifierNode{NodeIdentifier, t.pos, t.text, p.tree}
	case keyDot:
		return &DotNode{NodeDot, t.pos, p.tree}
	case keyNil:
		return &NilNode{NodeNil, t.pos, p.tree}
	case tokVariable:
		p.declared(t)
		return p.variable(t)
	case tokField:
		return &FieldNode{NodeField, t.pos, []string{t.text[1:]}, p.tree}
	case tokBool:
		return &BoolNode{NodeBool, t.pos, t.text == "true", p.tree}
	case tokChar, tokComplex, tokNumber:
		return p.number(t)
	case tokString, tokRaw:
		text, err := strconv.Unquote(t.text)
		p.check(err)
		return &StringNode{NodeString, t.pos, t.text, text, p.tree}
	case tokOpen:
		return p.parenthesized()
	}
	p.unread(t)
	return nil
}

func (p *parser) parenthesized() Node {
	if p.nesting >= maxNesting {
		p.failf("max expression depth exceeded")
	}
	p.nesting++
	pipe := p.pipeline("parenthesized pipeline", tokClose)
	p.nesting--
	return pipe
}

func (p *parser) number(t token) Node {
	n := &NumberNode{NodeType: NodeNumber, Pos: t.pos, Text: t.text, tr: p.tree}
	if t.kind == tokChar {
		p.check(n.setChar(t.text))
	} else {
		p.check(n.set(t.kind == tokComplex))
	}
	return n
}

func (p *parser) variable(t token) *VariableNode {
	return &VariableNode{NodeVariable, t.pos, strings.Split(t.text, "."), p.tree}
}

// declared fails if the variable is not in scope.
func (p *parser) declared(t token) {
	for _, name := range p.vars {
		if name == t.text {
			return
		}
	}
	p.failf("undefined variable %q", t.text)
}
