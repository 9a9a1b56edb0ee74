import { expect, it } from "vitest";
import { languageOf } from "#base/language.ts";
import { messageFault } from "#base/message-fault.ts";
import { createRecogniser } from "#base/recognise.ts";
import { createValues } from "#base/spoken-values.ts";

const texts: Readonly<Record<string, string>> = {
  "at {clock}": "um {clock}",
  "{near} at {clock}": "{near} um {clock}",
  "on {day} at {clock}": "am {day} um {clock}",
  "about {span}": "etwa {span}",
  "until {moment}": "bis {moment}",
  '{key} of "{name}"': "{key} von „{name}“",
  "{from} to {to}": "{from} bis {to}",
  "{done} of {all}": "{done} von {all}",
  "Paused until {until}.": "Angehalten bis: {until}.",
  "{name} must be {choices}, not {word}.": "{name} muss {choices} sein, nicht {word}.",
  "none finished today": "heute keine fertig",
  "last file {moment}": "letzte Datei: {moment}",
  ", paused": ", angehalten",
};
const more: Readonly<Record<string, string>> = {
  "The portal could not use {files} of {name}": "Das Portal konnte {files} von {name} nicht verwenden",
  "check {name}, and replace the file": "{name} prüfen und die Datei ersetzen",
  "Sending stopped: {why}": "Gestoppt: {why}",
};
const german = languageOf("de", (message) => texts[message] ?? more[message]);
const valueIn = createValues(german);

it.each([
  ["14:02 UTC", "14:02 UTC"],
  ["at 14:02 UTC", "um 14:02 UTC"],
  ["yesterday 23:10 UTC", "gestern 23:10 UTC"],
  ["tomorrow at 08:00 UTC", "morgen um 08:00 UTC"],
  ["Tuesday 17 November, 12:08 UTC", "Dienstag, 17. November, 12:08 UTC"],
  ["on Tuesday 17 November 2026 at 12:08 UTC", "am Dienstag, 17. November 2026 um 12:08 UTC"],
  ["25 Nov 2026, 07:54 UTC", "25. Nov. 2026, 07:54 UTC"],
  ["Nov 2026", "November 2026"],
  ["3 h 10 min", null],
  ["2 days 4 h", "2 Tage 4 h"],
  ["6 days", "6 Tage"],
  ["about 6 days", "etwa 6 Tage"],
  ["50 min to 1 h 10 min", "50 min bis 1 h 10 min"],
  ["1.2 MB", "1,2 MB"],
  ["2.1 MB/s", "2,1 MB/s"],
  ["12.4 of 30.3 MB", "12,4 von 30,3 MB"],
  ["1,204", "1.204"],
  ["until yesterday 23:10 UTC", "bis gestern 23:10 UTC"],
  ['instruments[3].folder of "Radar: roof"', "instruments[3].folder von „Radar: roof“"],
  ['one of "Radar"', null],
  ["4711", null],
  ["1.2", null],
  ["Radar", null],
])("%j is %j", (value, said) => {
  expect(valueIn(value)).toBe(said);
});

it("says values, lists and clauses within sentences", () => {
  const { inLanguage } = createRecogniser(Object.keys(texts), german, valueIn);
  expect(inLanguage("Paused until yesterday 23:10 UTC.")).toBe("Angehalten bis: gestern 23:10 UTC.");
  expect(inLanguage("--for must be 1h, 2h or 3h, not 4h.")).toBe("--for muss 1h, 2h oder 3h sein, nicht 4h.");
  expect(inLanguage("last file 14:02 UTC, none finished today")).toBe(
    "letzte Datei: 14:02 UTC, heute keine fertig",
  );
  expect(inLanguage("Radar: last file tomorrow 08:00 UTC (at 14:02 UTC), paused")).toBe(
    "Radar: letzte Datei: morgen 08:00 UTC (um 14:02 UTC), angehalten",
  );
  expect(inLanguage("/data/none finished today")).toBe("/data/none finished today");
});

it("a value ends where the next clause is understood", () => {
  const { inLanguage } = createRecogniser([...Object.keys(texts), ...Object.keys(more)], german, valueIn);
  expect(
    inLanguage(
      "- The portal could not use 1 file of Lidar (at 14:02 UTC): check it, and replace the file (no reason).",
    ),
  ).toBe(
    "- Das Portal konnte 1 file von Lidar nicht verwenden (um 14:02 UTC): it prüfen und die Datei ersetzen (no reason).",
  );
  expect(inLanguage("Sending stopped: the disk is full. Nobody knows: why.")).toBe(
    "Gestoppt: the disk is full. Nobody knows: why.",
  );
});

const files = "{files, plural, one {# file} other {# files}} of {name}";
const polish = languageOf("pl", () => undefined);

it.each([
  ["{files, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}: {name}", null],
  ["{files, plural, one {# plik} few {# pliki} other {# pliku}}: {name}", '{files} lacks the form "many"'],
  ["{files}", "it lacks {name}"],
  ["{files} {name} {folder}", "nothing is known of {folder}"],
  ["{files} {name", "it is no message"],
  [" ", "it is empty"],
  [7, "it is empty"],
])("a text %j is judged", (text, fault) => {
  expect(messageFault(files, text, polish)).toBe(fault);
});
