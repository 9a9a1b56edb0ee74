import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { findTransport } from "./transport/find-transport.ts";

/** Draws the program into the page. */
export function showApp(): void {
  const root = document.getElementById("root");
  if (root !== null) createRoot(root).render(<App transport={findTransport(window)} />);
}
