import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const top = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(top, ".github", "workflows");
const { scripts } = JSON.parse(readFileSync(path.join(top, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Job {
  readonly name: string;
  readonly text: string;
  /** From its dash to the next one. */
  readonly steps: readonly string[];
}

function jobsOf(workflow: string): readonly Job[] {
  const [, jobs = ""] = workflow.split(/^jobs:\n/m);
  return [...jobs.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n| {2}#.*\n)+)/gm)].map(
    ([, name = "", text = ""]) => ({
      name,
      text,
      steps: text.split(/^ {6}- /m).slice(1),
    }),
  );
}

/** The shell script of a step; null where it has none. */
function scriptOf(step: string): string | null {
  const [, line] = /^ *run: (?!\|)(.+)$/m.exec(step) ?? [];
  if (line !== undefined) return line;
  const [, block] = /^ *run: \|\n((?: {10}.*\n|\n)+)/m.exec(step) ?? [];
  return block?.replaceAll(/^ {10}/gm, "") ?? null;
}

const workflows = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(path.join(folder, file), "utf8"),
}));
const jobs = workflows.flatMap(({ file, text }) =>
  jobsOf(text).map((job) => ({ ...job, name: `${file}: ${job.name}` })),
);
const scriptsOf = ({ steps }: Job): readonly string[] =>
  steps.map(scriptOf).filter((script) => script !== null);
const job = (name: string): Job => {
  const found = jobs.find((one) => one.name === `desktop.yml: ${name}`);
  if (found === undefined) throw new Error(`there is no job ${name}`);
  return found;
};

describe("the hosted workflows", () => {
  it("are read whole by this test", () => {
    expect(jobs.map(({ name }) => name)).toEqual([
      "checks.yml: linux",
      "desktop.yml: checkout",
      "desktop.yml: wayland",
      "desktop.yml: linux",
      "desktop.yml: windows",
      "desktop.yml: macos",
      "site.yml: build",
      "site.yml: publish",
    ]);
    for (const { text } of workflows)
      expect([...text.matchAll(/\brun: /g)]).toHaveLength(jobsOf(text).flatMap(scriptsOf).length);
  });

  it.each(jobs)("$name has a time limit and names what exists", ({ text, steps }) => {
    expect(text).toMatch(/^ {4}timeout-minutes: /m);
    for (const script of steps.map(scriptOf)) {
      for (const [, name = ""] of script?.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g) ?? [])
        expect(scripts).toHaveProperty([name]);
      for (const [file] of script?.matchAll(/(?<=^|\s)(?:\.ci|test)\/[\w./-]+/gm) ?? [])
        expect([file, existsSync(path.join(top, file))]).toEqual([file, true]);
      for (const [file] of script?.matchAll(/(?<=^|\s)\.ci\/[\w-]+/gm) ?? [])
        accessSync(path.join(top, file), constants.X_OK);
    }
  });

  it.each(jobs)("$name keeps files of a failed run only", ({ steps }) => {
    for (const step of steps.filter((one) => one.includes("upload-artifact")))
      expect(step).toMatch(/^ {8}if: failure\(\)$/m);
  });

  it("publish the site where it is enabled alone, by a job that runs nothing of the repository", () => {
    const { text = "" } = workflows.find(({ file }) => file === "site.yml") ?? {};
    const [build, publish] = jobsOf(text);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\w/m);
    expect(build?.text).toMatch(/^ {4}if: vars\.PUBLISH_SITE == 'true'$/m);
    expect(build?.text).not.toMatch(/: write$/m);
    expect(publish?.text).toMatch(/^ {4}needs: build$/m);
    expect(publish?.steps.map((step) => step.split("\n")[0])).toEqual(["uses: actions/deploy-pages@v4"]);
  });

  it("give Windows 90 minutes", () => {
    expect(job("checkout").text).toMatch(/os: windows-[\w.]+, minutes: 90/);
    expect(job("windows").text).toMatch(/timeout-minutes: 90\n/);
  });

  it("try Electron on X11 and on Wayland, each with what that session needs", () => {
    for (const [name, session, program] of [
      ["checkout", ".ci/desktop-session npm run e2e:electron", "xvfb xauth"],
      ["wayland", ".ci/desktop-session --wayland npm run e2e:electron", "weston"],
      ["linux", ".ci/desktop-session npm run long -- packaged-smoke", "xvfb xauth"],
    ] as const) {
      const all = scriptsOf(job(name)).join("\n");
      expect(all).toContain(session);
      expect(all).toMatch(new RegExp(`apt-get install .*\\b${program}\\b.*\\bdbus\\b.*\\bgnome-keyring\\b`));
    }
  });

  it("install the service of the .deb, and wait until it is active, also after it was killed", () => {
    const script = scriptsOf(job("linux")).find((one) => one.includes("service install")) ?? "";
    expect(script).toMatch(
      /sudo skyferry service install [\s\S]*until systemctl is-active [\s\S]*SIGKILL[\s\S]*until \[.*NRestarts.*\] && systemctl is-active /,
    );
    expect(script).toMatch(/skyferry service remove\n/);
  });

  it
    .runIf(process.platform === "linux")
    .each(
      jobs
        .filter(({ name }) => !name.includes("windows"))
        .flatMap((one) => scriptsOf(one).map((script) => ({ name: one.name, script }))),
    )("$name: bash reads $script", ({ script }) => {
    const { status, stderr } = spawnSync("bash", ["-n"], {
      input: script.replaceAll(/\$\{\{.*?\}\}/g, "x"),
      encoding: "utf8",
    });
    // Bash also complains about a language that the machine lacks.
    expect(status, stderr).toBe(0);
  });
});
