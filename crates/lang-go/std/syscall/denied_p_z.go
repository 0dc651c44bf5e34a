package syscall

// What follows would reach the system: it is denied, as by a system that forbids it.

func Pause() (err error)                                                       { return EPERM }
func Pipe(p []int) error                                                       { return EPERM }
func Pipe2(p []int, flags int) error                                           { return EPERM }
func PivotRoot(newroot, putold string) (err error)                             { return EPERM }
func Pread(fd int, p []byte, offset int64) (n int, err error)                  { return 0, EPERM }
func PtraceAttach(pid int) (err error)                                         { return EPERM }
func PtraceCont(pid, signal int) (err error)                                   { return EPERM }
func PtraceDetach(pid int) (err error)                                         { return EPERM }
func PtraceGetEventMsg(pid int) (msg uint, err error)                          { return 0, EPERM }
func PtraceGetRegs(pid int, regsout *PtraceRegs) (err error)                   { return EPERM }
func PtracePeekData(pid int, addr uintptr, out []byte) (count int, err error)  { return 0, EPERM }
func PtracePeekText(pid int, addr uintptr, out []byte) (count int, err error)  { return 0, EPERM }
func PtracePokeData(pid int, addr uintptr, data []byte) (count int, err error) { return 0, EPERM }
func PtracePokeText(pid int, addr uintptr, data []byte) (count int, err error) { return 0, EPERM }
func PtraceSetOptions(pid, options int) (err error)                            { return EPERM }
func PtraceSetRegs(pid int, regs *PtraceRegs) (err error)                      { return EPERM }
func PtraceSingleStep(pid int) (err error)                                     { return EPERM }
func PtraceSyscall(pid, signal int) (err error)                                { return EPERM }
func Pwrite(fd int, p []byte, offset int64) (n int, err error)                 { return 0, EPERM }
func RawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno)          { return 0, 0, EPERM }
func RawSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return 0, 0, EPERM
}
func ReadDirent(fd int, buf []byte) (n int, err error)                       { return 0, EPERM }
func Readlink(path string, buf []byte) (n int, err error)                    { return 0, EPERM }
func Reboot(cmd int) (err error)                                             { return EPERM }
func Recvfrom(fd int, p []byte, flags int) (n int, from Sockaddr, err error) { return 0, nil, EPERM }
func Recvmsg(fd int, p, oob []byte, flags int) (n, oobn, recvflags int, from Sockaddr, err error) {
	return 0, 0, 0, nil, EPERM
}
func Removexattr(path, attr string) (err error)                                       { return EPERM }
func Rename(oldpath, newpath string) (err error)                                      { return EPERM }
func Renameat(olddirfd int, oldpath string, newdirfd int, newpath string) (err error) { return EPERM }
func Rmdir(path string) error                                                         { return EPERM }
func Seek(fd int, offset int64, whence int) (off int64, err error)                    { return 0, EPERM }
func Select(nfd int, r, w, e *FdSet, timeout *Timeval) (n int, err error)             { return 0, EPERM }
func Sendfile(outfd, infd int, offset *int64, count int) (written int, err error)     { return 0, EPERM }
func Sendmsg(fd int, p, oob []byte, to Sockaddr, flags int) (err error)               { return EPERM }
func SendmsgN(fd int, p, oob []byte, to Sockaddr, flags int) (n int, err error)       { return 0, EPERM }
func Sendto(fd int, p []byte, flags int, to Sockaddr) (err error)                     { return EPERM }
func SetLsfPromisc(name string, m bool) error                                         { return EPERM }
func SetNonblock(fd int, nonblocking bool) (err error)                                { return EPERM }
func Setdomainname(p []byte) (err error)                                              { return EPERM }
func Setegid(egid int) (err error)                                                    { return EPERM }
func Seteuid(euid int) (err error)                                                    { return EPERM }
func Setfsgid(gid int) (err error)                                                    { return EPERM }
func Setfsuid(uid int) (err error)                                                    { return EPERM }
func Setgid(gid int) (err error)                                                      { return EPERM }
func Setgroups(gids []int) (err error)                                                { return EPERM }
func Sethostname(p []byte) (err error)                                                { return EPERM }
func Setpgid(pid, pgid int) (err error)                                               { return EPERM }
func Setpriority(which, who, prio int) (err error)                                    { return EPERM }
func Setregid(rgid, egid int) (err error)                                             { return EPERM }
func Setresgid(rgid, egid, sgid int) (err error)                                      { return EPERM }
func Setresuid(ruid, euid, suid int) (err error)                                      { return EPERM }
func Setreuid(ruid, euid int) (err error)                                             { return EPERM }
func Setrlimit(resource int, rlim *Rlimit) error                                      { return EPERM }
func Setsid() (pid int, err error)                                                    { return 0, EPERM }
func SetsockoptByte(fd, level, opt int, value byte) (err error)                       { return EPERM }
func SetsockoptICMPv6Filter(fd, level, opt int, filter *ICMPv6Filter) error           { return EPERM }
func SetsockoptIPMreq(fd, level, opt int, mreq *IPMreq) (err error)                   { return EPERM }
func SetsockoptIPMreqn(fd, level, opt int, mreq *IPMreqn) (err error)                 { return EPERM }
func SetsockoptIPv6Mreq(fd, level, opt int, mreq *IPv6Mreq) (err error)               { return EPERM }
func SetsockoptInet4Addr(fd, level, opt int, value [4]byte) (err error)               { return EPERM }
func SetsockoptInt(fd, level, opt, value int) (err error)                             { return EPERM }
func SetsockoptLinger(fd, level, opt int, l *Linger) (err error)                      { return EPERM }
func SetsockoptString(fd, level, opt int, s string) (err error)                       { return EPERM }
func SetsockoptTimeval(fd, level, opt int, tv *Timeval) (err error)                   { return EPERM }
func Settimeofday(tv *Timeval) (err error)                                            { return EPERM }
func Setuid(uid int) (err error)                                                      { return EPERM }
func Setxattr(path, attr string, data []byte, flags int) (err error)                  { return EPERM }
func Shutdown(fd, how int) (err error)                                                { return EPERM }
func Socket(domain, typ, proto int) (fd int, err error)                               { return 0, EPERM }
func Socketpair(domain, typ, proto int) (fd [2]int, err error)                        { return [2]int{}, EPERM }
func Splice(rfd int, roff *int64, wfd int, woff *int64, len, flags int) (n int64, err error) {
	return 0, EPERM
}
func StartProcess(argv0 string, argv []string, attr *ProcAttr) (pid int, handle uintptr, err error) {
	return 0, 0, EPERM
}
func Stat(path string, stat *Stat_t) (err error)                                { return EPERM }
func Statfs(path string, buf *Statfs_t) (err error)                             { return EPERM }
func Symlink(oldpath, newpath string) (err error)                               { return EPERM }
func SyncFileRange(fd int, off, n int64, flags int) (err error)                 { return EPERM }
func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno)              { return 0, 0, EPERM }
func Syscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) { return 0, 0, EPERM }
func Sysinfo(info *Sysinfo_t) (err error)                                       { return EPERM }
func Tee(rfd, wfd, len, flags int) (n int64, err error)                         { return 0, EPERM }
func Tgkill(tgid, tid int, sig Signal) (err error)                              { return EPERM }
func Times(tms *Tms) (ticks uintptr, err error)                                 { return 0, EPERM }
func Truncate(path string, length int64) (err error)                            { return EPERM }
func Uname(buf *Utsname) (err error)                                            { return EPERM }
func Unlink(path string) error                                                  { return EPERM }
func Unlinkat(dirfd int, path string) error                                     { return EPERM }
func Unmount(target string, flags int) (err error)                              { return EPERM }
func Unshare(flags int) (err error)                                             { return EPERM }
func Ustat(dev int, ubuf *Ustat_t) (err error)                                  { return EPERM }
func Utime(path string, buf *Utimbuf) (err error)                               { return EPERM }
func Utimes(path string, tv []Timeval) (err error)                              { return EPERM }
func UtimesNano(path string, ts []Timespec) (err error)                         { return EPERM }
func Wait4(pid int, wstatus *WaitStatus, options int, rusage *Rusage) (wpid int, err error) {
	return 0, EPERM
}
