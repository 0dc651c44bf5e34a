// Package path takes paths with slashes apart.
package path

func lastSlash(path string) int {
	i := len(path) - 1
	for i >= 0 && path[i] != '/' {
		i--
	}
	return i
}

// isClean tells whether Clean would change nothing, which is so for most paths.
func isClean(path string) bool {
	if path == "" || len(path) > 1 && path[len(path)-1] == '/' {
		return false
	}
	start := 0
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' {
			continue
		}
		switch i - start {
		case 0:
			if i > 0 && len(path) > 1 {
				return false
			}
		case 1:
			if path[start] == '.' && len(path) > 1 {
				return false
			}
		case 2:
			if path[start:i] == ".." {
				return false
			}
		}
		start = i + 1
	}
	return true
}

// Clean is the shortest path that means the same, going by the text alone.
func Clean(path string) string {
	if isClean(path) {
		return path
	}
	rooted := path != "" && path[0] == '/'
	out := make([]byte, 0, len(path)+1)
	if rooted {
		out = append(out, '/')
	}
	keep := len(out) // what .. does not take away
	for i := 0; i < len(path); {
		start := i
		for i < len(path) && path[i] != '/' {
			i++
		}
		elem := path[start:i]
		i++
		switch {
		case elem == "" || elem == ".":
			continue
		case elem == ".." && len(out) > keep:
			n := len(out) - 1
			for n > keep && out[n] != '/' {
				n--
			}
			out = out[:n]
			continue
		case elem == ".." && rooted:
			continue
		}
		if len(out) > 1 || len(out) == 1 && !rooted {
			out = append(out, '/')
		}
		out = append(out, elem...)
		if elem == ".." {
			keep = len(out)
		}
	}
	if len(out) == 0 {
		return "."
	}
	return string(out)
}

// Split cuts behind the last slash.
func Split(path string) (dir, file string) {
	i := lastSlash(path) + 1
	return path[:i], path[i:]
}

// Join puts slashes between the elements that are not empty.
func Join(elem ...string) string {
	var joined string
	for _, e := range elem {
		if joined != "" && e != "" {
			joined += "/"
		} else if joined != "" {
			continue
		}
		joined += e
	}
	if joined == "" {
		return ""
	}
	return Clean(joined)
}

// Ext is the name's end from its last dot on.
func Ext(path string) string {
	for i := len(path) - 1; i >= 0 && path[i] != '/'; i-- {
		if path[i] == '.' {
			return path[i:]
		}
	}
	return ""
}

// Base is the last element.
func Base(path string) string {
	if path == "" {
		return "."
	}
	for len(path) > 0 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	if path == "" {
		return "/"
	}
	return path[lastSlash(path)+1:]
}

// Dir is all but the last element.
func Dir(path string) string { return Clean(path[:lastSlash(path)+1]) }

func IsAbs(path string) bool { return path != "" && path[0] == '/' }
