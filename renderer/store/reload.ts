/**
 * Loads the page again where it is still served; false where it is not, as a browser would then show a page of its own
 * in place of ours, and nobody could read what was there.
 */
export async function reloadIfServed(): Promise<boolean> {
  // The desktop's window has its pages on its own disk.
  const isServed =
    !window.location.protocol.startsWith("http") ||
    (await fetch(window.location.href, { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ));
  if (isServed) window.location.reload();
  return isServed;
}
