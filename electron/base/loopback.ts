/** True for this computer itself: `localhost` and names below it, `127.0.0.1`, `::1` with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}

/** True for an address without encryption on another computer; false for what is no address. */
export function isOpenHttp(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && !isLoopback(url.hostname);
}
