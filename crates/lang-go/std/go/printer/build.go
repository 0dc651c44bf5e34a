package printer

import (
	"go/build/constraint"
	"slices"
	"text/tabwriter"
)

func isNewline(b byte) bool { return b == '\n' || b == '\f' }

// fixBuildLines moves build constraints to one place before the package clause, and makes those of the older form say what the newer one says.
func (p *printer) fixBuildLines() {
	if len(p.goBuild)+len(p.plusBuild) == 0 {
		return
	}
	insert := p.endOfComments()
	if len(p.goBuild) > 0 && p.goBuild[0] < insert {
		insert = p.goBuild[0]
	} else if len(p.plusBuild) > 0 {
		insert = min(insert, p.plusBuild[0])
	}
	block := append(p.buildBlock(), '\n')
	drop := slices.Concat(p.goBuild, p.plusBuild)
	slices.Sort(drop)
	var after []byte
	start := insert
	for _, at := range drop {
		if at >= start {
			after = appendLines(after, p.output[start:at])
			start = at + len(p.lineAt(at))
		}
	}
	after = appendLines(after, p.output[start:])
	if n := len(after); n >= 2 && isNewline(after[n-1]) && isNewline(after[n-2]) {
		after = after[:n-1]
	}
	p.output = append(append(p.output[:insert:insert], block...), after...)
}

// endOfComments is the end of the last empty line before what is no comment to the end of a line.
func (p *printer) endOfComments() int {
	out := p.output
	end := 0
	for at := 0; ; {
		empty := true
		for at < len(out) && (out[at] == ' ' || out[at] == '\t') {
			at++
		}
		if at+3 < len(out) && out[at] == tabwriter.Escape && out[at+1] == '/' && out[at+2] == '/' {
			empty = false
			for at < len(out) && !isNewline(out[at]) {
				at++
			}
		}
		if at >= len(out) || !isNewline(out[at]) {
			return end
		}
		at++
		if empty {
			end = at
		}
	}
}

// buildBlock has all constraints: as they are, unless they can be told from one expression.
func (p *printer) buildBlock() (block []byte) {
	var x constraint.Expr
	if len(p.goBuild) == 1 {
		x, _ = constraint.Parse(p.commentAt(p.goBuild[0]))
	} else if len(p.goBuild) == 0 {
		for _, at := range p.plusBuild {
			y, err := constraint.Parse(p.commentAt(at))
			if err != nil {
				x = nil
				break
			}
			if x == nil {
				x = y
			} else {
				x = &constraint.AndExpr{X: x, Y: y}
			}
		}
	}
	if x == nil {
		for _, at := range slices.Concat(p.goBuild, p.plusBuild) {
			block = append(block, p.lineAt(at)...)
		}
		return
	}
	lines := []string{"//go:build " + x.String()}
	if len(p.plusBuild) > 0 {
		old, err := constraint.PlusBuildLines(x)
		if err != nil {
			old = []string{"// +build error: " + err.Error()}
		}
		lines = append(lines, old...)
	}
	for _, line := range lines {
		block = append(block, tabwriter.Escape)
		block = append(block, line...)
		block = append(block, tabwriter.Escape, '\n')
	}
	return
}

// appendLines appends y, without an empty line at its beginning if x ends with one.
func appendLines(x, y []byte) []byte {
	n := len(x)
	if len(y) > 0 && isNewline(y[0]) && (n == 0 || n >= 2 && isNewline(x[n-1]) && isNewline(x[n-2])) {
		y = y[1:]
	}
	return append(x, y...)
}

// lineAt is the line of the output that begins here, with its end.
func (p *printer) lineAt(start int) []byte {
	at := start
	for at < len(p.output) && !isNewline(p.output[at]) {
		at++
	}
	return p.output[start:min(at+1, len(p.output))]
}

// commentAt is the comment of the output that begins here.
func (p *printer) commentAt(start int) string {
	if start < len(p.output) && p.output[start] == tabwriter.Escape {
		start++
	}
	at := start
	for at < len(p.output) && p.output[at] != tabwriter.Escape && !isNewline(p.output[at]) {
		at++
	}
	return string(p.output[start:at])
}
