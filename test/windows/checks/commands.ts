import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Check } from "#test/windows/check.ts";
import { liveName, must, until, WindowsStation } from "#test/windows/station.ts";

const ctrlC: Check = {
  name: "ctrl-c",
  promise: "Ctrl-C on a terminal ends the daemon with 0; its ledger is closed and its address removed",
  run: (windows) =>
    WindowsStation.using(windows, "ctrl-c", async (station) => {
      station.configure(station.instrument());
      const daemon = await station.start({ isOnTerminal: true });
      await until("the record is open", () => station.leftBehind().length === 2);
      daemon.type("\x03");
      const { code } = await daemon.end;
      const hasSaid = / stopped/.test(station.log());
      const left = station.leftBehind();
      const seen = `exit ${code}, "stopped" ${hasSaid ? "is" : "is not"} in the log, left: ${left.join(", ") || "nothing"}`;
      must(code === 0 && hasSaid && left.length === 0, seen);
      return seen;
    }),
};

const credentials: Check = {
  name: "credentials",
  promise: "the password is kept in the Credential Manager, also after a restart, and can be forgotten",
  run: (windows) =>
    WindowsStation.using(windows, "credentials", async (station) => {
      const name = liveName("secret");
      station.configure(station.instrument());
      station.write(name);
      await station.start({ env: {} });
      const { isKept, password } = await station.ask("settings.setPassword", {
        password: "station",
        username: null,
        url: null,
      });
      must(isKept && password.place === "keychain", `kept: ${isKept}, in ${password.place}`);
      must(!existsSync(path.join(station.here, "data", "credentials.json")), "it is in a file");
      await station.kill();
      await station.start({ env: {} });
      await station.hasArrived([name]);
      const forgotten = await station.ask("settings.forgetPassword", {});
      must(forgotten.isForgotten, `it was not forgotten: ${JSON.stringify(forgotten.password)}`);
      return `kept by ${password.backend}, used after a restart, forgotten`;
    }),
};

const imports: Check = {
  name: "import",
  promise: "the official client's file with Windows paths becomes settings that deliver",
  run: (windows) =>
    WindowsStation.using(windows, "import", async (station) => {
      const name = liveName("imported");
      station.write(name);
      const folder = `${station.there}\\files`;
      writeFileSync(path.join(station.here, "config.toml"), configuration(`${folder}\\live_%Y%m%d_*.nc`));
      const words = [`${station.there}\\config.toml`, "--portal-url", station.portal.url];
      const { code, stderr } = await station.run("import-submit-config", words);
      must(code === 0, `exit ${code}: ${stderr}`);
      const settings = JSON.parse(readFileSync(path.join(station.here, "data", "settings.json"), "utf8"));
      must(settings.instruments[0]?.folder === folder, `its folder is ${settings.instruments[0]?.folder}`);
      const submitted = await station.run("submit");
      must(submitted.code === 0, `submit ended with ${submitted.code}: ${submitted.stderr}`);
      await station.hasArrived([name]);
      return `exit ${code}, folder ${folder}, delivered by submit`;
    }),
};

const configuration = (pathFormat: string) => `
[user_account]
username = "station"
password = "station"

[[instrument]]
site = "hyytiala"
instrument = "cl61d"
instrument_pid = "https://hdl.handle.net/21.12132/3.241bda142975460b"
path_fmt = '${pathFormat}'
`;

const beside: Check = {
  name: "beside",
  promise: "status and explain answer beside a daemon; a second daemon is refused",
  run: (windows) =>
    WindowsStation.using(windows, "beside", async (station) => {
      const name = liveName("beside");
      station.configure(station.instrument());
      station.write(name);
      await station.start();
      await station.hasArrived([name]);
      const status = await station.run("status", ["--json"]);
      const { running, totals } = JSON.parse(status.stdout);
      must(status.code === 0 && running === true && totals.delivered === 1, `status: ${status.stdout}`);
      const explained = await station.run("explain", [`${station.there}\\files\\${name}`]);
      must(explained.code === 0 && explained.stdout.includes("It is on the portal"), explained.stdout);
      const second = await station.run("daemon");
      const isRefused = second.code === 2 && second.stderr.includes("already in use");
      must(isRefused, `a second daemon ended with ${second.code}: ${second.stderr}`);
      return "status and explain: exit 0; a second daemon: exit 2, already in use";
    }),
};

export const commandChecks: readonly Check[] = [ctrlC, credentials, imports, beside];
