import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { trayIcon } from "#build/drawing/tray-icons.ts";
import { dayStates } from "#domain/coverage.ts";
import { trayStates } from "#domain/headline.ts";
import { StateShape, shapes } from "#renderer/components/state-shape.tsx";
import { headlineShape } from "#renderer/frame/headline-bar.tsx";
import { shapeOf } from "#renderer/model/coverage-words.ts";
import { shapeMeanings } from "#renderer/text/states.ts";

/** Without its colour. */
const drawn = (shape: (typeof shapes)[number]) =>
  renderToStaticMarkup(createElement(StateShape, { shape })).replace(/<svg[^>]*>/, "");

it("every state has a shape of its own, with a meaning of its own, in the tray as well", () => {
  for (const all of [
    shapes.map(drawn),
    shapes.map((shape) => shapeMeanings[shape]),
    dayStates.map(shapeOf),
    trayStates.map((tray) => headlineShape({ tray, totals: {} as never })),
    trayStates.map((state) => /color="#000">(.*)<\/g>/s.exec(trayIcon("M0 0", state, "template"))?.[1]),
  ])
    expect(all.filter((one, place) => all.indexOf(one) !== place)).toEqual([]);
});
