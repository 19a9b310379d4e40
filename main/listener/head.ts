/**
 * Reads the head of a connection's first request: enough to judge a stranger before an HTTP server
 * spends anything on it. Whatever is not written exactly as RFC 9112 asks is no head.
 */
export type RequestHead = {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** All values of a header, by its name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
};

/** Longest head, in bytes. */
export const longestHead = 16_384;

const requestLine = /^([A-Z]{1,20}) (\S+) HTTP\/1\.[01]$/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/;

/**
 * Parses a head.
 *
 * @param text the bytes before the first empty line, one character each
 * @returns null when it is malformed
 */
export const readHead = (text: string): RequestHead | null => {
  const [first = '', ...lines] = text.split('\r\n');
  const [, method, target] = requestLine.exec(first) ?? [];
  if (method === undefined || target === undefined) return null;
  const headers = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.trim()]);
  }
  return { method, target, headers };
};
