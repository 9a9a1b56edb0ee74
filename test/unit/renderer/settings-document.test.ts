import { expect, it } from "vitest";
import { plainly } from "../../../renderer/screens/settings/settings-document.ts";

it("says a problem beside its field without the field's name in the file", () => {
  expect(plainly('instruments[2].folder of "Microwave": /data/away does not exist; create it.')).toBe(
    "/data/away does not exist; create it.",
  );
  expect(plainly('instruments[0].finish.seconds of "A \\"b\\"": must be a number.')).toBe(
    "Must be a number.",
  );
  expect(plainly("instruments[0].name must be at most 100 characters.")).toBe(
    "Must be at most 100 characters.",
  );
  expect(plainly("portal.url is not an https address.")).toBe("portal.url is not an https address.");
});
