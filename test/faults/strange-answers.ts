import { textAnswer } from "#test/support/portals/wire.ts";

const page = "<!doctype html><title>Log in</title><form>user</form>";
const html = "text/html; charset=utf-8";

/** Answers that may be meant for one file or for all, as they come over the line. */
export const strangeAnswers: Readonly<Record<string, string>> = {
  "429": textAnswer("429 Too Many Requests", "slow down", "text/plain"),
  "502": textAnswer("502 Bad Gateway", page, html),
  "503": textAnswer("503 Service Unavailable", "busy", "text/plain"),
  "504": textAnswer("504 Gateway Timeout", "late", "text/plain"),
  "507": textAnswer("507 Insufficient Storage", "full", "text/plain"),
  "403": textAnswer("403 Forbidden", page, html),
  "404": textAnswer("404 Not Found", page, html),
  "302": textAnswer("302 Found", "", html).replace("\r\n", "\r\nLocation: https://login.example/\r\n"),
  "a 200 page": textAnswer("200 OK", page, html),
  garbage: "\u0001\u0002 garbage without a head\r\n\r\n",
  "401": textAnswer("401 Unauthorized", "Unauthorized", "text/plain"),
  "500": textAnswer("500 Internal Server Error", "disk", "text/plain"),
};
