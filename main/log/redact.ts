/** Removes secrets from log values, by field name and form, and in doubt other values too. */
import { errorCode } from '../../contract/errors.ts';

const redacted = '[redacted]';

const secretName = /authorization|token|secret|passw|cookie|credential|verifier/i;

/** Each takes time in proportion to the text, which may be a stranger's and long. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/([?&][\w.[\]-]+=)[^\s&#"'<>]+/g, `$1${redacted}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`],
  // keys, digests, tokens: long runs with a digit, shorter ones of mixed case
  [/(?<![\w-])(?=[\w-]*\d)[\w-]{32,}(?:\.[\w-]+)*/g, redacted],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{22,}/g, redacted],
];

/** Replaces user:password@ of each address, and its query and fragment. */
const redactAddresses = (text: string): string =>
  text
    .replace(/(\bhttps?:\/\/)[^/\s?#@]*@/gi, `$1${redacted}@`)
    .replace(/\bhttps?:\/\/[^\s"'<>]*/gi, (address) => address.replace(/[?#].*/s, `?${redacted}`));

const redactText = (text: string): string =>
  secretPatterns.reduce((rest, [pattern, by]) => rest.replace(pattern, by), redactAddresses(text));

/** A `code` is an OAuth code unless it is one of our error codes or the system's. */
const isErrorCode = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  errorCode.safeParse(value).success ||
  (typeof value === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(value));

const redactField = (name: string, value: unknown, depth: number): unknown => {
  if (secretName.test(name) && typeof value !== 'boolean') return redacted;
  // Not secrets. The service's support asks for the traceID.
  if (name === 'traceID' || name === 'accountID') return value;
  if (name === 'code' && !isErrorCode(value)) return redacted;
  return redactValue(value, depth + 1);
};

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return redacted;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  const fields =
    value instanceof Error
      ? { ...value, name: value.name, message: value.message, stack: value.stack }
      : value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, redactField(name, field, depth)]),
  );
};

export const redact = <T extends string | object>(value: T): T => redactValue(value, 0) as T;
