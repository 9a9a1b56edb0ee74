import { describe, expect, it } from "vitest";
import { isOnSessionBus } from "#base/session-bus.ts";

const name = "org.kde.StatusNotifierWatcher";

/** A PC with some of the programs, each of which says something; gives the commands that were run, too. */
async function ask(programs: Readonly<Record<string, string>>) {
  const commands: string[] = [];
  const isThere = await isOnSessionBus(name, async (program, args) => {
    commands.push([program, ...args].join(" "));
    const said = programs[program];
    if (said === undefined) throw new Error("ENOENT");
    return said;
  });
  return { isThere, commands };
}

const busctl = `busctl --user call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus NameHasOwner s ${name}`;
const dbusSend = `dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:${name}`;
const gdbus = `gdbus call --session --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.NameHasOwner ${name}`;

describe("a name on the session bus", () => {
  it.each([
    ["busctl", "b true\n", [busctl]],
    ["dbus-send", "method return time=1\n   boolean true\n", [busctl, dbusSend]],
    ["gdbus", "(true,)\n", [busctl, dbusSend, gdbus]],
  ])("is there where %s says so", async (program, said, commands) => {
    expect(await ask({ [program]: said })).toEqual({ isThere: true, commands });
  });

  it("is not there where the first program that answers does not say so", async () => {
    const said = { busctl: "b false\n", "dbus-send": "boolean true", gdbus: "(true,)" };
    expect(await ask(said)).toEqual({ isThere: false, commands: [busctl] });
    expect((await ask({ busctl: "untrue" })).isThere).toBe(false);
    expect((await ask({ busctl: "trueish" })).isThere).toBe(false);
    expect(await ask({ busctl: "" })).toEqual({ isThere: false, commands: [busctl] });
  });

  it("is not there where nothing can ask", async () => {
    expect(await ask({})).toEqual({ isThere: false, commands: [busctl, dbusSend, gdbus] });
  });
});
