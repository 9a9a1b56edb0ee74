import { desktopPagesHelp, flagsOfDesktopPages, runDesktopPages } from "./desktop-pages.ts";
import { runProgram } from "./program.ts";

process.exit(
  await runProgram({
    name: "e2e:desktop",
    help: desktopPagesHelp,
    read: flagsOfDesktopPages,
    run: runDesktopPages,
  }),
);
