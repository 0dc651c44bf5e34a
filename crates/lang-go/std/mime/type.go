// Package mime has the names of media types: of which files they are, how headers state them, and words of headers that are
// not ASCII.
package mime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The types that are known without asking the system, whose files are not read.
var builtin = map[string]string{
	".ai":    "application/postscript",
	".apk":   "application/vnd.android.package-archive",
	".apng":  "image/apng",
	".avif":  "image/avif",
	".bin":   "application/octet-stream",
	".bmp":   "image/bmp",
	".com":   "application/octet-stream",
	".css":   "text/css; charset=utf-8",
	".csv":   "text/csv; charset=utf-8",
	".doc":   "application/msword",
	".docx":  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".ehtml": "text/html; charset=utf-8",
	".eml":   "message/rfc822",
	".eps":   "application/postscript",
	".exe":   "application/octet-stream",
	".flac":  "audio/flac",
	".gif":   "image/gif",
	".gz":    "application/gzip",
	".htm":   "text/html; charset=utf-8",
	".html":  "text/html; charset=utf-8",
	".ico":   "image/vnd.microsoft.icon",
	".ics":   "text/calendar; charset=utf-8",
	".jfif":  "image/jpeg",
	".jpeg":  "image/jpeg",
	".jpg":   "image/jpeg",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".m4a":   "audio/mp4",
	".mjs":   "text/javascript; charset=utf-8",
	".mp3":   "audio/mpeg",
	".mp4":   "video/mp4",
	".oga":   "audio/ogg",
	".ogg":   "audio/ogg",
	".ogv":   "video/ogg",
	".opus":  "audio/ogg",
	".pdf":   "application/pdf",
	".pjp":   "image/jpeg",
	".pjpeg": "image/jpeg",
	".png":   "image/png",
	".ppt":   "application/vnd.ms-powerpoint",
	".pptx":  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".ps":    "application/postscript",
	".rdf":   "application/rdf+xml",
	".rtf":   "application/rtf",
	".shtml": "text/html; charset=utf-8",
	".svg":   "image/svg+xml",
	".text":  "text/plain; charset=utf-8",
	".tif":   "image/tiff",
	".tiff":  "image/tiff",
	".txt":   "text/plain; charset=utf-8",
	".vtt":   "text/vtt; charset=utf-8",
	".wasm":  "application/wasm",
	".wav":   "audio/wav",
	".webm":  "audio/webm",
	".webp":  "image/webp",
	".xbl":   "text/xml; charset=utf-8",
	".xbm":   "image/x-xbitmap",
	".xht":   "application/xhtml+xml",
	".xhtml": "application/xhtml+xml",
	".xls":   "application/vnd.ms-excel",
	".xlsx":  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".xml":   "text/xml; charset=utf-8",
	".xsl":   "text/xml; charset=utf-8",
	".zip":   "application/zip",
}

// registry has what AddExtensionType was told, besides the builtin types.
type registry struct {
	exact, folded map[string]string   // types by extension
	extensions    map[string][]string // by type, in lower case
}

// types is nil until it is needed.
var types *registry

func known() *registry {
	if types == nil {
		types = &registry{map[string]string{}, builtin, map[string][]string{}}
		for ext, t := range builtin {
			types.list(ext, t)
		}
	}
	return types
}

func (r *registry) list(ext, t string) {
	base, _, _ := strings.Cut(t, ";")
	if list := r.extensions[base]; !slices.Contains(list, ext) {
		r.extensions[base] = append(list, ext)
	}
}

// TypeByExtension is the type for an extension, which begins with a dot; empty if there is none. An extension in its own
// case is preferred to one in another.
func TypeByExtension(ext string) string {
	if types != nil {
		if t, ok := types.exact[ext]; ok {
			return t
		}
	}
	return builtin[strings.ToLower(ext)]
}

// ExtensionsByType are the extensions of a type, sorted; nil if there are none.
func ExtensionsByType(typ string) ([]string, error) {
	base, _, err := ParseMediaType(typ)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(known().extensions[base])
	slices.Sort(list)
	return list, nil
}

// AddExtensionType sets the type for an extension, which begins with a dot.
func AddExtensionType(ext, typ string) error {
	if !strings.HasPrefix(ext, ".") {
		return fmt.Errorf("mime: extension %q missing leading dot", ext)
	}
	base, params, err := ParseMediaType(typ)
	if err != nil {
		return err
	}
	if strings.HasPrefix(typ, "text/") && params["charset"] == "" {
		params["charset"] = "utf-8"
		typ = FormatMediaType(typ, params)
	}
	r := known()
	lower := strings.ToLower(ext)
	r.exact[ext] = typ
	r.folded[lower] = typ
	r.list(lower, base)
	return nil
}

// ErrInvalidMediaParameter is the error of a type that is valid itself, and is given too.
var ErrInvalidMediaParameter = errors.New("mime: invalid media parameter")
