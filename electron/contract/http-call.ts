/** A call as it goes over HTTP: `path` behind the host's address, and the type and body of the POST. */
interface HttpCall {
  readonly path: string;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer> | Blob;
}

/** Content type of a body of bytes. */
export const bytesType = "application/octet-stream";

/**
 * An input is the body, as JSON. If it has `bytes`, these are the body as they are, and its other fields are JSON in
 * `input` of the query: a browser sends a piece of a file from the disk, and copies what a page gives it several times.
 */
export function httpCallOf(method: string, input: object): HttpCall {
  const path = `/api/${encodeURIComponent(method)}`;
  const { bytes, ...rest } = input as { readonly bytes?: unknown };
  if (bytes instanceof Blob || bytes instanceof Uint8Array)
    return {
      path: `${path}?input=${encodeURIComponent(JSON.stringify(rest))}`,
      contentType: bytesType,
      body: bytes as HttpCall["body"],
    };
  return { path, contentType: "application/json", body: JSON.stringify(input) };
}
