import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { startEnvironment } from "./electron/base/start-environment.ts";
import { filesByProject, LongestFirst } from "./test/projects.ts";
import { endStuckFiles } from "./test/steady/stuck-files.ts";
import { bundledScripts } from "./test/support/hosts/bundled-scripts.ts";
import { documentedAnswers } from "./test/support/hosts/documented-answers-plugin.ts";
import { limits } from "./test/support/limits.ts";

const unpackBrowser = "test/support/hosts/unpack-browser.ts";

/** Files that are named on the command line run in every suite. */
const namesFiles = process.argv.some((word) => /^(\.\/)?test\//.test(word));

export default defineConfig(({ mode }) => {
  const files = filesByProject(!namesFiles && (mode === "short" || mode === "long") ? mode : "all");
  return {
    plugins: [bundledScripts(), documentedAnswers("at once"), endStuckFiles(limits.silence)],
    test: {
      testTimeout: limits.test,
      hookTimeout: limits.test,
      setupFiles: ["test/support/before-midnight.ts"],
      // A state that a test waits for comes as soon as a busy machine lets it.
      expect: { poll: { timeout: limits.poll } },
      // Two cores are kept busy by four: many tests wait for a clock or for a process that they have started.
      maxWorkers: 4,
      sequence: { sequencer: LongestFirst },
      env: {
        // Hundreds of programs are started; each would compile the same sources again.
        NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "compile"),
        // A wrong value in an answer is an error, not left out.
        SKYFERRY_STRICT_ANSWERS: "1",
      },
      projects: [
        { extends: true, test: { name: "mocks", include: files.mocks } },
        {
          extends: true,
          test: {
            name: "node",
            include: files.node,
            isolate: false,
            globalSetup: ["test/support/hosts/bundle-command-line.ts", unpackBrowser],
          },
        },
        {
          extends: true,
          test: {
            name: "pages",
            include: files.pages,
            isolate: false,
            globalSetup: ["test/support/hosts/prepare-pages.ts"],
            // As the program starts itself. With Node's own four threads each walk of a folder takes a thread of its own.
            env: { UV_THREADPOOL_SIZE: startEnvironment.UV_THREADPOOL_SIZE },
            testTimeout: limits.pageTest,
            hookTimeout: limits.pageTest,
            // A look into a page costs as much as what it waits for: asked twenty times a second, it slows down the rest.
            expect: { poll: { timeout: limits.poll, interval: 200 } },
          },
        },
      ],
    },
  };
});
