import { globSync } from "node:fs";

/** Sources that are mutated together, and the tests that have to notice. */
export interface Subject {
  readonly name: string;
  /** Globs of sources, from the project's folder; `!` takes out. */
  readonly mutate: readonly string[];
  /** Globs of test files. Quick ones only: every mutant is shown to those that touch it. */
  readonly tests: readonly string[];
  /** Only some of its sources; what was found is no result of the subject. */
  readonly isPart?: true;
}

export const subjects: readonly Subject[] = [
  {
    name: "domain",
    mutate: ["electron/base/*.ts", "electron/domain/**/*.ts"],
    tests: ["test/unit/{base,domain}/**/!(*-properties).test.ts"],
  },
  {
    name: "outcome",
    mutate: ["electron/adapters/portal/{portal-outcome,link-failure}.ts"],
    tests: ["test/unit/adapters/portal/{portal-outcome,link-failure}*.test.ts"],
  },
  {
    name: "portal-rules",
    mutate: [
      "electron/mock-portal/uploads/{announcement,upload-table}.ts",
      "electron/mock-portal/read-routes/{known-values,list-answer,query-parameters,selection}.ts",
      "electron/mock-portal/processing/{fitness,processing,processing-timer}.ts",
      "electron/mock-portal/{users,present,dates,errors}.ts",
    ],
    tests: [
      "test/ports/mock-portal/{announcement,answers,dates,known-values,present,query-parameters}.test.ts",
      "test/ports/mock-portal/{selection,upload-table,processing-rules,processing-timer,users}.test.ts",
    ],
  },
  {
    name: "portal-reads",
    mutate: ["electron/mock-portal/read-routes/*-routes.ts"],
    tests: ["test/ports/mock-portal/{read-routes,read-observed,read-plots,resources,openapi}.test.ts"],
  },
  {
    name: "portal-uploads",
    mutate: ["electron/mock-portal/uploads/{request-body,upload-data,upload-metadata}.ts"],
    tests: [
      "test/ports/mock-portal/{request-body,upload-data,upload-metadata,upload-errors}.test.ts",
      "test/ports/mock-portal/{connections,openapi}.test.ts",
    ],
  },
];

/** The subject with those of `files` (globs, or a file and its lines: `retry.ts:3-9`) that are sources of it; null for none. */
export function partOf(subject: Subject, files: readonly string[]): Subject | null {
  const sources = new Set(globSync([...subject.mutate]));
  const mutate = files.filter((file) => {
    const found = globSync(file.replace(/:\d+(:\d+)?-\d+(:\d+)?$/, ""));
    return found.some((source) => sources.has(source));
  });
  return mutate.length === 0 ? null : { ...subject, mutate, isPart: true };
}
