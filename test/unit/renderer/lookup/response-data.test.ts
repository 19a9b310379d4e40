import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTable } from '../../../../renderer/lookup/response-data.ts';
import { formatJSON } from '../../../../renderer/ui/json-lines.ts';

describe('the table of a response', () => {
  it('has a column for every field of any record, in the order of the service', () => {
    const { columns, rows, otherFields } = toTable({
      searchID: 's1',
      data: [
        { id: '1', rating: 4.5 },
        { id: '2', rating: null, quote: { total: '$5' } },
      ],
      metadata: { page: 1 },
    });
    expect(columns).toEqual([
      { name: 'id', isNumeric: false },
      { name: 'rating', isNumeric: true },
      { name: 'quote', isNumeric: false },
    ]);
    expect(rows).toHaveLength(2);
    expect(otherFields).toEqual({ searchID: 's1', metadata: { page: 1 } });
  });

  it('finds the list under another name or as the whole response', () => {
    expect(toTable({ count: 1, reviews: [{ a: 1 }] })).toMatchObject({
      rows: [{ a: 1 }],
      otherFields: { count: 1 },
    });
    expect(toTable([{ a: 1 }, 'odd']).rows).toEqual([{ a: 1 }, { value: 'odd' }]);
  });

  it('has one row for a response without a list', () => {
    expect(toTable({ a: 1 }).rows).toEqual([{ a: 1 }]);
  });

  it('can be created from any JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => void toTable(body)));
  });
});

describe('the JSON of a response', () => {
  it('parses to the same response', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(JSON.parse(formatJSON(body))).toEqual(JSON.parse(JSON.stringify(body)));
      }),
    );
  });

  it('escapes characters that change the text direction', () => {
    const text = formatJSON({ name: 'a\u202eb\u2066c' });
    expect(text).toContain(String.raw`a\u202eb\u2066c`);
    expect(JSON.parse(text)).toEqual({ name: 'a\u202eb\u2066c' });
  });
});
