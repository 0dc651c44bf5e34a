package net

import (
	"context"
	"internal/netsys"
	"net/netip"
	"strconv"
	"strings"
)

// MX is a server for mail.
type MX struct {
	Host string
	Pref uint16
}

// NS is a server for names.
type NS struct{ Host string }

// SRV is a server for a service.
type SRV struct {
	Target   string
	Port     uint16
	Priority uint16
	Weight   uint16
}

// Resolver looks names up. It knows addresses, localhost and common services; to ask for more is forbidden.
type Resolver struct {
	PreferGo     bool
	StrictErrors bool
	Dial         func(ctx context.Context, network, address string) (Conn, error)
}

// DefaultResolver is that of the functions of this package.
var DefaultResolver = &Resolver{}

// services are those that are known without a file of the system. Those of TCP have no letter, the one of UDP too has a u.
var services = map[string]int{
	"ftp": 21, "ftps": 990, "gopher": 70, "http": 80, "https": 443, "imap2": 143, "imap3": 220, "imaps": 993,
	"pop3": 110, "pop3s": 995, "smtp": 25, "ssh": 22, "submissions": 465, "telnet": 23,
}

// domainPort is the only service of UDP that is known, and one of no other network.
const domainPort = 53

func notFound(why, name string) error { return &DNSError{Err: why, Name: name, IsNotFound: true} }

func LookupPort(network, service string) (port int, err error) {
	return DefaultResolver.LookupPort(context.Background(), network, service)
}

func (r *Resolver) LookupPort(ctx context.Context, network, service string) (port int, err error) {
	if service == "" {
		return 0, nil
	}
	// Like Atoi, but a number that is too large is an invalid port, not an unknown one.
	digits := strings.TrimLeft(service, "+-")
	if len(service)-len(digits) <= 1 && digits != "" && strings.Trim(digits, "0123456789") == "" {
		port, err = strconv.Atoi(service)
		if err != nil || port < 0 || port > 65535 {
			return 0, &AddrError{Err: "invalid port", Addr: service}
		}
		return port, nil
	}
	name := strings.ToLower(service)
	tcp, udp := false, false
	switch network {
	case "tcp", "tcp4", "tcp6":
		network, tcp = "tcp", true
	case "udp", "udp4", "udp6":
		network, udp = "udp", true
	case "ip", "":
		network, tcp, udp = "ip", true, true
	default:
		return 0, &AddrError{Err: "unknown network", Addr: network}
	}
	if port, ok := services[name]; ok && tcp {
		return port, nil
	}
	if name == "domain" && udp {
		return domainPort, nil
	}
	return 0, notFound("unknown port", network+"/"+service)
}

// isDomainName tells whether a name is worth asking for: labels of letters, digits, - and _, not digits alone.
func isDomainName(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if s == "" || len(s) > 253 {
		return false
	}
	letters := false
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			c := label[i]
			switch {
			case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_', c == '-':
				letters = true
			case '0' <= c && c <= '9':
			default:
				return false
			}
		}
	}
	return letters
}

// ask is what a question to a server of names comes to.
func ask(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		err = contextError(err)
		_, late := err.(timeoutError)
		return &DNSError{UnwrapErr: err, Err: err.Error(), Name: name, IsTimeout: late}
	}
	if !isDomainName(name) {
		return notFound("no such host", name)
	}
	err := forbidden("socket")
	return &DNSError{UnwrapErr: netsys.EPERM, Err: err.Error(), Name: name}
}

// addrs are those of a host, IPv4 first.
func (r *Resolver) addrs(ctx context.Context, host string) ([]netip.Addr, error) {
	if host == "" {
		return nil, notFound("no such host", host)
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	return nil, ask(ctx, host)
}

func LookupHost(host string) (addrs []string, err error) {
	return DefaultResolver.LookupHost(context.Background(), host)
}

func (r *Resolver) LookupHost(ctx context.Context, host string) (addrs []string, err error) {
	list, err := r.addrs(ctx, host)
	for _, a := range list {
		addrs = append(addrs, a.String())
	}
	if len(addrs) == 1 {
		addrs[0] = host // An address stays as it is written.
	}
	return addrs, err
}

func LookupIP(host string) ([]IP, error) {
	return DefaultResolver.LookupIP(context.Background(), "ip", host)
}

// LookupIP takes the networks ip, ip4 and ip6.
func (r *Resolver) LookupIP(ctx context.Context, network, host string) ([]IP, error) {
	list, err := r.LookupNetIP(ctx, network, host)
	var out []IP
	for _, a := range list {
		b := a.As16()
		out = append(out, b[:])
	}
	return out, err
}

func (r *Resolver) LookupIPAddr(ctx context.Context, host string) ([]IPAddr, error) {
	list, err := r.addrs(ctx, host)
	var out []IPAddr
	for _, a := range list {
		b := a.As16()
		out = append(out, IPAddr{IP: b[:], Zone: a.Zone()})
	}
	return out, err
}

// LookupNetIP takes the networks ip, ip4 and ip6.
func (r *Resolver) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	switch network {
	case "ip", "ip4", "ip6":
	default:
		return nil, UnknownNetworkError(network)
	}
	list, err := r.addrs(ctx, host)
	if err != nil {
		return nil, err
	}
	var out []netip.Addr
	for _, a := range list {
		if suits(network, a) {
			out = append(out, a)
		}
	}
	if len(out) == 0 {
		return nil, &AddrError{Err: errNoSuitableAddress.Error(), Addr: host}
	}
	return out, nil
}

// suits tells whether a network, by its last letter, takes an address.
func suits(network string, a netip.Addr) bool {
	switch network[len(network)-1] {
	case '4':
		return a.Unmap().Is4() || a.IsUnspecified()
	case '6':
		return !a.Unmap().Is4()
	}
	return true
}

func LookupCNAME(host string) (cname string, err error) {
	return DefaultResolver.LookupCNAME(context.Background(), host)
}

func (r *Resolver) LookupCNAME(ctx context.Context, host string) (string, error) {
	return "", ask(ctx, host)
}

func LookupSRV(service, proto, name string) (cname string, addrs []*SRV, err error) {
	return DefaultResolver.LookupSRV(context.Background(), service, proto, name)
}

func (r *Resolver) LookupSRV(ctx context.Context, service, proto, name string) (string, []*SRV, error) {
	if service != "" || proto != "" {
		name = "_" + service + "._" + proto + "." + name
	}
	return "", nil, ask(ctx, name)
}

func LookupMX(name string) ([]*MX, error) {
	return DefaultResolver.LookupMX(context.Background(), name)
}
func LookupNS(name string) ([]*NS, error) {
	return DefaultResolver.LookupNS(context.Background(), name)
}

func LookupTXT(name string) ([]string, error) {
	return DefaultResolver.LookupTXT(context.Background(), name)
}

func (r *Resolver) LookupMX(ctx context.Context, name string) ([]*MX, error) {
	return nil, ask(ctx, name)
}
func (r *Resolver) LookupNS(ctx context.Context, name string) ([]*NS, error) {
	return nil, ask(ctx, name)
}
func (r *Resolver) LookupTXT(ctx context.Context, name string) ([]string, error) {
	return nil, ask(ctx, name)
}

func LookupAddr(addr string) (names []string, err error) {
	return DefaultResolver.LookupAddr(context.Background(), addr)
}

func (r *Resolver) LookupAddr(ctx context.Context, addr string) ([]string, error) {
	a, err := netip.ParseAddr(addr)
	if err != nil {
		return nil, &DNSError{Err: "unrecognized address", Name: addr}
	}
	if a.IsLoopback() {
		return []string{"localhost"}, nil
	}
	err = forbidden("socket")
	return nil, &DNSError{UnwrapErr: netsys.EPERM, Err: err.Error(), Name: addr}
}

// resolve finds the addresses for a network and a text, with a port where the network has such. A text without a host is
// the zero Addr.
func (r *Resolver) resolve(ctx context.Context, network, address string) (list []netip.Addr, port int, err error) {
	host := address
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
		if address == "" {
			break
		}
		var service string
		if host, service, err = SplitHostPort(address); err != nil {
			return nil, 0, err
		}
		if port, err = r.LookupPort(ctx, network, service); err != nil {
			return nil, 0, err
		}
	case "ip", "ip4", "ip6":
	default:
		return nil, 0, UnknownNetworkError(network)
	}
	if host == "" {
		return []netip.Addr{{}}, port, nil
	}
	all, err := r.addrs(ctx, host)
	if err != nil {
		return nil, 0, err
	}
	for _, a := range all {
		if suits(network, a) {
			list = append(list, a)
		}
	}
	if len(list) == 0 {
		return nil, 0, &AddrError{Err: errNoSuitableAddress.Error(), Addr: host}
	}
	return list, port, nil
}

// address is a resolved address in the form of its network.
func address(network string, a netip.Addr, port int) Addr {
	var ip IP
	if a.IsValid() {
		if a == netip.IPv6Unspecified() && network[len(network)-1] == '4' {
			a = netip.IPv4Unspecified()
		}
		b := a.As16()
		ip = b[:]
	}
	switch network[0] {
	case 't':
		return &TCPAddr{IP: ip, Port: port, Zone: a.Zone()}
	case 'u':
		return &UDPAddr{IP: ip, Port: port, Zone: a.Zone()}
	}
	return &IPAddr{IP: ip, Zone: a.Zone()}
}

func resolveFirst(network, text string) (Addr, error) {
	list, port, err := DefaultResolver.resolve(context.Background(), network, text)
	if err != nil {
		return nil, err
	}
	return address(network, list[0], port), nil
}

func ResolveTCPAddr(network, address string) (*TCPAddr, error) {
	switch network {
	case "tcp", "tcp4", "tcp6":
	case "":
		network = "tcp"
	default:
		return nil, UnknownNetworkError(network)
	}
	a, err := resolveFirst(network, address)
	if err != nil {
		return nil, err
	}
	return a.(*TCPAddr), nil
}

func ResolveUDPAddr(network, address string) (*UDPAddr, error) {
	switch network {
	case "udp", "udp4", "udp6":
	case "":
		network = "udp"
	default:
		return nil, UnknownNetworkError(network)
	}
	a, err := resolveFirst(network, address)
	if err != nil {
		return nil, err
	}
	return a.(*UDPAddr), nil
}

func ResolveIPAddr(network, address string) (*IPAddr, error) {
	if network == "" {
		network = "ip"
	}
	family, err := ipNetwork(network, false)
	if err != nil {
		return nil, err
	}
	a, err := resolveFirst(family, address)
	if err != nil {
		return nil, err
	}
	return a.(*IPAddr), nil
}

// protocols are those of IP that have a name here.
var protocols = map[string]bool{"icmp": true, "igmp": true, "tcp": true, "udp": true, "ipv6-icmp": true}

// ipNetwork is the part before the colon of ip4:icmp and its like, which has to be there where a protocol is needed.
func ipNetwork(network string, protocol bool) (string, error) {
	family, proto, has := strings.Cut(network, ":")
	switch family {
	case "ip", "ip4", "ip6":
	default:
		return "", UnknownNetworkError(network)
	}
	if !has {
		if protocol {
			return "", UnknownNetworkError(network)
		}
		return family, nil
	}
	if _, numeric := smallNumber(proto); !numeric && !protocols[strings.ToLower(proto)] {
		return "", &AddrError{Err: "unknown IP protocol specified", Addr: proto}
	}
	return family, nil
}

func ResolveUnixAddr(network, address string) (*UnixAddr, error) {
	switch network {
	case "unix", "unixgram", "unixpacket":
		return &UnixAddr{Name: address, Net: network}, nil
	}
	return nil, UnknownNetworkError(network)
}
