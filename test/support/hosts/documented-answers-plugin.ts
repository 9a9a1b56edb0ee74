import { fileURLToPath } from "node:url";

const answer = "return { ...reply, value: value as Output<M> };";
const checker = JSON.stringify(
  fileURLToPath(new URL("./documented-answers.ts", import.meta.url)).replaceAll("\\", "/"),
);

/**
 * Every answer of a host is compared with the API's document, in the tests' own process and in the programs that they start from
 * the bundle of their run. A difference is an internal error of that call, so the test that asked fails. `load` "once asked":
 * a program that answers nothing loads nothing for it.
 */
export function documentedAnswers(load: "at once" | "once asked") {
  return {
    name: "documented-answers",
    // Before the types are taken away.
    enforce: "pre" as const,
    transform(code: string, id: string) {
      if (!id.replaceAll("\\", "/").endsWith("/electron/api/reply.ts")) return undefined;
      if (!code.includes(answer)) throw new Error(`${id} does not end with ${answer}`);
      const isLazy = load === "once asked";
      const check = isLazy ? `(await import(${checker})).checkAnswer` : "checkAnswer";
      const checked = code.replace(answer, `${check}(method, value);\n    ${answer}`);
      return { code: isLazy ? checked : `import { checkAnswer } from ${checker};\n${checked}`, map: null };
    },
  };
}
