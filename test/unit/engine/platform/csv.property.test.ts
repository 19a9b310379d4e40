/** CSV is read back unchanged by a spreadsheet and never contains a formula. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../../fuzz.ts';
import { formatCSVLine, csvStart } from '../../../../main/engine/platform/csv.ts';

const character = fc.constantFrom(...'ab,"\'\r\n\t=+-@;|é🏠\u2028＝ \uFEFF', '\u0000');
const text = fc.string({ unit: fc.oneof(character, fc.string({ minLength: 1, maxLength: 1 })) });
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1 }),
  );

const csvTable = (rows: readonly (readonly string[])[]): string =>
  csvStart + rows.map(formatCSVLine).join('');

/** The expected cell after reading. */
const guarded = (cell: string): string =>
  (/^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@＝＋－＠])/u.test(cell) ? `'${cell}` : cell).replaceAll(
    /([;\t\r\n|][\p{C}\p{Z}"]*)(?=[=+\-@＝＋－＠])/gu,
    "$1'",
  );

describe('a table as CSV', () => {
  it('is read back unchanged', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const written = csvTable(rows);
        expect(written.startsWith(csvStart)).toBe(true);
        const { data } = Papa.parse<string[]>(written, {
          delimiter: ',',
          newline: '\r\n',
        });
        // This parser sees an empty line after the last line break.
        expect(data.slice(0, -1)).toEqual(rows.map((row) => row.map(guarded)));
      }),
    );
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＋1', '－1', '＠x'],
    // Some programs drop invisible characters, and the formula starts the cell then.
    ...['\0=1+1', ' =1+1', '\uFEFF=1+1', '\u200B=1+1', '\u202E\n=1+1'],
  ])('has no formula for %j', (cell) => {
    expect(formatCSVLine([cell]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('starts no cell with a formula, whatever the text', () => {
    fc.assert(
      fc.property(text, (cell) => {
        const [[read = ''] = []] = Papa.parse<string[]>(csvTable([[cell]]), {
          delimiter: ',',
          newline: '\r\n',
        }).data;
        expect(read).not.toMatch(/^[\t\r\n]/);
        expect(read.replaceAll(/[\p{C}\p{Z}]/gu, '')).not.toMatch(/^[=+\-@＝]/);
        expect(read.replaceAll("'", '')).toBe(cell.replaceAll("'", ''));
      }),
      fuzz(500),
    );
  });

  it.each(['a;=1+1', 'a;\t@SUM(A1)', 'a\n-1+1', 'a|=1', 'a;"=1'])(
    'has no formula for a program with another separator: %j',
    (cell) => {
      const cells = formatCSVLine(['Ann', cell])
        .split(/[;\t\r\n|]/)
        .map((each) => each.replaceAll('"', ''));
      expect(cells.filter((each) => /^[=+\-@]/.test(each))).toEqual([]);
    },
  );

  it('writes a stranger’s long text of empty lines in a moment', () => {
    const start = performance.now();
    formatCSVLine(['a' + '\n'.repeat(50_000)]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('keeps numbers, even negative ones, and leaves null empty', () => {
    expect(formatCSVLine([-12.5, null, true, 'Tom'])).toBe('-12.5,,true,Tom\r\n');
  });
});
