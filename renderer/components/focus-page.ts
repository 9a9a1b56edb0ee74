/** Gives the focus to the page, where what had it goes: the next key begins there, not at the window's edge. */
export function focusPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}
