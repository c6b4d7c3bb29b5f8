// SPDX-License-Identifier: MPL-2.0
/// A library for LD_PRELOAD that makes system calls of planlens-cli fail, or of a program that calls
/// planlensBeginFaults(). With PLANLENS_FAULT=KIND:NUMBER:ERRNO:once|on, that call of its kind fails (counted from 1),
/// with "on" also all later ones. PLANLENS_FAULT_COUNTS=FILE writes the number of calls of each kind when the process
/// ends.
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

enum Kind {
    Open,
    Read,
    Write,
    Short, // writes only half of the bytes
    Sync,
    Truncate,
    Rename,
    Unlink,
    Lock,
    Map,
    Socket,
    Spawn,
    Thread,
    Status, // stat() and similar calls
    Folder, // reading directories
    Make,   // creating directories and links
    Mode,
    Pipe,
    Poll,
    Load, // loading libraries
    Allocate,
    kindCount
};
constexpr std::array<const char*, kindCount> names{
    "open",  "read",   "write",  "short",  "sync", "truncate", "rename", "unlink", "lock", "map",     "socket",
    "spawn", "thread", "status", "folder", "make", "mode",     "pipe",   "poll",   "load", "allocate"};

std::array<std::atomic<long>, kindCount> calls;
bool isActive = false;
int failingKind = -1, failingErrno = 0;
long failingNumber = 0;
bool isOnce = true;
/// Whether the loader allocates thread-local data of a library in this thread. If that fails, the loader aborts the
/// process, which no program can prevent.
[[gnu::tls_model("initial-exec")]] thread_local bool isAllocatingThreadLocalData = false;

/// Whether this call must fail. Sets errno if so.
bool fails(Kind kind) {
    if (!isActive || isAllocatingThreadLocalData)
        return false;
    const long number = ++calls[kind];
    if (kind != failingKind || (isOnce ? number != failingNumber : number < failingNumber))
        return false;
    errno = failingErrno;
    return true;
}

/// Returns how many of `size` bytes are written.
size_t written(size_t size) {
    return size > 1 && fails(Short) ? size / 2 : size;
}

template <typename Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
/// Whether a write wakes an event loop, as those to eventfd do. Qt cannot do without, and no disk that is full and no
/// limit lets it fail.
bool isWakeup(int descriptor, size_t size) {
    if (size != sizeof(std::uint64_t) || std::strncmp(program_invocation_short_name, "planlens-window", 15) != 0)
        return false;
    static auto* const status = next<int(int, struct stat*)>("fstat");
    struct stat found {};
    return status(descriptor, &found) == 0 && (found.st_mode & S_IFMT) == 0;
}

/// Reads the argument after the flags, which is only there if a file can be created.
#define READ_MODE(flags)                                                                                               \
    va_list arguments;                                                                                                 \
    va_start(arguments, flags);                                                                                        \
    const mode_t mode = ((flags) & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;                             \
    va_end(arguments)
/// The next definition of this function, looked up once. The lookup itself must not call the function.
#define NEXT(name)                                                                                                     \
    static auto* const real = next<decltype(::name)>(#name);                                                           \
    (void)real

} // namespace

extern "C" {
extern void* planlensRealVfork;
void planlensBeginFaults();
void* __tls_get_addr(void* index);
}

namespace {

__attribute__((constructor)) void start() {
    planlensRealVfork = ::dlsym(RTLD_NEXT, "vfork");
    if (std::strcmp(program_invocation_short_name, "planlens-cli") == 0)
        planlensBeginFaults();
}

void writeCounts() {
    const char* path = std::getenv("PLANLENS_FAULT_COUNTS");
    if (!isActive || !path)
        return;
    isActive = false;
    if (std::FILE* file = std::fopen(path, "w")) {
        for (std::size_t i = 0; i < kindCount; ++i)
            std::fprintf(file, "%s %ld\n", names[i], calls[i].load());
        if (auto* const allocations = reinterpret_cast<long (*)()>(::dlsym(RTLD_DEFAULT, "planlensAllocations")))
            std::fprintf(file, "new %ld\n", allocations());
        std::fclose(file);
    }
}

} // namespace

extern "C" {

void planlensBeginFaults() {
    if (const char* fault = std::getenv("PLANLENS_FAULT")) {
        std::array<char, 16> kind{}, mode{};
        if (std::sscanf(fault, "%15[a-z]:%ld:%d:%15[a-z]", kind.data(), &failingNumber, &failingErrno, mode.data()) !=
            4)
            return;
        for (int i = 0; i < kindCount; ++i)
            if (std::strcmp(names[static_cast<std::size_t>(i)], kind.data()) == 0)
                failingKind = i;
        isOnce = std::strcmp(mode.data(), "once") == 0;
    }
    isActive = true;
}
void planlensEndFaults() {
    writeCounts();
    isActive = false;
}

void* planlensRealVfork = nullptr;

/// Called for each access to thread-local data of libraries that were loaded later.
void* __tls_get_addr(void* index) {
    static auto* const real = next<void*(void*)>("__tls_get_addr"); // not NEXT: the header does not declare it
    const bool isOuter = !isAllocatingThreadLocalData;
    isAllocatingThreadLocalData = true;
    void* const address = real(index);
    if (isOuter)
        isAllocatingThreadLocalData = false;
    return address;
}

// planlens-cli ends with _Exit(), which runs no destructors.
void _Exit(int status) {
    writeCounts();
    NEXT(_Exit);
    real(status);
    __builtin_unreachable();
}

int open(const char* path, int flags, ...) {
    READ_MODE(flags);
    NEXT(open);
    return fails(Open) ? -1 : real(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    READ_MODE(flags);
    NEXT(open64);
    return fails(Open) ? -1 : real(path, flags, mode);
}
int openat(int directory, const char* path, int flags, ...) {
    READ_MODE(flags);
    NEXT(openat);
    return fails(Open) ? -1 : real(directory, path, flags, mode);
}
int openat64(int directory, const char* path, int flags, ...) {
    READ_MODE(flags);
    NEXT(openat64);
    return fails(Open) ? -1 : real(directory, path, flags, mode);
}
std::FILE* fopen(const char* __restrict path, const char* __restrict mode) {
    NEXT(fopen);
    return fails(Open) ? nullptr : real(path, mode);
}
std::FILE* fopen64(const char* __restrict path, const char* __restrict mode) {
    NEXT(fopen64);
    return fails(Open) ? nullptr : real(path, mode);
}
ssize_t read(int descriptor, void* buffer, size_t size) {
    NEXT(read);
    return fails(Read) ? -1 : real(descriptor, buffer, size);
}
ssize_t pread(int descriptor, void* buffer, size_t size, off_t offset) {
    NEXT(pread);
    return fails(Read) ? -1 : real(descriptor, buffer, size, offset);
}
ssize_t pread64(int descriptor, void* buffer, size_t size, off64_t offset) {
    NEXT(pread64);
    return fails(Read) ? -1 : real(descriptor, buffer, size, offset);
}
ssize_t write(int descriptor, const void* buffer, size_t size) {
    NEXT(write);
    if (isWakeup(descriptor, size))
        return real(descriptor, buffer, size);
    return fails(Write) ? -1 : real(descriptor, buffer, written(size));
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
    NEXT(writev);
    return fails(Write) ? -1 : real(descriptor, parts, count);
}
ssize_t pwrite(int descriptor, const void* buffer, size_t size, off_t offset) {
    NEXT(pwrite);
    return fails(Write) ? -1 : real(descriptor, buffer, written(size), offset);
}
ssize_t pwrite64(int descriptor, const void* buffer, size_t size, off64_t offset) {
    NEXT(pwrite64);
    return fails(Write) ? -1 : real(descriptor, buffer, written(size), offset);
}
int fsync(int descriptor) {
    NEXT(fsync);
    return fails(Sync) ? -1 : real(descriptor);
}
int fdatasync(int descriptor) {
    NEXT(fdatasync);
    return fails(Sync) ? -1 : real(descriptor);
}
int ftruncate(int descriptor, off_t size) noexcept {
    NEXT(ftruncate);
    return fails(Truncate) ? -1 : real(descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) noexcept {
    NEXT(ftruncate64);
    return fails(Truncate) ? -1 : real(descriptor, size);
}
int rename(const char* from, const char* to) noexcept {
    NEXT(rename);
    return fails(Rename) ? -1 : real(from, to);
}
int renameat2(int fromDirectory, const char* from, int toDirectory, const char* to, unsigned flags) noexcept {
    NEXT(renameat2);
    return fails(Rename) ? -1 : real(fromDirectory, from, toDirectory, to, flags);
}
int rmdir(const char* path) noexcept {
    NEXT(rmdir);
    return fails(Unlink) ? -1 : real(path);
}
int unlinkat(int directory, const char* path, int flags) noexcept {
    NEXT(unlinkat);
    return fails(Unlink) ? -1 : real(directory, path, flags);
}
int unlink(const char* path) noexcept {
    NEXT(unlink);
    return fails(Unlink) ? -1 : real(path);
}
int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    NEXT(fcntl);
    const bool isLock = command == F_SETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW;
    return isLock && fails(Lock) ? -1 : real(descriptor, command, argument);
}
int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    NEXT(fcntl64);
    const bool isLock = command == F_SETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW;
    return isLock && fails(Lock) ? -1 : real(descriptor, command, argument);
}
int stat(const char* path, struct stat* status) noexcept {
    NEXT(stat);
    return fails(Status) ? -1 : real(path, status);
}
int lstat(const char* path, struct stat* status) noexcept {
    NEXT(lstat);
    return fails(Status) ? -1 : real(path, status);
}
int fstat(int descriptor, struct stat* status) noexcept {
    NEXT(fstat);
    return fails(Status) ? -1 : real(descriptor, status);
}
int fstatat(int directory, const char* path, struct stat* status, int flags) noexcept {
    NEXT(fstatat);
    return fails(Status) ? -1 : real(directory, path, status, flags);
}
int access(const char* path, int mode) noexcept {
    NEXT(access);
    return fails(Status) ? -1 : real(path, mode);
}
int statx(int directory, const char* __restrict path, int flags, unsigned mask,
          struct statx* __restrict status) noexcept {
    NEXT(statx);
    return fails(Status) ? -1 : real(directory, path, flags, mask, status);
}
DIR* opendir(const char* path) {
    NEXT(opendir);
    return fails(Folder) ? nullptr : real(path);
}
DIR* fdopendir(int descriptor) {
    NEXT(fdopendir);
    return fails(Folder) ? nullptr : real(descriptor);
}
dirent* readdir(DIR* directory) {
    NEXT(readdir);
    return fails(Folder) ? nullptr : real(directory);
}
dirent64* readdir64(DIR* directory) {
    NEXT(readdir64);
    return fails(Folder) ? nullptr : real(directory);
}
int mkdir(const char* path, mode_t mode) noexcept {
    NEXT(mkdir);
    return fails(Make) ? -1 : real(path, mode);
}
char* mkdtemp(char* path) noexcept {
    NEXT(mkdtemp);
    return fails(Make) ? nullptr : real(path);
}
int link(const char* from, const char* to) noexcept {
    NEXT(link);
    return fails(Make) ? -1 : real(from, to);
}
int linkat(int fromDirectory, const char* from, int toDirectory, const char* to, int flags) noexcept {
    NEXT(linkat);
    return fails(Make) ? -1 : real(fromDirectory, from, toDirectory, to, flags);
}
int chmod(const char* path, mode_t mode) noexcept {
    NEXT(chmod);
    return fails(Mode) ? -1 : real(path, mode);
}
int fchmod(int descriptor, mode_t mode) noexcept {
    NEXT(fchmod);
    return fails(Mode) ? -1 : real(descriptor, mode);
}
int pipe2(int* ends, int flags) noexcept {
    NEXT(pipe2);
    return fails(Pipe) ? -1 : real(ends, flags);
}
int poll(pollfd* waiting, nfds_t count, int timeout) {
    NEXT(poll);
    return fails(Poll) ? -1 : real(waiting, count, timeout);
}
void* dlopen(const char* path, int mode) noexcept {
    NEXT(dlopen);
    return fails(Load) ? nullptr : real(path, mode);
}
int fallocate(int descriptor, int mode, off_t offset, off_t size) {
    NEXT(fallocate);
    return fails(Allocate) ? -1 : real(descriptor, mode, offset, size);
}
int fallocate64(int descriptor, int mode, off64_t offset, off64_t size) {
    NEXT(fallocate64);
    return fails(Allocate) ? -1 : real(descriptor, mode, offset, size);
}
int flock(int descriptor, int operation) noexcept {
    NEXT(flock);
    return fails(Lock) ? -1 : real(descriptor, operation);
}
void* mmap(void* address, size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
    NEXT(mmap);
    return fails(Map) ? MAP_FAILED : real(address, size, protection, flags, descriptor, offset);
}
int socket(int domain, int type, int protocol) noexcept {
    NEXT(socket);
    return fails(Socket) ? -1 : real(domain, type, protocol);
}
int socketpair(int domain, int type, int protocol, int* ends) noexcept {
    NEXT(socketpair);
    return fails(Socket) ? -1 : real(domain, type, protocol, ends);
}
int connect(int descriptor, const sockaddr* address, socklen_t size) {
    NEXT(connect);
    return fails(Socket) ? -1 : real(descriptor, address, size);
}
int posix_spawn(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) {
    NEXT(posix_spawn);
    return fails(Spawn) ? failingErrno : real(pid, path, actions, attributes, arguments, environment);
}
int posix_spawnp(pid_t* pid, const char* file, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) {
    NEXT(posix_spawnp);
    return fails(Spawn) ? failingErrno : real(pid, file, actions, attributes, arguments, environment);
}
#ifdef __x86_64__
bool planlensVforkFails() {
    return fails(Spawn);
}
/// vfork() returns twice, so this function must not have a stack frame when it calls the real one.
__attribute__((naked)) pid_t vfork() noexcept {
    asm("sub $8, %rsp\n"
        "call planlensVforkFails@PLT\n"
        "add $8, %rsp\n"
        "test %al, %al\n"
        "jne 1f\n"
        "mov planlensRealVfork@GOTPCREL(%rip), %rax\n"
        "jmp *(%rax)\n"
        "1: mov $-1, %eax\n"
        "ret\n");
}
#endif
pid_t fork() noexcept {
    NEXT(fork);
    return fails(Spawn) ? -1 : real();
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) noexcept {
    NEXT(pthread_create);
    return fails(Thread) ? failingErrno : real(thread, attributes, work, argument);
}
}
