/** The body of a delivery as it is read on the screen: indented where it is JSON, cut when it is huge. */

/** A string, a sign of the structure, or anything else that stands by itself. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON with two spaces for each level, every value exactly as it came (a parser would round long
 * numbers). What is not JSON comes back unchanged.
 */
export const indented = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let result = '';
  let depth = 0;
  let before = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      depth -= 1;
      result += before === '{' || before === '[' ? part : line() + part;
    } else {
      if (before === '{' || before === '[' || before === ',') result += line();
      result += part === ':' ? ': ' : part;
      if (part === '{' || part === '[') depth += 1;
    }
    before = part;
  }
  return result;
};

export type Cut = { readonly start: string; readonly leftOut: number; readonly end: string };

/** Beginning and end of a text that is longer than `most` characters, and how many are between. */
export const cutInTheMiddle = (text: string, most = 20_000): Cut => {
  if (text.length <= most) return { start: text, leftOut: 0, end: '' };
  const start = text.slice(0, Math.ceil((most * 3) / 4));
  const end = text.slice(text.length - Math.floor(most / 4));
  return { start, leftOut: text.length - start.length - end.length, end };
};
