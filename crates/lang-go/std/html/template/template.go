package template

import (
	"fmt"
	"io"
	"sync"
	"text/template"
	"text/template/parse"
)

// nameSpace is what associated templates have in common.
type nameSpace struct {
	mutex     sync.Mutex
	templates map[string]*Template
	executed  bool
	analysis  *analysis
}

// Template is a template that writes safe HTML.
type Template struct {
	escaped   bool
	escapeErr error
	text      *template.Template

	// Tree is the tree of the template in text/template, which escapes once the template has been executed.
	Tree *parse.Tree
	*nameSpace
}

// FuncMap gives functions their names in templates.
type FuncMap = template.FuncMap

func newSpace() *nameSpace {
	set := &nameSpace{templates: map[string]*Template{}}
	set.analysis = newAnalysis(set)
	return set
}

// New returns a template without a definition.
func New(name string) *Template {
	t := &Template{text: template.New(name), nameSpace: newSpace()}
	t.templates[name] = t
	return t
}

// New returns a template without a definition, associated with t. It replaces one of the same name.
func (t *Template) New(name string) *Template {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.add(name)
}

func (t *Template) add(name string) *Template {
	n := &Template{text: t.text.New(name), nameSpace: t.nameSpace}
	if old := t.templates[name]; old != nil {
		// The old one is by itself from now on.
		empty := New(old.Name())
		*old = *empty
	}
	// If the old one is t, that has another name space by now.
	n.templates[name] = n
	return n
}

// Must returns t, and panics if there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// Name returns the name of the template.
func (t *Template) Name() string { return t.text.Name() }

// Delims sets the delimiters of actions for texts that are parsed from now on.
func (t *Template) Delims(left, right string) *Template {
	t.text.Delims(left, right)
	return t
}

// Option sets options, as in text/template; one that does not exist panics.
func (t *Template) Option(opt ...string) *Template {
	t.text.Option(opt...)
	return t
}

// Funcs adds functions; it is called before texts are parsed. What templates cannot call panics.
func (t *Template) Funcs(funcMap FuncMap) *Template {
	t.text.Funcs(funcMap)
	return t
}

// Lookup returns the associated template of the name, nil if there is none.
func (t *Template) Lookup(name string) *Template {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.templates[name]
}

// Templates returns the templates that are associated with t, and t.
func (t *Template) Templates() []*Template {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	list := make([]*Template, 0, len(t.templates))
	for _, other := range t.templates {
		list = append(list, other)
	}
	return list
}

// DefinedTemplates lists the defined templates for a message, empty if there are none.
func (t *Template) DefinedTemplates() string { return t.text.DefinedTemplates() }

// mayParse returns an error once a template of the set has been executed.
func (t *Template) mayParse() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.executed {
		return fmt.Errorf("html/template: cannot Parse after Execute")
	}
	return nil
}

// Parse defines t, and other templates that the text defines, as associates of t.
func (t *Template) Parse(text string) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	parsed, err := t.text.Parse(text)
	if err != nil {
		return nil, err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, defined := range parsed.Templates() {
		name := defined.Name()
		own := t.templates[name]
		if own == nil {
			own = t.add(name)
		}
		own.text = defined
		own.Tree = defined.Tree
	}
	return t, nil
}

// AddParseTree makes the tree the definition of the associated template of the name, which is returned.
func (t *Template) AddParseTree(name string, tree *parse.Tree) (*Template, error) {
	if err := t.mayParse(); err != nil {
		return nil, err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	text, err := t.text.AddParseTree(name, tree)
	if err != nil {
		return nil, err
	}
	added := &Template{text: text, Tree: text.Tree, nameSpace: t.nameSpace}
	t.templates[name] = added
	return added, nil
}

// Clone returns a copy of t with copies of all associated templates, which share nothing with it. None of them may
// have been executed.
func (t *Template) Clone() (*Template, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.escaped || t.escapeErr != nil {
		return nil, fmt.Errorf("html/template: cannot Clone %q after it has executed", t.Name())
	}
	text, err := t.text.Clone()
	if err != nil {
		return nil, err
	}
	c := &Template{text: text, Tree: text.Tree, nameSpace: newSpace()}
	c.templates[c.Name()] = c
	for _, x := range text.Templates() {
		name := x.Name()
		old := t.templates[name]
		if old == nil || old.escaped || old.escapeErr != nil {
			return nil, fmt.Errorf("html/template: cannot Clone %q after it has executed", t.Name())
		}
		x.Tree = x.Tree.Copy()
		if name == c.Name() {
			c.text, c.Tree = x, x.Tree
			continue
		}
		c.templates[name] = &Template{text: x, Tree: x.Tree, nameSpace: c.nameSpace}
	}
	return c, nil
}

// escape makes t safe, unless it is already.
func (t *Template) escape() error {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.executed = true
	if t.escaped || t.escapeErr != nil {
		return t.escapeErr
	}
	if t.Tree == nil {
		return fmt.Errorf("template: %q is an incomplete or empty template", t.Name())
	}
	return escapeTemplate(t, t.text.Root, t.Name())
}

// Execute applies the template to data. What has been written stays written if there is an error.
func (t *Template) Execute(wr io.Writer, data any) error {
	if err := t.escape(); err != nil {
		return err
	}
	return t.text.Execute(wr, data)
}

// ExecuteTemplate applies the associated template of the name to data.
func (t *Template) ExecuteTemplate(wr io.Writer, name string, data any) error {
	other, err := t.lookupSafe(name)
	if err != nil {
		return err
	}
	return other.text.Execute(wr, data)
}

func (t *Template) lookupSafe(name string) (*Template, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.executed = true
	other := t.templates[name]
	switch {
	case other == nil:
		return nil, fmt.Errorf("html/template: %q is undefined", name)
	case other.escapeErr != nil:
		return nil, other.escapeErr
	case other.text.Tree == nil || other.text.Root == nil:
		return nil, fmt.Errorf("html/template: %q is an incomplete template", name)
	case other.escaped:
		return other, nil
	}
	return other, escapeTemplate(other, other.text.Root, name)
}

// IsTrue reports whether val is not empty, and whether that has a meaning for val, as in text/template.
func IsTrue(val any) (truth, ok bool) { return template.IsTrue(val) }

// HTMLEscape writes b, escaped for HTML.
func HTMLEscape(w io.Writer, b []byte) { template.HTMLEscape(w, b) }

// HTMLEscapeString returns s, escaped for HTML.
func HTMLEscapeString(s string) string { return template.HTMLEscapeString(s) }

// HTMLEscaper returns the text of its arguments, escaped for HTML.
func HTMLEscaper(args ...any) string { return template.HTMLEscaper(args...) }

// JSEscape writes b, escaped for a string constant of JavaScript.
func JSEscape(w io.Writer, b []byte) { template.JSEscape(w, b) }

// JSEscapeString returns s, escaped for a string constant of JavaScript.
func JSEscapeString(s string) string { return template.JSEscapeString(s) }

// JSEscaper returns the text of its arguments, escaped for a string constant of JavaScript.
func JSEscaper(args ...any) string { return template.JSEscaper(args...) }

// URLQueryEscaper returns the text of its arguments, escaped for the query of a URL.
func URLQueryEscaper(args ...any) string { return template.URLQueryEscaper(args...) }
