/** Goes to the pages of another host; the desktop's window follows by itself. */
export function goToHost(ui: string): void {
  if (window.location.protocol.startsWith("http")) window.location.assign(ui);
}
