/** Parses and serializes JSON. Long integers become text, because a rounded id would be that of another lead. */

const mayContainLongNumber = /[:[,]\s*-?\d{16}/;

type Source = { readonly source?: string };

const keepDigits = (_name: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context?.source !== undefined &&
  /^-?\d+$/.test(context.source)
    ? context.source
    : value;

/** Parses JSON; undefined if it is invalid. */
export const parseJSON = (text: string): unknown => {
  try {
    return mayContainLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Serializes `value`; undefined if it is nested too deeply to be written. */
export const serializeJSON = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};
