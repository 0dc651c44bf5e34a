package syscall

import (
	"encoding/binary"
	"strings"
)

// ByteSliceFromString is the text with a zero byte at its end; it must not hold one.
func ByteSliceFromString(s string) ([]byte, error) {
	if strings.IndexByte(s, 0) >= 0 {
		return nil, EINVAL
	}
	return append([]byte(s), 0), nil
}

// BytePtrFromString points to such a text.
func BytePtrFromString(s string) (*byte, error) {
	b, err := ByteSliceFromString(s)
	if err != nil {
		return nil, err
	}
	return &b[0], nil
}

// StringByteSlice is ByteSliceFromString, but panics.
func StringByteSlice(s string) []byte {
	b, err := ByteSliceFromString(s)
	if err != nil {
		panic("syscall: string with NUL passed to StringByteSlice")
	}
	return b
}

// StringBytePtr is BytePtrFromString, but panics.
func StringBytePtr(s string) *byte { return &StringByteSlice(s)[0] }

// SlicePtrFromStrings points to texts; nil is after the last.
func SlicePtrFromStrings(ss []string) ([]*byte, error) {
	out := make([]*byte, len(ss)+1)
	for i, s := range ss {
		var err error
		if out[i], err = BytePtrFromString(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// StringSlicePtr is SlicePtrFromStrings, but panics.
func StringSlicePtr(ss []string) []*byte {
	out := make([]*byte, len(ss)+1)
	for i, s := range ss {
		out[i] = StringBytePtr(s)
	}
	return out
}

func TimespecToNsec(ts Timespec) int64 { return ts.Nano() }
func TimevalToNsec(tv Timeval) int64   { return tv.Nano() }

func NsecToTimespec(nsec int64) Timespec {
	t := Timespec{Sec: nsec / 1e9, Nsec: nsec % 1e9}
	if t.Nsec < 0 {
		t.Sec--
		t.Nsec += 1e9
	}
	return t
}

// NsecToTimeval rounds up to microseconds.
func NsecToTimeval(nsec int64) Timeval {
	nsec += 999
	t := Timeval{Sec: nsec / 1e9, Usec: nsec % 1e9 / 1e3}
	if t.Usec < 0 {
		t.Sec--
		t.Usec += 1e6
	}
	return t
}

func (ts *Timespec) Unix() (sec, nsec int64) { return ts.Sec, ts.Nsec }
func (ts *Timespec) Nano() int64             { return ts.Sec*1e9 + ts.Nsec }
func (tv *Timeval) Unix() (sec, nsec int64)  { return tv.Sec, tv.Usec * 1000 }
func (tv *Timeval) Nano() int64              { return tv.Sec*1e9 + tv.Usec*1000 }

func (cmsg *Cmsghdr) SetLen(length int)    { cmsg.Len = uint64(length) }
func (iov *Iovec) SetLen(length int)       { iov.Len = uint64(length) }
func (msghdr *Msghdr) SetControllen(n int) { msghdr.Controllen = uint64(n) }
func (r *PtraceRegs) PC() uint64           { return r.Rip }
func (r *PtraceRegs) SetPC(pc uint64)      { r.Rip = pc }

func aligned(n int) int { return (n + 7) &^ 7 }

// CmsgLen is the length of a control message, and CmsgSpace that with what fills it up.
func CmsgLen(datalen int) int   { return SizeofCmsghdr + datalen }
func CmsgSpace(datalen int) int { return SizeofCmsghdr + aligned(datalen) }

// control is the encoding of a control message.
func control(kind int32, words ...uint32) []byte {
	n := 4 * len(words)
	b := make([]byte, CmsgSpace(n))
	binary.LittleEndian.PutUint64(b, uint64(CmsgLen(n)))
	binary.LittleEndian.PutUint32(b[8:], SOL_SOCKET)
	binary.LittleEndian.PutUint32(b[12:], uint32(kind))
	for i, w := range words {
		binary.LittleEndian.PutUint32(b[SizeofCmsghdr+4*i:], w)
	}
	return b
}

// UnixRights hands over files, and UnixCredentials says who sends.
func UnixRights(fds ...int) []byte {
	words := make([]uint32, len(fds))
	for i, fd := range fds {
		words[i] = uint32(fd)
	}
	return control(SCM_RIGHTS, words...)
}

func UnixCredentials(ucred *Ucred) []byte {
	return control(SCM_CREDENTIALS, uint32(ucred.Pid), ucred.Uid, ucred.Gid)
}

// ParseSocketControlMessage takes control messages apart.
func ParseSocketControlMessage(b []byte) ([]SocketControlMessage, error) {
	var out []SocketControlMessage
	for len(b) >= SizeofCmsghdr {
		var m SocketControlMessage
		m.Header.Len = binary.LittleEndian.Uint64(b)
		m.Header.Level = int32(binary.LittleEndian.Uint32(b[8:]))
		m.Header.Type = int32(binary.LittleEndian.Uint32(b[12:]))
		if m.Header.Len < SizeofCmsghdr || m.Header.Len > uint64(len(b)) {
			return nil, EINVAL
		}
		m.Data = b[SizeofCmsghdr:m.Header.Len]
		out = append(out, m)
		b = b[min(aligned(int(m.Header.Len)), len(b)):]
	}
	return out, nil
}

// ParseUnixRights are the files that were handed over.
func ParseUnixRights(m *SocketControlMessage) ([]int, error) {
	if m.Header.Level != SOL_SOCKET || m.Header.Type != SCM_RIGHTS {
		return nil, EINVAL
	}
	fds := make([]int, len(m.Data)/4)
	for i := range fds {
		fds[i] = int(int32(binary.LittleEndian.Uint32(m.Data[4*i:])))
	}
	return fds, nil
}

// ParseUnixCredentials says who sent.
func ParseUnixCredentials(m *SocketControlMessage) (*Ucred, error) {
	if m.Header.Level != SOL_SOCKET || m.Header.Type != SCM_CREDENTIALS || len(m.Data) < SizeofUcred {
		return nil, EINVAL
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(m.Data[4*i:]) }
	return &Ucred{Pid: int32(word(0)), Uid: word(1), Gid: word(2)}, nil
}

// ParseNetlinkMessage takes messages of the kernel apart.
func ParseNetlinkMessage(b []byte) ([]NetlinkMessage, error) {
	var out []NetlinkMessage
	for len(b) >= NLMSG_HDRLEN {
		h := NlMsghdr{
			Len:   binary.LittleEndian.Uint32(b),
			Type:  binary.LittleEndian.Uint16(b[4:]),
			Flags: binary.LittleEndian.Uint16(b[6:]),
			Seq:   binary.LittleEndian.Uint32(b[8:]),
			Pid:   binary.LittleEndian.Uint32(b[12:]),
		}
		whole := (uint64(h.Len) + NLMSG_ALIGNTO - 1) &^ (NLMSG_ALIGNTO - 1)
		if h.Len < NLMSG_HDRLEN || whole > uint64(len(b)) {
			return nil, EINVAL
		}
		out = append(out, NetlinkMessage{Header: h, Data: b[NLMSG_HDRLEN:h.Len]})
		b = b[whole:]
	}
	return out, nil
}

// ParseNetlinkRouteAttr takes the attributes of such a message apart.
func ParseNetlinkRouteAttr(m *NetlinkMessage) ([]NetlinkRouteAttr, error) {
	skip := 0
	switch m.Header.Type {
	case RTM_NEWLINK, RTM_DELLINK:
		skip = SizeofIfInfomsg
	case RTM_NEWADDR, RTM_DELADDR:
		skip = SizeofIfAddrmsg
	case RTM_NEWROUTE, RTM_DELROUTE:
		skip = SizeofRtMsg
	default:
		return nil, EINVAL
	}
	if len(m.Data) < skip {
		return nil, EINVAL
	}
	var out []NetlinkRouteAttr
	for b := m.Data[skip:]; len(b) >= SizeofRtAttr; {
		a := RtAttr{Len: binary.LittleEndian.Uint16(b), Type: binary.LittleEndian.Uint16(b[2:])}
		if a.Len < SizeofRtAttr || int(a.Len) > len(b) {
			return nil, EINVAL
		}
		out = append(out, NetlinkRouteAttr{Attr: a, Value: b[SizeofRtAttr:a.Len]})
		b = b[min((int(a.Len)+RTA_ALIGNTO-1)&^(RTA_ALIGNTO-1), len(b)):]
	}
	return out, nil
}

// ParseDirent takes entries of a folder apart, at most max of them, and gives their names, but for those of
// the folder itself and the one above.
func ParseDirent(buf []byte, max int, names []string) (consumed, count int, newnames []string) {
	const head = 19
	for max != 0 && len(buf) >= head {
		inode := binary.LittleEndian.Uint64(buf)
		length := int(binary.LittleEndian.Uint16(buf[16:]))
		if length < head || length > len(buf) {
			break
		}
		name, _, _ := strings.Cut(string(buf[head:length]), "\x00")
		buf = buf[length:]
		consumed += length
		if inode == 0 || name == "." || name == ".." {
			continue
		}
		names = append(names, name)
		max--
		count++
	}
	return consumed, count, names
}

// LsfStmt and LsfJump are instructions of a filter.
func LsfStmt(code, k int) *SockFilter { return &SockFilter{Code: uint16(code), K: uint32(k)} }

func LsfJump(code, k, jt, jf int) *SockFilter {
	return &SockFilter{Code: uint16(code), Jt: uint8(jt), Jf: uint8(jf), K: uint32(k)}
}
