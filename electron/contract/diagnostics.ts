import { z } from "zod";
import { noInput } from "./values.ts";

export const diagnosticsMethods = {
  /**
   * What somebody who helps needs to know: version, settings, status, the newest log lines and journal lines. One JSON
   * document, gzipped, in base64; save it under `fileName`. It holds no password and no token.
   */
  diagnostics: {
    input: noInput,
    output: z.strictObject({ fileName: z.string(), base64: z.string() }),
  },
};
