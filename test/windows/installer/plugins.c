/*
 * What the installer's script takes from electron-builder's NSIS plugins, which Debian does not have: one library that
 * stands in for StdUtils, UAC, SpiderBanner, WinShell, nsProcess and Nsis7z. It starts nothing, finds no process, and has
 * 7-Zip of the system around Wine unpack.
 */
#include <windows.h>
#include <wchar.h>

typedef struct item {
  struct item *next;
  WCHAR text[1];
} item;

static int length;
static item **top;
static WCHAR first[8192], second[8192];

static void begin(int size, item **stack) {
  length = size;
  top = stack;
}

static void pop(WCHAR *text) {
  item *taken = *top;
  text[0] = 0;
  if (!taken) return;
  lstrcpynW(text, taken->text, length);
  *top = taken->next;
  GlobalFree(taken);
}

static void push(const WCHAR *text) {
  item *added = GlobalAlloc(GPTR, sizeof(item) + length * sizeof(WCHAR));
  lstrcpynW(added->text, text, length);
  added->next = *top;
  *top = added;
}

#define PLUGIN(name) \
  __declspec(dllexport) void __cdecl name(HWND window, int size, WCHAR *variables, item **stack, void *extra)

/* UAC: questions whose name ends with "s" expect an answer. */
PLUGIN(_) {
  begin(size, stack);
  pop(first);
  if (first[0] && first[lstrlenW(first) - 1] == 's') push(L"0");
}

PLUGIN(Show) {
  begin(size, stack);
  pop(first);
  if (*top && !lstrcmpW((*top)->text, L"/ICON")) {
    pop(first);
    pop(first);
  }
}

PLUGIN(SetLnkAUMI) {
  begin(size, stack);
  pop(first);
  pop(second);
}

PLUGIN(UninstShortcut) {
  begin(size, stack);
  pop(first);
}

PLUGIN(UninstAppUserModelId) {
  begin(size, stack);
  pop(first);
}

/* 603: there is no such process. */
PLUGIN(_FindProcess) {
  begin(size, stack);
  pop(first);
  push(L"603");
}

PLUGIN(_KillProcess) {
  begin(size, stack);
  pop(first);
  push(L"603");
}

PLUGIN(_CloseProcess) {
  begin(size, stack);
  pop(first);
  push(L"603");
}

PLUGIN(_Unload) {}

PLUGIN(GetParameter) {
  begin(size, stack);
  pop(second);
  pop(first);
  push(second);
}

PLUGIN(TestParameter) {
  begin(size, stack);
  pop(first);
  wsprintfW(second, L"--%s", first);
  push(wcsstr(GetCommandLineW(), second) ? L"true" : L"false");
}

PLUGIN(GetAllParameters) {
  WCHAR *words = GetCommandLineW();
  BOOL isQuoted = FALSE;
  begin(size, stack);
  pop(first);
  for (; *words && (isQuoted || *words != ' '); words++)
    if (*words == '"') isQuoted = !isQuoted;
  while (*words == ' ') words++;
  push(words);
}

PLUGIN(ExecShellAsUser) {
  begin(size, stack);
  pop(first);
  pop(first);
  pop(first);
  push(L"ok");
}

PLUGIN(HashFile) {
  begin(size, stack);
  pop(first);
  pop(first);
  push(L"error");
}

PLUGIN(GetParentPath) {
  WCHAR *last;
  begin(size, stack);
  pop(first);
  last = wcsrchr(first, '\\');
  if (last) *last = 0;
  push(first);
}

/*
 * Into the folder of the moment; the archive lies in the one above it. A program outside of Wine knows no drives, and Wine
 * does not say when it ends: a file does.
 */
PLUGIN(Extract) {
  STARTUPINFOW start = {sizeof start};
  PROCESS_INFORMATION process;
  WCHAR *name;
  int tries;
  begin(size, stack);
  pop(first);
  name = wcsrchr(first, '\\');
  wsprintfW(second, L"\"Z:\\bin\\sh\" -c \"7z x -y -bd '../%s' && touch ../unpacked\"", name ? name + 1 : first);
  if (!CreateProcessW(0, second, 0, 0, 0, 0, 0, 0, &start, &process)) return;
  for (tries = 0; tries < 1200; tries++) {
    if (GetFileAttributesW(L"..\\unpacked") != INVALID_FILE_ATTRIBUTES) return;
    Sleep(100);
  }
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) {
  return TRUE;
}
