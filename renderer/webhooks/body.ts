/** Prepares a delivery's body for the screen: indents JSON and shortens huge texts. */

/** A string, a structural character, or any other value. */
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Indents JSON and keeps every value unchanged, because a parser would round long numbers. */
export const indentJSON = (text: string): string => {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let result = '';
  let depth = 0;
  let before = '';
  const startLine = (): string => `\n${'  '.repeat(depth)}`;
  for (const [part] of text.matchAll(token)) {
    if (part === '}' || part === ']') {
      depth -= 1;
      result += before === '{' || before === '[' ? part : startLine() + part;
    } else {
      if (before === '{' || before === '[' || before === ',') result += startLine();
      result += part === ':' ? ': ' : part;
      if (part === '{' || part === '[') depth += 1;
    }
    before = part;
  }
  return result;
};

export type Cut = { readonly start: string; readonly leftOut: number; readonly end: string };

/** The start and end of a text longer than `most` characters, and the number of those between. */
export const cutInTheMiddle = (text: string, most = 20_000): Cut => {
  if (text.length <= most) return { start: text, leftOut: 0, end: '' };
  const start = text.slice(0, Math.ceil((most * 3) / 4));
  const end = text.slice(text.length - Math.floor(most / 4));
  return { start, leftOut: text.length - start.length - end.length, end };
};
