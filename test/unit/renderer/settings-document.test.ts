import { expect, it } from "vitest";
import { languageOf, spokenIn } from "#base/language.ts";
import { fieldName, problemText } from "#renderer/settings-form/field-names.ts";
import { toCorrect } from "#renderer/settings-form/save-bar.tsx";
import {
  nameIn,
  ofName,
  plainly,
  type SettingsDocument,
  withSource,
} from "#renderer/settings-form/settings-document.ts";

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
  expect(
    plainly("notifications.channels[0].from must be an e-mail address, but is missing. Complete it."),
  ).toBe("Enter an e-mail address. Complete it.");
  expect(plainly('portal.url must be an https address, but is "x".')).toBe(
    'Must be an https address, but is "x".',
  );
});

it("names a field as its form does, not by its key in the file", () => {
  expect(fieldName("portal.quietHours.from")).toBe("Quiet hours");
  expect(fieldName("instruments[3].finish.seconds")).toBe("A file is finished");
  expect(fieldName("portal.concurency")).toBeNull();
  const pattern = {
    key: "instruments[0].pattern",
    message: 'instruments[0].pattern of "Radar": must hold a date. It is left out until then.',
  };
  expect(problemText(pattern)).toBe("Pattern of Radar: must hold a date. It is left out until then.");
  const unknown = {
    key: "portal.concurency",
    message: "portal.concurency is not a setting: correct its name.",
  };
  expect(problemText(unknown)).toBe(unknown.message);
});

it("says it without the field's name in another language, too", () => {
  const texts: Readonly<Record<string, string>> = { '{key} of "{name}"': "{key} von „{name}“" };
  const german = languageOf("de", (message) => texts[message]);
  const folder = "instruments[2].folder von „Radar: (roof)“: /data fehlt; anlegen.";
  spokenIn(german, () => {
    expect(nameIn(folder)).toBe("Radar: (roof)");
    expect(plainly(folder)).toBe("/data fehlt; anlegen.");
    expect(plainly(folder.replace(ofName("Radar: (roof)"), ""))).toBe("/data fehlt; anlegen.");
    expect(plainly("instruments[0].name darf höchstens 100 Zeichen haben.")).toBe(
      "Darf höchstens 100 Zeichen haben.",
    );
  });
});

const empty: SettingsDocument = { portal: null, instruments: [], notifications: null, keep: null };

it("says beside the button which fields to correct, and not again what is beside them", () => {
  const problem = (key: string) => ({
    key,
    message: `${key} must be right.`,
    instrument: null,
    isOfDisk: false,
  });
  expect(toCorrect([problem("instruments[0].pattern")], empty)).toBe("Correct “Pattern” before you save.");
  const keys = ["portal.url", "portal.username", "portal.proxy", "portal.caFile", "keep.logMB"];
  expect(toCorrect(keys.map(problem), empty)).toBe(
    "Correct “Portal address”, “User name”, “Proxy” and 2 more before you save.",
  );
  const channels = [{ name: "Lab chat" }, {}];
  const ofChannels = [0, 1].map((at) => problem(`notifications.channels[${at}].url`));
  expect(toCorrect(ofChannels, { ...empty, notifications: { channels } })).toBe(
    "Correct “Lab chat”, “Notification channel” before you save.",
  );
});

it("a channel is told of an instrument by its new name", () => {
  const channels = [{ name: "Mail", instruments: ["Radar", "Lidar"] }, { name: "Chat" }];
  const document = { ...empty, instruments: [{ name: "Radar" }], notifications: { channels } };
  expect(withSource(document, "instruments", 0, { name: "Cloud radar" }).notifications).toEqual({
    channels: [{ name: "Mail", instruments: ["Cloud radar", "Lidar"] }, { name: "Chat" }],
  });
});
