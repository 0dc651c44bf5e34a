package syscall

// What follows would reach the system: it is denied, as by a system that forbids it.

func Accept(fd int) (nfd int, sa Sockaddr, err error)                        { return 0, nil, EPERM }
func Accept4(fd, flags int) (nfd int, sa Sockaddr, err error)                { return 0, nil, EPERM }
func Access(path string, mode uint32) (err error)                            { return EPERM }
func Acct(path string) (err error)                                           { return EPERM }
func Adjtimex(buf *Timex) (state int, err error)                             { return 0, EPERM }
func AllThreadsSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) { return 0, 0, EPERM }
func AllThreadsSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return 0, 0, EPERM
}
func AttachLsf(fd int, i []SockFilter) error                                    { return EPERM }
func Bind(fd int, sa Sockaddr) (err error)                                      { return EPERM }
func BindToDevice(fd int, device string) (err error)                            { return EPERM }
func Chdir(path string) (err error)                                             { return EPERM }
func Chmod(path string, mode uint32) (err error)                                { return EPERM }
func Chown(path string, uid, gid int) (err error)                               { return EPERM }
func Chroot(path string) (err error)                                            { return EPERM }
func Close(fd int) (err error)                                                  { return EPERM }
func Connect(fd int, sa Sockaddr) (err error)                                   { return EPERM }
func Creat(path string, mode uint32) (fd int, err error)                        { return 0, EPERM }
func DetachLsf(fd int) error                                                    { return EPERM }
func Dup(oldfd int) (fd int, err error)                                         { return 0, EPERM }
func Dup2(oldfd, newfd int) (err error)                                         { return EPERM }
func Dup3(oldfd, newfd, flags int) (err error)                                  { return EPERM }
func EpollCreate(size int) (fd int, err error)                                  { return 0, EPERM }
func EpollCreate1(flag int) (fd int, err error)                                 { return 0, EPERM }
func EpollCtl(epfd, op, fd int, event *EpollEvent) (err error)                  { return EPERM }
func EpollWait(epfd int, events []EpollEvent, msec int) (n int, err error)      { return 0, EPERM }
func Exec(argv0 string, argv, envv []string) (err error)                        { return EPERM }
func Faccessat(dirfd int, path string, mode uint32, flags int) (err error)      { return EPERM }
func Fallocate(fd int, mode uint32, off, len int64) (err error)                 { return EPERM }
func Fchdir(fd int) (err error)                                                 { return EPERM }
func Fchmod(fd int, mode uint32) (err error)                                    { return EPERM }
func Fchmodat(dirfd int, path string, mode uint32, flags int) error             { return EPERM }
func Fchown(fd, uid, gid int) (err error)                                       { return EPERM }
func Fchownat(dirfd int, path string, uid, gid, flags int) (err error)          { return EPERM }
func FcntlFlock(fd uintptr, cmd int, lk *Flock_t) error                         { return EPERM }
func Fdatasync(fd int) (err error)                                              { return EPERM }
func Flock(fd, how int) (err error)                                             { return EPERM }
func ForkExec(argv0 string, argv []string, attr *ProcAttr) (pid int, err error) { return 0, EPERM }
func Fstat(fd int, stat *Stat_t) (err error)                                    { return EPERM }
func Fstatfs(fd int, buf *Statfs_t) (err error)                                 { return EPERM }
func Fsync(fd int) (err error)                                                  { return EPERM }
func Ftruncate(fd int, length int64) (err error)                                { return EPERM }
func Futimes(fd int, tv []Timeval) (err error)                                  { return EPERM }
func Futimesat(dirfd int, path string, tv []Timeval) (err error)                { return EPERM }
func Getdents(fd int, buf []byte) (n int, err error)                            { return 0, EPERM }
func Getpeername(fd int) (sa Sockaddr, err error)                               { return nil, EPERM }
func Getpgid(pid int) (pgid int, err error)                                     { return 0, EPERM }
func Getpriority(which, who int) (prio int, err error)                          { return 0, EPERM }
func Getrusage(who int, rusage *Rusage) (err error)                             { return EPERM }
func Getsockname(fd int) (sa Sockaddr, err error)                               { return nil, EPERM }
func GetsockoptICMPv6Filter(fd, level, opt int) (*ICMPv6Filter, error)          { return nil, EPERM }
func GetsockoptIPMreq(fd, level, opt int) (*IPMreq, error)                      { return nil, EPERM }
func GetsockoptIPMreqn(fd, level, opt int) (*IPMreqn, error)                    { return nil, EPERM }
func GetsockoptIPv6MTUInfo(fd, level, opt int) (*IPv6MTUInfo, error)            { return nil, EPERM }
func GetsockoptIPv6Mreq(fd, level, opt int) (*IPv6Mreq, error)                  { return nil, EPERM }
func GetsockoptInet4Addr(fd, level, opt int) (value [4]byte, err error)         { return [4]byte{}, EPERM }
func GetsockoptInt(fd, level, opt int) (value int, err error)                   { return 0, EPERM }
func GetsockoptUcred(fd, level, opt int) (*Ucred, error)                        { return nil, EPERM }
func Getxattr(path, attr string, dest []byte) (sz int, err error)               { return 0, EPERM }
func InotifyAddWatch(fd int, pathname string, mask uint32) (watchdesc int, err error) {
	return 0, EPERM
}
func InotifyInit() (fd int, err error)                                            { return 0, EPERM }
func InotifyInit1(flags int) (fd int, err error)                                  { return 0, EPERM }
func InotifyRmWatch(fd int, watchdesc uint32) (success int, err error)            { return 0, EPERM }
func Ioperm(from, num, on int) (err error)                                        { return EPERM }
func Iopl(level int) (err error)                                                  { return EPERM }
func Kill(pid int, sig Signal) (err error)                                        { return EPERM }
func Klogctl(typ int, buf []byte) (n int, err error)                              { return 0, EPERM }
func Lchown(path string, uid, gid int) (err error)                                { return EPERM }
func Link(oldpath, newpath string) (err error)                                    { return EPERM }
func Listen(s, n int) (err error)                                                 { return EPERM }
func Listxattr(path string, dest []byte) (sz int, err error)                      { return 0, EPERM }
func LsfSocket(ifindex, proto int) (int, error)                                   { return 0, EPERM }
func Lstat(path string, stat *Stat_t) (err error)                                 { return EPERM }
func Madvise(b []byte, advice int) (err error)                                    { return EPERM }
func Mkdir(path string, mode uint32) (err error)                                  { return EPERM }
func Mkdirat(dirfd int, path string, mode uint32) (err error)                     { return EPERM }
func Mkfifo(path string, mode uint32) (err error)                                 { return EPERM }
func Mknod(path string, mode uint32, dev int) (err error)                         { return EPERM }
func Mknodat(dirfd int, path string, mode uint32, dev int) (err error)            { return EPERM }
func Mlock(b []byte) (err error)                                                  { return EPERM }
func Mlockall(flags int) (err error)                                              { return EPERM }
func Mmap(fd int, offset int64, length, prot, flags int) (data []byte, err error) { return nil, EPERM }
func Mount(source, target, fstype string, flags uintptr, data string) (err error) { return EPERM }
func Mprotect(b []byte, prot int) (err error)                                     { return EPERM }
func Munlock(b []byte) (err error)                                                { return EPERM }
func Munlockall() (err error)                                                     { return EPERM }
func Munmap(b []byte) (err error)                                                 { return EPERM }
func Nanosleep(time, leftover *Timespec) (err error)                              { return EPERM }
func NetlinkRIB(proto, family int) ([]byte, error)                                { return nil, EPERM }
func Open(path string, mode int, perm uint32) (fd int, err error)                 { return 0, EPERM }
func Openat(dirfd int, path string, flags int, mode uint32) (fd int, err error)   { return 0, EPERM }
