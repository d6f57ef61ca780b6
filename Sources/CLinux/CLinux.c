#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

void tocsin_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

int tocsin_openat2(int folder, const char *path, int flags, unsigned long resolve) {
  struct open_how how = {.flags = (unsigned)flags, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int tocsin_memory_file(const char *name, long size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || size < 0) return file;
  if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
    return file;
  close(file);
  return -1;
}

// The C library's function is newer than the kernel's.
int tocsin_process_descriptor(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int tocsin_start_writing(int file) {
  return sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int tocsin_watch(void) { return epoll_create1(EPOLL_CLOEXEC); }

int tocsin_watch_for(int watch, int file, short events) {
  // The bits of poll(2) and of epoll(7) are the same.
  struct epoll_event event = {.events = (unsigned short)events, .data.fd = file};
  if (epoll_ctl(watch, EPOLL_CTL_MOD, file, &event) == 0) return 0;
  return epoll_ctl(watch, EPOLL_CTL_ADD, file, &event);
}

int tocsin_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

const int tocsin_o_path = O_PATH;

const int tocsin_set_file_lock = F_OFD_SETLK;
const int tocsin_wait_for_file_lock = F_OFD_SETLKW;
const int tocsin_look_for_file_lock = F_OFD_GETLK;

static void limit(__rlimit_resource_t resource, unsigned long value) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return;
  if (value < now.rlim_max) now.rlim_max = value;
  if (value < now.rlim_cur) now.rlim_cur = value;
  setrlimit(resource, &now);
}

// Only calls that a fork of a process with threads may make (signal-safety(7)).
static void become(const struct tocsin_child *child, pid_t parent) {
  // The child dies with the thread that made it; if that thread is gone already, at once.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) _exit(127);
  setpgid(0, 0);
  // What its children leave behind stays below it, where it can be found.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // First move the descriptors out of each other's way.
  int moved[4];
  for (int index = 0; index < 4; index++) {
    int given = child->descriptors[index];
    moved[index] = given < 0 ? -1 : fcntl(given, F_DUPFD_CLOEXEC, 4);
    if (given >= 0 && moved[index] < 0) _exit(127);
  }
  for (int index = 0; index < 4; index++) {
    int number = moved[index] < 0 ? open("/dev/null", O_RDWR) : moved[index];
    if (number < 0 || (number != index && dup2(number, index) < 0)) _exit(127);
  }
  syscall(SYS_close_range, 4u, ~0u, 0u);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, child->file_size);
  limit(RLIMIT_AS, child->memory);
  limit(RLIMIT_CPU, child->seconds);
  execve(child->program, child->arguments, child->environment);
  _exit(127);
}

int tocsin_start_child(const struct tocsin_child *child) {
  sigset_t all, before;
  sigfillset(&all);
  // Block all signals: our handlers must not run in the child.
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t parent = getpid();
  pid_t made = fork();
  if (made == 0) become(child, parent);
  int reason = errno;
  // Here too, so that the group is there when this returns.
  if (made > 0) setpgid(made, made);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return made;
}

// As in `become`. What keeps the program from starting is written to `report`.
static void become_detached(const char *program, char *const *arguments, char *const *environment,
                            int ready, int report) {
  setsid();
  pid_t made = fork();
  if (made != 0) _exit(made < 0 ? 1 : 0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nowhere = open("/dev/null", O_RDWR);
  // First out of the way of the numbers below.
  int ours = fcntl(report, F_DUPFD_CLOEXEC, 5), theirs = fcntl(ready, F_DUPFD_CLOEXEC, 5);
  if (chdir("/") == 0 && nowhere >= 0 && ours >= 0 && theirs >= 0 && dup2(nowhere, 0) >= 0 &&
      dup2(nowhere, 1) >= 0 && (fcntl(2, F_GETFD) >= 0 || dup2(nowhere, 2) >= 0) &&
      dup2(theirs, 3) >= 0 && dup3(ours, 4, O_CLOEXEC) >= 0) {
    syscall(SYS_close_range, 5u, ~0u, 0u);
    execve(program, arguments, environment);
    report = 4;
  }
  int reason = errno;
  ssize_t written = write(report, &reason, sizeof reason);
  _exit(written == sizeof reason ? 127 : 126);
}

int tocsin_start_detached(const char *program, char *const *arguments, char *const *environment,
                          int ready) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return -1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_t made = fork();
  if (made == 0) become_detached(program, arguments, environment, ready, report[1]);
  int reason = made < 0 ? errno : 0;
  close(report[1]);
  if (made > 0) {
    int status = 0;
    while (waitpid(made, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1) reason = EAGAIN;
    // Nothing comes where the program has started.
    int told = 0;
    if (read(report[0], &told, sizeof told) == sizeof told) reason = told;
  }
  close(report[0]);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return reason == 0 ? 0 : -1;
}

int tocsin_clock_is_synchronized(void) {
  struct timex state = {0};
  return adjtimex(&state) != TIME_ERROR && !(state.status & STA_UNSYNC);
}

static int release_object(struct dl_phdr_info *object, size_t size, void *closure) {
  (void)size;
  unsigned long page = *(const unsigned long *)closure;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // Writable segments may differ from the file.
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    unsigned long start = object->dlpi_addr + segment->p_vaddr;
    unsigned long end = start + segment->p_filesz;
    start &= ~(page - 1);
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void tocsin_release_code(void) {
  unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_object, &page);
}
