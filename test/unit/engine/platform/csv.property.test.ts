/** What is written as CSV is what a spreadsheet reads, whatever it holds, and never a formula. */
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../../fuzz.ts';
import { csvLine, csvStart } from '../../../../main/engine/platform/csv.ts';

const character = fc.constantFrom(...'ab,"\'\r\n\t=+-@;|é🏠\u2028＝ \uFEFF', '\u0000');
const text = fc.string({ unit: fc.oneof(character, fc.string({ minLength: 1, maxLength: 1 })) });
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1 }),
  );

const csvTable = (rows: readonly (readonly string[])[]): string =>
  csvStart + rows.map(csvLine).join('');

/** What a cell says once it has been read back. */
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
        // The last line's end begins an empty line for this reader.
        expect(data.slice(0, -1)).toEqual(rows.map((row) => row.map(guarded)));
      }),
    );
  });

  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1+1', '＋1', '－1', '＠x'],
    // What cannot be seen is left out by some readers, and the formula begins the cell then.
    ...['\0=1+1', ' =1+1', '\uFEFF=1+1', '\u200B=1+1', '\u202E\n=1+1'],
  ])('holds no formula for %j', (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
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
    'holds none for a reader whose cells end at another sign: %j',
    (cell) => {
      const cells = csvLine(['Ann', cell])
        .split(/[;\t\r\n|]/)
        .map((each) => each.replaceAll('"', ''));
      expect(cells.filter((each) => /^[=+\-@]/.test(each))).toEqual([]);
    },
  );

  it('leaves numbers alone, also negative ones, and says nothing where nothing is', () => {
    expect(csvLine([-12.5, null, true, 'Tom'])).toBe('-12.5,,true,Tom\r\n');
  });
});
