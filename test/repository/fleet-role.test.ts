import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const top = new URL("../../", import.meta.url);
const read = (name: string) => readFile(new URL(name, top), "utf8");
const role = (name: string) => read(`docs/fleet/ansible/roles/skyferry/${name}/main.yml`);

/** Tasks of a file, each from its name to the next one. */
const tasksIn = (text: string) => text.split(/^ *- name: /m).slice(1);

it("the role's variables are those of its defaults, and the page describes each", async () => {
  const [defaults, tasks, page] = [
    await role("defaults"),
    await role("tasks"),
    await read("docs/fleet/roll-out.md"),
  ];
  const known = [...defaults.matchAll(/^(skyferry_\w+):/gm)].map(([, name = ""]) => name);
  const registered = [...tasks.matchAll(/register: (\w+)/g)].map(([, name = ""]) => name);
  const used = new Set([...tasks.matchAll(/\bskyferry_\w+/g)].map(([name]) => name));
  expect([...used].filter((name) => !registered.includes(name)).sort()).toEqual(known.sort());
  expect(known.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});

it("no task of the role prints the password or gives it to a program as an argument", async () => {
  const withPassword = tasksIn(await role("tasks")).filter((task) =>
    task.includes("{{ skyferry_password }}"),
  );
  expect(withPassword).toHaveLength(1);
  for (const task of withPassword) {
    expect(task).toContain("no_log: true");
    expect(task).not.toMatch(/ansible\.builtin\.(?:command|shell)/);
  }
});

it("the script for PowerShell goes the way of install-station.cmd", async () => {
  const steps = ["/S", "/SETTINGS=", "\\Programs\\skyferry\\resources\\bin\\skyferry.cmd", "settings check"];
  for (const script of ["docs/fleet/windows/install-station.cmd", "docs/fleet/windows/install-station.ps1"]) {
    const text = await read(script);
    expect(steps.map((step) => text.includes(step))).toEqual(steps.map(() => true));
  }
});
