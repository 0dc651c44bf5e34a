package template

import (
	"fmt"
	"maps"
	"text/template"
	"text/template/parse"
)

// An analysis follows templates from the one that is executed, and collects what is to be changed in them. Nothing is
// changed before all of it is known to be right.
type analysis struct {
	set     *nameSpace
	outputs map[string]context            // by names of templates: how they end
	derived map[string]*template.Template // variants for other contexts
	called  map[string]bool
	actions map[*parse.ActionNode][]string
	calls   map[*parse.TemplateNode]string
	texts   map[*parse.TextNode][]byte
	loop    *loop
	depth   int
}

// maxDepth is how deep calls of templates may be nested while they are analysed. Without it, one that calls itself
// within a literal within a literal would never end.
const maxDepth = 1000

// A loop is a range that is being analysed.
type loop struct {
	outer     *loop
	breaks    []exit
	continues []exit
}

// An exit is a break or a continue.
type exit struct {
	context
	node parse.Node
	line int
}

func newAnalysis(set *nameSpace) *analysis {
	return &analysis{
		set:     set,
		outputs: map[string]context{},
		derived: map[string]*template.Template{},
		called:  map[string]bool{},
		actions: map[*parse.ActionNode][]string{},
		calls:   map[*parse.TemplateNode]string{},
		texts:   map[*parse.TextNode][]byte{},
	}
}

// escapeTemplate makes a template safe. If it cannot be, the template loses its tree, so that it cannot be executed.
func escapeTemplate(t *Template, root parse.Node, name string) error {
	a := t.analysis
	c, _ := a.tree(context{}, root, name, 0)
	var err error
	if c.err != nil {
		c.err.Name = name
		err = c.err
	} else if c.state != stateText {
		err = &Error{ErrEndContext, nil, name, 0, fmt.Sprintf("ends in a non-text context: %v", c)}
	}
	known := t.templates[name]
	if err != nil {
		if known != nil {
			known.escapeErr = err
			known.text.Tree = nil
			known.Tree = nil
		}
		return err
	}
	a.commit()
	if known != nil {
		known.escaped = true
		known.Tree = known.text.Tree
	}
	return nil
}

// node returns the context after a node.
func (a *analysis) node(c context, n parse.Node) context {
	switch n := n.(type) {
	case *parse.ActionNode:
		return a.action(c, n)
	case *parse.BreakNode:
		a.loop.breaks = append(a.loop.breaks, exit{c, n, n.Line})
		return context{state: stateDead}
	case *parse.ContinueNode:
		a.loop.continues = append(a.loop.continues, exit{c, n, n.Line})
		return context{state: stateDead}
	case *parse.CommentNode:
		return c
	case *parse.IfNode:
		return a.branch(c, n, &n.BranchNode, "if")
	case *parse.WithNode:
		return a.branch(c, n, &n.BranchNode, "with")
	case *parse.RangeNode:
		return a.branch(c, n, &n.BranchNode, "range")
	case *parse.ListNode:
		return a.list(c, n)
	case *parse.TemplateNode:
		next, name := a.tree(c, n, n.Name, n.Line)
		if name != n.Name {
			if _, ok := a.calls[n]; ok {
				shared(n)
			}
			a.calls[n] = name
		}
		return next
	case *parse.TextNode:
		return a.text(c, n)
	}
	panic("escaping " + n.String() + " is unimplemented")
}

func shared(n parse.Node) {
	panic(fmt.Sprintf("node %s shared between templates", n))
}

func (a *analysis) list(c context, n *parse.ListNode) context {
	if n == nil {
		return c
	}
	for _, child := range n.Nodes {
		c = a.node(c, child)
		if c.state == stateDead {
			break
		}
	}
	return c
}

// predefined are the functions of text/template that escape.
var predefined = map[string]bool{"html": true, "urlquery": true}

func (a *analysis) action(c context, n *parse.ActionNode) context {
	if len(n.Pipe.Decl) != 0 {
		return c // it sets variables, and writes nothing
	}
	c = c.beforeAction()
	for i, command := range n.Pipe.Cmds {
		id, ok := command.Args[0].(*parse.IdentifierNode)
		if !ok || !predefined[id.Ident] {
			continue
		}
		if i < len(n.Pipe.Cmds)-1 || c.state == stateAttr && c.delim == delimSpaceOrTagEnd && id.Ident == "html" {
			bad := failed(ErrPredefinedEscaper, "predefined escaper %q disallowed in template", id.Ident)
			bad.err.Node, bad.err.Line = n, n.Line
			return bad
		}
	}
	var names []string
	switch c.state {
	case stateError:
		return c
	case stateURL, stateCSSDqStr, stateCSSSqStr, stateCSSDqURL, stateCSSSqURL, stateCSSURL:
		if c.urlPart == urlPartUnknown {
			bad := failed(ErrAmbigContext, "%s appears in an ambiguous context within a URL", n)
			bad.err.Node, bad.err.Line = n, n.Line
			return bad
		}
		names = urlFunctions(c)
	default:
		if c.state.isComment() {
			names = []string{"_html_template_commentescaper"}
		} else if name := functionOf[c.state]; name != "" {
			names = []string{name}
		}
		switch c.state {
		case stateJS:
			c.slash = slashDivOp
		case stateTag:
			c.state = stateAttrName
		}
	}
	switch c.delim {
	case delimSpaceOrTagEnd:
		names = append(names, "_html_template_nospaceescaper")
	case delimDoubleQuote, delimSingleQuote:
		names = append(names, "_html_template_attrescaper")
	}
	if _, ok := a.actions[n]; ok {
		shared(n)
	}
	a.actions[n] = names
	return c
}

// functionOf has the functions for what is written in a state. In states that are not here only what ends the
// attribute counts.
var functionOf = [...]string{
	stateText:           "_html_template_htmlescaper",
	stateTag:            "_html_template_htmlnamefilter",
	stateAttrName:       "_html_template_htmlnamefilter",
	stateRCDATA:         "_html_template_rcdataescaper",
	stateSrcset:         "_html_template_srcsetescaper",
	stateJS:             "_html_template_jsvalescaper",
	stateJSDqStr:        "_html_template_jsstrescaper",
	stateJSSqStr:        "_html_template_jsstrescaper",
	stateJSTmplLit:      "_html_template_jstmpllitescaper",
	stateJSRegexp:       "_html_template_jsregexpescaper",
	stateCSS:            "_html_template_cssvaluefilter",
	stateMetaContentURL: "_html_template_urlfilter",
	stateDead:           "",
}

// urlFunctions returns the functions for a part of a URL. At its beginning a scheme could be written.
func urlFunctions(c context) (names []string) {
	if c.urlPart == urlPartQueryOrFrag {
		return []string{"_html_template_urlescaper"}
	}
	if c.urlPart == urlPartNone {
		names = []string{"_html_template_urlfilter"}
	}
	if c.state == stateCSSDqStr || c.state == stateCSSSqStr {
		return append(names, "_html_template_cssescaper")
	}
	return append(names, "_html_template_urlnormalizer")
}

// join is the context after branches of a node.
func (a *analysis) join(x, y context, n parse.Node, name string) context {
	c := join(x, y, name)
	if c.state == stateError && c.err != x.err && c.err != y.err {
		c.err.Node = n
	}
	return c
}

// leave joins the context at the end of a loop's body with those of its breaks and continues.
func (a *analysis) leave(c context) context {
	l := a.loop
	for _, exits := range []struct {
		name string
		list []exit
	}{{"break", l.breaks}, {"continue", l.continues}} {
		for _, e := range exits.list {
			c = a.join(c, e.context, e.node, "range")
			if c.state == stateError {
				c.err.Line = e.line
				c.err.Description = "at range loop " + exits.name + ": " + c.err.Description
				return c
			}
		}
	}
	return c
}

// branch is an if, a with or a range. The body of a range is looked at again with the context after it as the one
// before it.
func (a *analysis) branch(c context, n parse.Node, b *parse.BranchNode, name string) context {
	if name == "range" {
		a.loop = &loop{outer: a.loop}
	}
	body := a.list(c, b.List)
	if name == "range" {
		if body.state != stateError {
			body = a.leave(body)
		}
		a.loop = a.loop.outer
		if body.state == stateError {
			return body
		}
		a.loop = &loop{outer: a.loop}
		again, _ := a.tentatively(body, b.List, nil)
		body = a.join(body, again, n, name)
		if body.state == stateError {
			a.loop = a.loop.outer
			body.err.Line = b.Line
			body.err.Description = "on range loop re-entry: " + body.err.Description
			return body
		}
		body = a.leave(body)
		a.loop = a.loop.outer
		if body.state == stateError {
			return body
		}
	}
	return a.join(body, a.list(c, b.ElseList), n, name)
}

// tentatively analyses a list, and keeps what it finds only if that is accepted.
func (a *analysis) tentatively(c context, n *parse.ListNode, accept func(*analysis, context) bool) (context, bool) {
	try := newAnalysis(a.set)
	try.loop, try.depth = a.loop, a.depth+1
	maps.Copy(try.outputs, a.outputs)
	c = try.list(c, n)
	ok := accept != nil && accept(try, c)
	if ok {
		maps.Copy(a.outputs, try.outputs)
		maps.Copy(a.derived, try.derived)
		maps.Copy(a.called, try.called)
		for n, names := range try.actions {
			if _, ok := a.actions[n]; ok {
				shared(n)
			}
			a.actions[n] = names
		}
		for n, name := range try.calls {
			if _, ok := a.calls[n]; ok {
				shared(n)
			}
			a.calls[n] = name
		}
		for n, text := range try.texts {
			if _, ok := a.texts[n]; ok {
				shared(n)
			}
			a.texts[n] = text
		}
	}
	return c, ok
}

// template returns a template of the set, or a variant.
func (a *analysis) template(name string) *template.Template {
	for _, t := range a.set.templates {
		// All of them share the templates of text/template.
		if found := t.text.Lookup(name); found != nil {
			return found
		}
		break
	}
	return a.derived[name]
}

// tree returns the context after a call of a template, and the name of its variant for the context before it.
func (a *analysis) tree(c context, n parse.Node, name string, line int) (context, string) {
	variant := c.derivedName(name)
	a.called[variant] = true
	if out, ok := a.outputs[variant]; ok {
		return out, variant
	}
	t := a.template(name)
	if t == nil || t.Tree == nil {
		what := fmt.Sprintf("no such template %q", name)
		if a.set.templates[name] != nil {
			what = fmt.Sprintf("%q is an incomplete or empty template", name)
		}
		bad := failed(ErrNoSuchTemplate, "%s", what)
		bad.err.Node, bad.err.Line = n, line
		return bad, variant
	}
	if variant != name {
		v := a.template(variant)
		if v == nil {
			v = template.New(variant)
			v.Tree = &parse.Tree{Name: variant, Root: t.Root.CopyList()}
			a.derived[variant] = v
		}
		t = v
	}
	return a.output(c, t), variant
}

// output finds the context at the end of a template. A template that calls itself is supposed to end as it begins,
// and if it does not, it is looked at from where it ends.
func (a *analysis) output(c context, t *template.Template) context {
	var end context
	ok := false
	if a.depth <= maxDepth {
		end, ok = a.body(c, t)
	}
	if !ok && end.state != stateError {
		if again, ok2 := a.body(end, t); ok2 {
			end, ok = again, true
		}
	}
	if !ok && end.state != stateError {
		bad := failed(ErrOutputContext, "cannot compute output context for template %s", t.Name())
		bad.err.Node = t.Tree.Root
		return bad
	}
	return end
}

// body analyses a template that is supposed to end as it begins.
func (a *analysis) body(c context, t *template.Template) (context, bool) {
	a.outputs[t.Name()] = c
	return a.tentatively(c, t.Root, func(try *analysis, end context) bool {
		return end.state != stateError && (!try.called[t.Name()] || end == c)
	})
}

// commit changes the templates.
func (a *analysis) commit() {
	for name := range a.outputs {
		if t := a.template(name); t != nil {
			t.Funcs(functions)
		}
	}
	var any *template.Template
	for _, t := range a.set.templates {
		any = t.text
		break
	}
	for name, t := range a.derived {
		if _, err := any.AddParseTree(name, t.Tree); err != nil {
			panic("error adding derived template")
		}
	}
	for n, names := range a.actions {
		addFunctions(n.Pipe, names)
	}
	for n, name := range a.calls {
		n.Name = name
	}
	for n, text := range a.texts {
		n.Text = text
	}
	clear(a.called)
	clear(a.actions)
	clear(a.calls)
	clear(a.texts)
}
