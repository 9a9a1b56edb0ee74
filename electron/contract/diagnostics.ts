import { z } from "zod";
import { noInput } from "./values.ts";

export const diagnosticsMethods = {
  /**
   * Gives a bundle for people who help: version, settings, status, the newest log lines and journal lines. It is a JSON
   * document, gzipped, in base64; save it under `fileName`. It holds no password and no token.
   */
  diagnostics: {
    input: noInput,
    output: z.strictObject({ fileName: z.string(), base64: z.string() }),
  },
};
