const tones = { good: 32, bad: 31, faint: 2, strong: 1 } as const;

/** Text as a terminal shows it in a tone; unchanged where no colours are wanted. */
export type Paint = (tone: keyof typeof tones, text: string) => string;

/** `when`: the flag `--color`. With `auto`, FORCE_COLOR comes first, then NO_COLOR, then whether a person looks on. */
export function createPaint(
  when: string,
  { env, stdout }: { readonly env: NodeJS.ProcessEnv; readonly stdout: { readonly isTTY?: boolean } },
): Paint {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env;
  const isWanted = () => {
    if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
    return (none ?? "") === "" && stdout.isTTY === true && terminal !== "dumb";
  };
  const isColored = when === "always" || (when === "auto" && isWanted());
  return (tone, text) => (isColored ? `\u001b[${tones[tone]}m${text}\u001b[0m` : text);
}
