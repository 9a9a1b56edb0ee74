import { defineConfig } from "vitest/config";
import { subjects } from "./subjects.ts";

const subject = subjects.find(({ name }) => name === process.env.SKYFERRY_SUBJECT);
if (subject === undefined) throw new Error("SKYFERRY_SUBJECT names no subject; use npm run long -- mutation");

/** The tests of one subject. Stryker reads it in a copy of the project. */
export default defineConfig({
  test: { include: [...subject.tests], setupFiles: ["test/mutation/one-seed.ts"], testTimeout: 20_000 },
});
