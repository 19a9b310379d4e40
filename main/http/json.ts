/**
 * JSON as the service means it. Ids should be strings; where a number comes that JavaScript would
 * round, its digits are kept as text, because a rounded id would be somebody else's lead.
 */

const mayHoldLongNumber = /[:[,]\s*-?\d{16}/;

type Source = { readonly source?: string };

const keepDigits = (_name: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' &&
  !Number.isSafeInteger(value) &&
  context?.source !== undefined &&
  /^-?\d+$/.test(context.source)
    ? context.source
    : value;

/** The value that `text` stands for, or undefined when it is not JSON. */
export const readJSON = (text: string): unknown => {
  try {
    return mayHoldLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** JSON of `value`; undefined for what is nested so deeply that it can be read and not be written. */
export const writeJSON = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};
