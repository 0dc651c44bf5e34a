package os

// environ are the granted variables: names and values in turn.
func environ() []string

// env are the variables that the program sees: those granted, and what it set itself.
var env map[string]string

func variables() map[string]string {
	if env == nil {
		env = map[string]string{}
		pairs := environ()
		for i := 0; i+1 < len(pairs); i += 2 {
			env[pairs[i]] = pairs[i+1]
		}
	}
	return env
}

func Getenv(key string) string {
	value, _ := LookupEnv(key)
	return value
}

// noteEnv has the host know that a variable was asked for that it might have granted.
func noteEnv(key string)

func LookupEnv(key string) (string, bool) {
	value, ok := variables()[key]
	if !ok {
		noteEnv(key)
	}
	return value, ok
}

func Environ() []string {
	out := make([]string, 0, len(variables()))
	for key, value := range env {
		out = append(out, key+"="+value)
	}
	return out
}

// Setenv changes what the program itself sees.
func Setenv(key, value string) error {
	valid := key != ""
	for i := 0; i < len(key); i++ {
		valid = valid && key[i] != '=' && key[i] != 0
	}
	for i := 0; i < len(value); i++ {
		valid = valid && value[i] != 0
	}
	if !valid {
		return NewSyscallError("setenv", errno(22))
	}
	variables()[key] = value
	return nil
}

func Unsetenv(key string) error {
	delete(variables(), key)
	return nil
}

func Clearenv() { env = map[string]string{} }

func UserHomeDir() (string, error) { return homeOr("HOME", "", "$HOME is not defined") }

func UserCacheDir() (string, error) {
	if dir := Getenv("XDG_CACHE_HOME"); dir != "" {
		return absolute(dir, "XDG_CACHE_HOME")
	}
	return homeOr("HOME", "/.cache", "neither $XDG_CACHE_HOME nor $HOME are defined")
}

func UserConfigDir() (string, error) {
	if dir := Getenv("XDG_CONFIG_HOME"); dir != "" {
		return absolute(dir, "XDG_CONFIG_HOME")
	}
	return homeOr("HOME", "/.config", "neither $XDG_CONFIG_HOME nor $HOME are defined")
}

// absolute refuses a folder that would depend on where the program runs.
func absolute(dir, name string) (string, error) {
	if dir[0] != '/' {
		return "", noHome("path in $" + name + " is relative")
	}
	return dir, nil
}

type noHome string

func (e noHome) Error() string { return string(e) }

func homeOr(name, below, otherwise string) (string, error) {
	if dir := Getenv(name); dir != "" {
		return dir + below, nil
	}
	return "", noHome(otherwise + " (--allow-env=" + name + ")")
}

// Expand replaces $name and ${name}.
func Expand(s string, mapping func(string) string) string {
	var b []byte
	done := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		b = append(b, s[done:i]...)
		name, width := shellName(s[i+1:])
		if name != "" {
			b = append(b, mapping(name)...)
		} else if width == 0 {
			b = append(b, '$')
		}
		i += width
		done = i + 1
	}
	return string(b) + s[done:]
}

func ExpandEnv(s string) string { return Expand(s, Getenv) }

func special(c byte) bool {
	switch c {
	case '*', '#', '$', '@', '!', '?', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return true
	}
	return false
}

// shellName is the name at the head of s and how much of s it takes; no name but some width if it is malformed.
func shellName(s string) (string, int) {
	switch {
	case s[0] == '{':
		if len(s) > 2 && special(s[1]) && s[2] == '}' {
			return s[1:2], 3
		}
		for i := 1; i < len(s); i++ {
			if s[i] == '}' {
				return s[1:i], i + 1
			}
		}
		return "", 1
	case special(s[0]):
		return s[:1], 1
	}
	i := 0
	for i < len(s) && (s[i] == '_' || '0' <= s[i] && s[i] <= '9' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z') {
		i++
	}
	return s[:i], i
}
