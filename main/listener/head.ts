/**
 * Parses the head of a connection's first request, so that strangers are refused before the HTTP
 * server does any work for them. It accepts only the syntax of RFC 9112.
 */
export type RequestHead = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, readonly string[]>;
};

/** In bytes. */
export const maxHeadLength = 16_384;

const requestLine = /^([A-Z]{1,20}) (\S+) HTTP\/1\.[01]$/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/;

/** Parses the characters before the first empty line; null if they are malformed. */
export const parseHead = (text: string): RequestHead | null => {
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
