/**
 * Puts a text on the clipboard; false where that is not allowed. A window that grants no permission at all (the desktop)
 * refuses the modern way and still takes a copy that a click asked for.
 */
export async function copyText(text: string): Promise<boolean> {
  const isDone = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isDone === true || copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "said";
  // Inside an open dialog, or its focus trap would take the selection away.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
