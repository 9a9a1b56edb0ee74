import { createElement, Fragment, type ReactNode } from "react";
import { sayParts } from "#base/say.ts";

/** A message in the page's language, with elements among its values: `since {moment}`. */
export function sayNodes(message: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  return createElement(Fragment, null, ...sayParts<ReactNode>(message, values));
}
