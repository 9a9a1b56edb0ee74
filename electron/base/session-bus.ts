/** Runs a program of this PC and gives what it wrote; rejects where it is missing, fails or takes too long. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

/** True when a program has this name on the session bus of a Linux desktop; false also where nothing here can ask. */
export async function isOnSessionBus(name: string, run: RunProgram): Promise<boolean> {
  const bus = "org.freedesktop.DBus";
  const method = "NameHasOwner";
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ["busctl", ["--user", "call", bus, "/org/freedesktop/DBus", bus, method, "s", name]],
    ["dbus-send", ["--session", "--print-reply", `--dest=${bus}`, "/", `${bus}.${method}`, `string:${name}`]],
    [
      "gdbus",
      ["call", "--session", "--dest", bus, "--object-path", "/", "--method", `${bus}.${method}`, name],
    ],
  ];
  for (const [program, args] of ways) {
    const said = await run(program, args).catch(() => null);
    if (said !== null) return /\btrue\b/.test(said);
  }
  return false;
}
