package ast

import (
	"fmt"
	"iter"
)

// Visitor is what Walk calls: Visit for each node and, unless that returned nil, for nil after the node's children, which the
// visitor that it returned visits.
type Visitor interface {
	Visit(node Node) (w Visitor)
}

// Walk visits a tree, each node before its children.
func Walk(v Visitor, node Node) {
	if v = v.Visit(node); v == nil {
		return
	}
	children(node, func(n Node) { Walk(v, n) })
	v.Visit(nil)
}

// Inspect calls f for a node and, if that returned true, for its children and then for nil.
func Inspect(node Node, f func(Node) bool) {
	var visit func(Node)
	visit = func(n Node) {
		if f(n) {
			children(n, visit)
			f(nil)
		}
	}
	visit(node)
}

// Preorder has all nodes of a tree, each before its children.
func Preorder(root Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		going := true
		var visit func(Node)
		visit = func(n Node) {
			if going = going && yield(n); going {
				children(n, visit)
			}
		}
		visit(root)
	}
}

// PreorderStack calls f for a node with the nodes that it is in, and, if that returned true, for its children.
func PreorderStack(root Node, stack []Node, f func(n Node, stack []Node) bool) {
	before := len(stack)
	var visit func(Node)
	visit = func(n Node) {
		if f(n, stack) {
			stack = append(stack, n)
			children(n, visit)
			stack = stack[:len(stack)-1]
		}
	}
	visit(root)
	if len(stack) != before {
		panic("push/pop mismatch")
	}
}

func each[N Node](list []N, visit func(Node)) {
	for _, n := range list {
		visit(n)
	}
}

// children calls visit for the children of a node that are not nil, in the order of the source.
func children(node Node, visit func(Node)) {
	switch n := node.(type) {
	case *BadExpr, *Ident, *BasicLit, *BadStmt, *EmptyStmt, *BadDecl, *Comment:
	case *ParenExpr:
		visit(n.X)
	case *SelectorExpr:
		visit(n.X)
		visit(n.Sel)
	case *IndexExpr:
		visit(n.X)
		visit(n.Index)
	case *IndexListExpr:
		visit(n.X)
		each(n.Indices, visit)
	case *SliceExpr:
		visit(n.X)
		if n.Low != nil {
			visit(n.Low)
		}
		if n.High != nil {
			visit(n.High)
		}
		if n.Max != nil {
			visit(n.Max)
		}
	case *TypeAssertExpr:
		visit(n.X)
		if n.Type != nil {
			visit(n.Type)
		}
	case *CallExpr:
		visit(n.Fun)
		each(n.Args, visit)
	case *StarExpr:
		visit(n.X)
	case *UnaryExpr:
		visit(n.X)
	case *BinaryExpr:
		visit(n.X)
		visit(n.Y)
	case *KeyValueExpr:
		visit(n.Key)
		visit(n.Value)
	case *Ellipsis:
		if n.Elt != nil {
			visit(n.Elt)
		}
	case *FuncLit:
		visit(n.Type)
		visit(n.Body)
	case *CompositeLit:
		if n.Type != nil {
			visit(n.Type)
		}
		each(n.Elts, visit)
	case *ArrayType:
		if n.Len != nil {
			visit(n.Len)
		}
		visit(n.Elt)
	case *StructType:
		visit(n.Fields)
	case *FuncType:
		if n.TypeParams != nil {
			visit(n.TypeParams)
		}
		if n.Params != nil {
			visit(n.Params)
		}
		if n.Results != nil {
			visit(n.Results)
		}
	case *InterfaceType:
		visit(n.Methods)
	case *MapType:
		visit(n.Key)
		visit(n.Value)
	case *ChanType:
		visit(n.Value)
	case *DeclStmt:
		visit(n.Decl)
	case *LabeledStmt:
		visit(n.Label)
		visit(n.Stmt)
	case *ExprStmt:
		visit(n.X)
	case *SendStmt:
		visit(n.Chan)
		visit(n.Value)
	case *IncDecStmt:
		visit(n.X)
	case *AssignStmt:
		each(n.Lhs, visit)
		each(n.Rhs, visit)
	case *GoStmt:
		visit(n.Call)
	case *DeferStmt:
		visit(n.Call)
	case *ReturnStmt:
		each(n.Results, visit)
	case *BranchStmt:
		if n.Label != nil {
			visit(n.Label)
		}
	case *BlockStmt:
		each(n.List, visit)
	case *IfStmt:
		if n.Init != nil {
			visit(n.Init)
		}
		visit(n.Cond)
		visit(n.Body)
		if n.Else != nil {
			visit(n.Else)
		}
	case *CaseClause:
		each(n.List, visit)
		each(n.Body, visit)
	case *SwitchStmt:
		if n.Init != nil {
			visit(n.Init)
		}
		if n.Tag != nil {
			visit(n.Tag)
		}
		visit(n.Body)
	case *TypeSwitchStmt:
		if n.Init != nil {
			visit(n.Init)
		}
		visit(n.Assign)
		visit(n.Body)
	case *CommClause:
		if n.Comm != nil {
			visit(n.Comm)
		}
		each(n.Body, visit)
	case *SelectStmt:
		visit(n.Body)
	case *ForStmt:
		if n.Init != nil {
			visit(n.Init)
		}
		if n.Cond != nil {
			visit(n.Cond)
		}
		if n.Post != nil {
			visit(n.Post)
		}
		visit(n.Body)
	case *RangeStmt:
		if n.Key != nil {
			visit(n.Key)
		}
		if n.Value != nil {
			visit(n.Value)
		}
		visit(n.X)
		visit(n.Body)
	case *ImportSpec:
		if n.Doc != nil {
			visit(n.Doc)
		}
		if n.Name != nil {
			visit(n.Name)
		}
		visit(n.Path)
		if n.Comment != nil {
			visit(n.Comment)
		}
	case *ValueSpec:
		if n.Doc != nil {
			visit(n.Doc)
		}
		each(n.Names, visit)
		if n.Type != nil {
			visit(n.Type)
		}
		each(n.Values, visit)
		if n.Comment != nil {
			visit(n.Comment)
		}
	case *TypeSpec:
		if n.Doc != nil {
			visit(n.Doc)
		}
		visit(n.Name)
		if n.TypeParams != nil {
			visit(n.TypeParams)
		}
		visit(n.Type)
		if n.Comment != nil {
			visit(n.Comment)
		}
	case *GenDecl:
		if n.Doc != nil {
			visit(n.Doc)
		}
		each(n.Specs, visit)
	case *FuncDecl:
		if n.Doc != nil {
			visit(n.Doc)
		}
		if n.Recv != nil {
			visit(n.Recv)
		}
		visit(n.Name)
		visit(n.Type)
		if n.Body != nil {
			visit(n.Body)
		}
	case *CommentGroup:
		each(n.List, visit)
	case *Field:
		if n.Doc != nil {
			visit(n.Doc)
		}
		each(n.Names, visit)
		if n.Type != nil {
			visit(n.Type)
		}
		if n.Tag != nil {
			visit(n.Tag)
		}
		if n.Comment != nil {
			visit(n.Comment)
		}
	case *FieldList:
		each(n.List, visit)
	case *File:
		if n.Doc != nil {
			visit(n.Doc)
		}
		visit(n.Name)
		each(n.Decls, visit)
	case *Package:
		for _, f := range n.Files {
			visit(f)
		}
	default:
		panic(fmt.Sprintf("ast.Walk: unexpected node type %T", n))
	}
}
