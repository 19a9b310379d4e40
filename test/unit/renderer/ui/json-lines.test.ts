import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJSONLines, formatBody } from '../../../../renderer/ui/json-lines.ts';

describe('a record as lines', () => {
  it('is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (record) => {
        const lines = formatJSONLines(record, new Set());
        const text = lines.map((line) => line.text).join('\n');
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(record)));
      }),
    );
  });

  it('marks only the values that are kept and not shown', () => {
    const record = { a: 1, b: { c: [{ d: 'x' }, { d: 'y' }] } };
    expect(
      formatJSONLines(record, new Set(['a', 'b.c.1.d'])).filter(({ isKept }) => isKept),
    ).toEqual([
      { text: '  "a": 1,', isKept: true },
      { text: '        "d": "y"', isKept: true },
    ]);
  });
});

describe('a body', () => {
  it('is indented if it is JSON, otherwise unchanged', () => {
    expect(formatBody('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(formatBody('<html>')).toBe('<html>');
  });
});
