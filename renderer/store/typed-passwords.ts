import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** By account, what was typed and is not saved. In this page's memory only: never in a storage, an address or a log. */
const passwords = createStore<ReadonlyMap<string, string>>(() => new Map());

/** The password that was typed for an account and is not saved; "" for none. It outlives its form, not the page. */
export function useTypedPassword(account: string): string {
  return useStore(passwords, (typed) => typed.get(account) ?? "");
}

/** Keeps what is typed; "" forgets it. */
export function typePassword(account: string, text: string): void {
  const next = new Map(passwords.getState());
  if (text === "") next.delete(account);
  else next.set(account, text);
  passwords.setState(next, true);
}

/** The same account after its name or its server were corrected. */
export function renameAccount(account: string, next: string): void {
  const text = passwords.getState().get(account) ?? "";
  if (next === account || text === "") return;
  typePassword(account, "");
  typePassword(next, text);
}
