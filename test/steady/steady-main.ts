import { runProgram } from "#test/support/hosts/program.ts";
import { flagsOfSteady, help } from "./steady-flags.ts";
import { steady } from "./steady-rounds.ts";

process.exit(await runProgram({ name: "steady", help, read: flagsOfSteady, run: steady }));
