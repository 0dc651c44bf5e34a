package parser

import (
	"go/ast"
	"go/token"
)

// typ parses a type.
func (p *parser) typ() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("Type")()
	}
	if t := p.tryType(); t != nil {
		return t
	}
	pos := p.pos
	p.expected(pos, "type")
	p.advance(exprEnd)
	return &ast.BadExpr{From: pos, To: p.pos}
}

// tryType parses a type or, if there is none, is nil.
func (p *parser) tryType() ast.Expr {
	p.nest()
	defer p.unnest()
	switch p.tok {
	case token.IDENT:
		t := p.typeName(nil)
		if p.tok == token.LBRACK {
			t = p.typeInstance(t)
		}
		return t
	case token.LBRACK:
		return p.arrayType(p.expect(token.LBRACK), nil)
	case token.STRUCT:
		return p.structType()
	case token.MUL:
		if p.mode&Trace != 0 {
			defer p.trace("PointerType")()
		}
		star := p.expect(token.MUL)
		return &ast.StarExpr{Star: star, X: p.typ()}
	case token.FUNC:
		return p.funcType()
	case token.INTERFACE:
		return p.interfaceType()
	case token.MAP:
		return p.mapType()
	case token.CHAN, token.ARROW:
		return p.chanType()
	case token.LPAREN:
		lparen := p.pos
		p.next()
		t := p.typ()
		return &ast.ParenExpr{Lparen: lparen, X: t, Rparen: p.expect(token.RPAREN)}
	}
	return nil
}

// typeName parses a name, whose first part may be parsed already, with or without a package.
func (p *parser) typeName(ident *ast.Ident) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("TypeName")()
	}
	if ident == nil {
		ident = p.ident()
	}
	if p.got(token.PERIOD) {
		return &ast.SelectorExpr{X: ident, Sel: p.ident()}
	}
	return ident
}

// qualified parses a name with or without type arguments.
func (p *parser) qualified(ident *ast.Ident) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("QualifiedIdent")()
	}
	t := p.typeName(ident)
	if p.tok == token.LBRACK {
		t = p.typeInstance(t)
	}
	return t
}

// typeInstance parses type arguments.
func (p *parser) typeInstance(t ast.Expr) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("TypeInstance")()
	}
	lbrack := p.expect(token.LBRACK)
	p.level++
	list := p.typeArgs(nil)
	p.level--
	rbrack := p.expectClosing(token.RBRACK, "type argument list")
	if len(list) == 0 {
		p.expected(rbrack, "type argument list")
	}
	return index(t, lbrack, list, rbrack)
}

func (p *parser) typeArgs(list []ast.Expr) []ast.Expr {
	for p.tok != token.RBRACK && p.tok != token.EOF {
		list = append(list, p.typ())
		if !p.atComma("type argument list", token.RBRACK) {
			break
		}
		p.next()
	}
	return list
}

// index is the node for these indices or type arguments.
func index(x ast.Expr, lbrack token.Pos, list []ast.Expr, rbrack token.Pos) ast.Expr {
	switch len(list) {
	case 0:
		return &ast.IndexExpr{X: x, Lbrack: lbrack, Index: &ast.BadExpr{From: lbrack + 1, To: rbrack}, Rbrack: rbrack}
	case 1:
		return &ast.IndexExpr{X: x, Lbrack: lbrack, Index: list[0], Rbrack: rbrack}
	}
	return &ast.IndexListExpr{X: x, Lbrack: lbrack, Indices: list, Rbrack: rbrack}
}

// arrayType parses the rest of an array or slice type, whose length may be parsed already.
func (p *parser) arrayType(lbrack token.Pos, size ast.Expr) *ast.ArrayType {
	if p.mode&Trace != 0 {
		defer p.trace("ArrayType")()
	}
	if size == nil {
		p.level++
		if p.tok == token.ELLIPSIS {
			size = &ast.Ellipsis{Ellipsis: p.pos}
			p.next()
		} else if p.tok != token.RBRACK {
			size = p.rhs()
		}
		p.level--
	}
	if p.tok == token.COMMA {
		p.error(p.pos, "unexpected comma; expecting ]")
		p.next()
	}
	p.expect(token.RBRACK)
	return &ast.ArrayType{Lbrack: lbrack, Len: size, Elt: p.typ()}
}

// arrayFieldOrInstance parses what follows a name before "[": an array type, or type arguments of the name, which then is nil.
func (p *parser) arrayFieldOrInstance(x *ast.Ident) (*ast.Ident, ast.Expr) {
	if p.mode&Trace != 0 {
		defer p.trace("ArrayFieldOrTypeInstance")()
	}
	lbrack := p.expect(token.LBRACK)
	trailing := token.NoPos
	var args []ast.Expr
	if p.tok != token.RBRACK {
		p.level++
		args = append(args, p.rhs())
		for p.tok == token.COMMA {
			comma := p.pos
			p.next()
			if p.tok == token.RBRACK {
				trailing = comma
				break
			}
			args = append(args, p.rhs())
		}
		p.level--
	}
	rbrack := p.expect(token.RBRACK)
	if len(args) == 0 {
		return x, &ast.ArrayType{Lbrack: lbrack, Elt: p.typ()}
	}
	if len(args) == 1 {
		if elt := p.tryType(); elt != nil {
			if trailing.IsValid() {
				p.error(trailing, "unexpected comma; expecting ]")
			}
			return x, &ast.ArrayType{Lbrack: lbrack, Len: args[0], Elt: elt}
		}
	}
	return nil, index(x, lbrack, args, rbrack)
}

// embedded parses an embedded type, with or without a star.
func (p *parser) embedded() ast.Expr {
	if p.tok != token.MUL {
		return p.qualified(nil)
	}
	star := p.pos
	p.next()
	if p.tok == token.LPAREN {
		p.error(p.pos, "cannot parenthesize embedded type")
		p.next()
		t := p.qualified(nil)
		p.got(token.RPAREN)
		return &ast.StarExpr{Star: star, X: t}
	}
	return &ast.StarExpr{Star: star, X: p.qualified(nil)}
}

func (p *parser) fieldDecl() *ast.Field {
	if p.mode&Trace != 0 {
		defer p.trace("FieldDecl")()
	}
	doc := p.lead
	var names []*ast.Ident
	var t ast.Expr
	switch p.tok {
	case token.IDENT:
		name := p.ident()
		switch p.tok {
		case token.PERIOD, token.STRING, token.SEMICOLON, token.RBRACE:
			t = name
			if p.tok == token.PERIOD {
				t = p.qualified(name)
			}
		default:
			names = []*ast.Ident{name}
			for p.got(token.COMMA) {
				names = append(names, p.ident())
			}
			if len(names) == 1 && p.tok == token.LBRACK {
				if name, t = p.arrayFieldOrInstance(name); name == nil {
					names = nil
				}
			} else {
				t = p.typ()
			}
		}
	case token.MUL:
		t = p.embedded()
	case token.LPAREN:
		p.error(p.pos, "cannot parenthesize embedded type")
		p.next()
		if p.tok == token.MUL {
			star := p.pos
			p.next()
			t = &ast.StarExpr{Star: star, X: p.qualified(nil)}
		} else {
			t = p.qualified(nil)
		}
		p.got(token.RPAREN)
	default:
		pos := p.pos
		p.expected(pos, "field name or embedded type")
		p.advance(exprEnd)
		t = &ast.BadExpr{From: pos, To: p.pos}
	}
	var tag *ast.BasicLit
	if p.tok == token.STRING {
		tag = p.literal()
	}
	return &ast.Field{Doc: doc, Names: names, Type: t, Tag: tag, Comment: p.expectSemi()}
}

func (p *parser) structType() *ast.StructType {
	if p.mode&Trace != 0 {
		defer p.trace("StructType")()
	}
	pos := p.expect(token.STRUCT)
	lbrace := p.expect(token.LBRACE)
	var list []*ast.Field
	for p.tok == token.IDENT || p.tok == token.MUL || p.tok == token.LPAREN {
		list = append(list, p.fieldDecl())
	}
	return &ast.StructType{Struct: pos, Fields: &ast.FieldList{Opening: lbrace, List: list, Closing: p.expect(token.RBRACE)}}
}

func (p *parser) dotsType() *ast.Ellipsis {
	if p.mode&Trace != 0 {
		defer p.trace("DotsType")()
	}
	pos := p.expect(token.ELLIPSIS)
	return &ast.Ellipsis{Ellipsis: pos, Elt: p.typ()}
}

// param is a parameter whose name or type may not be there; a name alone may be a type.
type param struct {
	name *ast.Ident
	typ  ast.Expr
}

// param parses a parameter, whose name may be parsed already. Unions and "~" are types if sets is true.
func (p *parser) param(name *ast.Ident, sets bool) (f param) {
	if p.mode&Trace != 0 {
		defer p.trace("ParamDecl")()
	}
	if name == nil && sets && p.tok == token.TILDE {
		return param{nil, p.typeElem(nil)}
	}
	if name != nil || p.tok == token.IDENT {
		f.name = name
		if name == nil {
			f.name = p.ident()
		}
		switch p.tok {
		case token.IDENT, token.MUL, token.ARROW, token.FUNC, token.CHAN, token.MAP, token.STRUCT, token.INTERFACE, token.LPAREN:
			f.typ = p.typ()
		case token.LBRACK:
			f.name, f.typ = p.arrayFieldOrInstance(f.name)
		case token.ELLIPSIS:
			f.typ = p.dotsType()
			return
		case token.PERIOD:
			f.typ = p.qualified(f.name)
			f.name = nil
		case token.TILDE:
			if sets {
				f.typ = p.typeElem(nil)
				return
			}
		case token.OR:
			if sets {
				f.typ = p.typeElem(f.name)
				f.name = nil
				return
			}
		}
	} else {
		switch p.tok {
		case token.MUL, token.ARROW, token.FUNC, token.LBRACK, token.CHAN, token.MAP, token.STRUCT, token.INTERFACE, token.LPAREN:
			f.typ = p.typ()
		case token.ELLIPSIS:
			f.typ = p.dotsType()
			return
		default:
			p.expected(p.pos, "')'")
			p.advance(exprEnd)
		}
	}
	if sets && p.tok == token.OR && f.typ != nil {
		f.typ = p.typeElem(f.typ)
	}
	return
}

// params parses a list of parameters up to its closing token, which is not taken. The name and type of the first may be parsed already.
// The last one may be variadic if dots is true.
func (p *parser) params(name *ast.Ident, typ ast.Expr, closing token.Token, dots bool) []*ast.Field {
	if p.mode&Trace != 0 {
		defer p.trace("ParameterList")()
	}
	generic := closing == token.RBRACK
	start := p.pos
	if name != nil {
		start = name.Pos()
	} else if typ != nil {
		start = typ.Pos()
	}
	var list []param
	named, typed := 0, 0
	for name != nil || p.tok != closing && p.tok != token.EOF {
		var f param
		if typ != nil {
			if generic {
				typ = p.typeElem(typ)
			}
			f = param{name, typ}
		} else {
			f = p.param(name, generic)
		}
		name, typ = nil, nil
		if f.name != nil || f.typ != nil {
			list = append(list, f)
			if f.typ != nil {
				typed++
				if f.name != nil {
					named++
				}
			}
		}
		if !p.atComma("parameter list", closing) {
			break
		}
		p.next()
	}
	if len(list) == 0 {
		return nil
	}
	if named == 0 {
		fields := p.unnamed(list, typed, start, generic)
		p.checkDots(list, dots)
		for i, f := range fields {
			f.Type = list[i].typ
		}
		return fields
	}
	if named != len(list) {
		p.completeParams(list, named == typed, generic)
	}
	p.checkDots(list, dots)
	var fields []*ast.Field
	for _, f := range list {
		if n := len(fields); n > 0 && fields[n-1].Type == f.typ {
			fields[n-1].Names = append(fields[n-1].Names, f.name)
		} else {
			fields = append(fields, &ast.Field{Names: []*ast.Ident{f.name}, Type: f.typ})
		}
	}
	return fields
}

// checkDots replaces the types of parameters that must not be variadic.
func (p *parser) checkDots(list []param, dots bool) {
	reported := false
	for i := range list {
		f := &list[i]
		t, ok := f.typ.(*ast.Ellipsis)
		if !ok || dots && i+1 == len(list) {
			continue
		}
		f.typ = &ast.BadExpr{From: t.Pos(), To: t.End()}
		if !reported {
			reported = true
			if dots {
				p.error(t.Pos(), "can only use ... with final parameter")
			} else {
				p.error(t.Pos(), "invalid use of ...")
			}
		}
	}
}

// unnamed has a field for each parameter of a list without names: their names are types.
func (p *parser) unnamed(list []param, typed int, start token.Pos, generic bool) (fields []*ast.Field) {
	for i := range list {
		if f := &list[i]; f.typ == nil {
			f.typ = f.name
		}
		fields = append(fields, new(ast.Field))
	}
	if generic {
		if typed == 0 {
			p.error(p.pos, "missing type constraint")
		} else {
			p.error(start, missingName(len(list)))
		}
	}
	return
}

// missingName is the error of type parameters, of which one may have been meant as the length of an array.
func missingName(n int) string {
	if n == 1 {
		return "missing type parameter name or invalid array length"
	}
	return "missing type parameter name"
}

// completeParams gives a type to each name, and reports what has but a type or but a name.
func (p *parser) completeParams(list []param, lastUntyped, generic bool) {
	var pos token.Pos
	var typ ast.Expr
	for i := len(list) - 1; i >= 0; i-- {
		f := &list[i]
		switch {
		case f.typ != nil:
			typ = f.typ
			if f.name == nil {
				pos = typ.Pos()
				f.name = &ast.Ident{NamePos: pos, Name: "_"}
			}
		case typ != nil:
			f.typ = typ
		default:
			pos = f.name.Pos()
			f.typ = &ast.BadExpr{From: pos, To: p.pos}
		}
	}
	if !pos.IsValid() {
		return
	}
	msg := "missing parameter name"
	switch {
	case lastUntyped && generic:
		pos, msg = p.pos, "missing type constraint"
	case lastUntyped:
		pos, msg = p.pos, "missing parameter type"
	case generic:
		msg = missingName(len(list))
	}
	p.error(pos, msg)
}

// signature parses type parameters, if they are there, and parameters. If there must be none of the first, an error says what has none.
func (p *parser) signature(without string) (tparams, params *ast.FieldList) {
	if p.tok == token.LBRACK {
		tparams = p.typeParams()
		if tparams != nil && without != "" {
			p.error(tparams.Opening, without+" must have no type parameters")
			tparams = nil
		}
	}
	return tparams, p.parameters(true)
}

// typeParams parses type parameters. The result is nil if there are none in the brackets, which is an error.
func (p *parser) typeParams() *ast.FieldList {
	if p.mode&Trace != 0 {
		defer p.trace("TypeParameters")()
	}
	opening := p.pos
	p.next()
	var list []*ast.Field
	if p.tok != token.RBRACK {
		list = p.params(nil, nil, token.RBRACK, false)
	}
	tparams := &ast.FieldList{Opening: opening, List: list, Closing: p.expect(token.RBRACK)}
	if tparams.NumFields() == 0 {
		p.error(tparams.Closing, "empty type parameter list")
		return nil
	}
	return tparams
}

// parameters parses parameters or results in parentheses.
func (p *parser) parameters(dots bool) *ast.FieldList {
	if p.mode&Trace != 0 {
		defer p.trace("Parameters")()
	}
	return p.paramsInParens(dots)
}

func (p *parser) paramsInParens(dots bool) *ast.FieldList {
	opening := p.expect(token.LPAREN)
	var list []*ast.Field
	if p.tok != token.RPAREN {
		list = p.params(nil, nil, token.RPAREN, dots)
	}
	return &ast.FieldList{Opening: opening, List: list, Closing: p.expect(token.RPAREN)}
}

func (p *parser) results() *ast.FieldList {
	if p.mode&Trace != 0 {
		defer p.trace("Parameters")()
	}
	if p.tok == token.LPAREN {
		return p.paramsInParens(false)
	}
	if t := p.tryType(); t != nil {
		return &ast.FieldList{List: []*ast.Field{{Type: t}}}
	}
	return nil
}

func (p *parser) funcType() *ast.FuncType {
	if p.mode&Trace != 0 {
		defer p.trace("FuncType")()
	}
	pos := p.expect(token.FUNC)
	_, params := p.signature("function type")
	return &ast.FuncType{Func: pos, Params: params, Results: p.results()}
}

// methodSpec parses a method, or an embedded type as far as it has no union. Its comment is still to be set.
func (p *parser) methodSpec() *ast.Field {
	if p.mode&Trace != 0 {
		defer p.trace("MethodSpec")()
	}
	doc := p.lead
	x := p.typeName(nil)
	name, ok := x.(*ast.Ident)
	switch {
	case !ok:
		if p.tok == token.LBRACK {
			x = p.typeInstance(x)
		}
	case p.tok == token.LBRACK:
		lbrack := p.pos
		p.next()
		p.level++
		arg := p.expr()
		p.level--
		if tparam, ok := arg.(*ast.Ident); ok && p.tok != token.COMMA && p.tok != token.RBRACK {
			p.params(tparam, nil, token.RBRACK, false)
			p.expect(token.RBRACK)
			p.error(lbrack, "interface method must have no type parameters")
			return p.method(doc, name)
		}
		list := []ast.Expr{arg}
		if p.atComma("type argument list", token.RBRACK) {
			p.level++
			p.next()
			list = p.typeArgs(list)
			p.level--
		}
		x = index(name, lbrack, list, p.expectClosing(token.RBRACK, "type argument list"))
	case p.tok == token.LPAREN:
		return p.method(doc, name)
	}
	return &ast.Field{Doc: doc, Type: x}
}

// method parses the parameters and results of a method.
func (p *parser) method(doc *ast.CommentGroup, name *ast.Ident) *ast.Field {
	params := p.parameters(true)
	return &ast.Field{Doc: doc, Names: []*ast.Ident{name}, Type: &ast.FuncType{Params: params, Results: p.results()}}
}

// typeElem parses a union, whose first term may be parsed already.
func (p *parser) typeElem(x ast.Expr) ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("EmbeddedElem")()
	}
	if x == nil {
		x = p.typeTerm()
	}
	for p.tok == token.OR {
		pos := p.pos
		p.next()
		x = &ast.BinaryExpr{X: x, OpPos: pos, Op: token.OR, Y: p.typeTerm()}
	}
	return x
}

func (p *parser) typeTerm() ast.Expr {
	if p.mode&Trace != 0 {
		defer p.trace("EmbeddedTerm")()
	}
	if p.tok == token.TILDE {
		pos := p.pos
		p.next()
		return &ast.UnaryExpr{OpPos: pos, Op: token.TILDE, X: p.typ()}
	}
	if t := p.tryType(); t != nil {
		return t
	}
	pos := p.pos
	p.expected(pos, "~ term or type")
	p.advance(exprEnd)
	return &ast.BadExpr{From: pos, To: p.pos}
}

func (p *parser) interfaceType() *ast.InterfaceType {
	if p.mode&Trace != 0 {
		defer p.trace("InterfaceType")()
	}
	pos := p.expect(token.INTERFACE)
	lbrace := p.expect(token.LBRACE)
	var list []*ast.Field
	for {
		var f *ast.Field
		if p.tok == token.IDENT {
			f = p.methodSpec()
			if f.Names == nil {
				f.Type = p.typeElem(f.Type)
			}
		} else if p.tok == token.TILDE {
			f = &ast.Field{Type: p.typeElem(nil)}
		} else if t := p.tryType(); t != nil {
			f = &ast.Field{Type: p.typeElem(t)}
		} else {
			break
		}
		f.Comment = p.expectSemi()
		list = append(list, f)
	}
	return &ast.InterfaceType{Interface: pos, Methods: &ast.FieldList{Opening: lbrace, List: list, Closing: p.expect(token.RBRACE)}}
}

func (p *parser) mapType() *ast.MapType {
	if p.mode&Trace != 0 {
		defer p.trace("MapType")()
	}
	pos := p.expect(token.MAP)
	p.expect(token.LBRACK)
	key := p.typ()
	p.expect(token.RBRACK)
	return &ast.MapType{Map: pos, Key: key, Value: p.typ()}
}

func (p *parser) chanType() *ast.ChanType {
	if p.mode&Trace != 0 {
		defer p.trace("ChanType")()
	}
	t := &ast.ChanType{Begin: p.pos, Dir: ast.SEND | ast.RECV}
	if p.got(token.CHAN) {
		if p.tok == token.ARROW {
			t.Arrow = p.pos
			p.next()
			t.Dir = ast.SEND
		}
	} else {
		t.Arrow = p.expect(token.ARROW)
		p.expect(token.CHAN)
		t.Dir = ast.RECV
	}
	t.Value = p.typ()
	return t
}
