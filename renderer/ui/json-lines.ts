/** Formats JSON for reading. */

const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns indented JSON with bidirectional control characters escaped. */
export const formatJSON = (body: unknown): string =>
  (JSON.stringify(body, null, 2) ?? '').replaceAll(
    bidiControls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export type JSONLine = { readonly text: string; readonly isKept: boolean };

const indentation = '  ';

/**
 * Formats a record as lines of JSON.
 * @param kept paths of the values that the app stores without showing them, such as `a.0.b`
 */
export const formatJSONLines = (
  record: unknown,
  kept: ReadonlySet<string>,
): readonly JSONLine[] => {
  const formatValue = (
    value: unknown,
    path: string,
    start: string,
    indent: string,
    end: string,
  ): readonly JSONLine[] => {
    const isList = Array.isArray(value);
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (entries.length === 0)
      return [{ text: start + formatJSON(value) + end, isKept: kept.has(path) }];
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    const inside = indent + indentation;
    return [
      { text: start + open, isKept: false },
      ...entries.flatMap(([name, part], index) =>
        formatValue(
          part,
          path === '' ? name : `${path}.${name}`,
          inside + (isList ? '' : `${formatJSON(name)}: `),
          inside,
          index < entries.length - 1 ? ',' : '',
        ),
      ),
      { text: indent + close + end, isKept: false },
    ];
  };
  return formatValue(record, '', '', '', '');
};

/** Indents a body if it is JSON; returns others unchanged. */
export const formatBody = (body: string): string => {
  try {
    return formatJSON(JSON.parse(body));
  } catch {
    return body;
  }
};
