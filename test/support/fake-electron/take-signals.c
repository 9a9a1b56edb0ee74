/* Takes three signals for good when it is loaded, as Electron's own shutdown detector does, and drops them. */
#include <signal.h>

static void drop(int number) { (void)number; }

__attribute__((constructor)) static void take(void) {
  static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
  struct sigaction action = {.sa_handler = drop};
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index += 1) sigaction(numbers[index], &action, 0);
}
