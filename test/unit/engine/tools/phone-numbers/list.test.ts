import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { PhoneNumber } from '../../../../../contract/commands/phone-numbers.ts';
import type { AccountID } from '../../../../../contract/records.ts';
import {
  buildPreview,
  parseNumberList,
} from '../../../../../main/engine/tools/phone-numbers/list.ts';
import { parseNumber } from '../../../../../main/engine/tools/phone-numbers/reading.ts';
import { austin } from './marketplace.ts';

/** The rows of a list that is not too long. */
const read = (text: string) => parseNumberList(text) ?? [];

describe('a phone number as people write it', () => {
  it.each([
    '+15125550100',
    '(512) 555-0100',
    '512.555.0100',
    '1 512 555 0100',
    '5125550100',
    'tel:+1-512-555-0100',
    '\u202a+1 (512)\u00a0555\u20110100\u202c',
    '００１ ５１２ ５５５ ０１００',
    '"512-555-0100";',
  ])('is read: %s', (text) => {
    expect(parseNumber(text)).toEqual({ ok: true, phoneNumber: '+15125550100', doubt: null });
  });

  it.each([
    ['', 'empty'],
    ['the office', 'unreadable'],
    ['1-800-FLOWERS', 'letters'],
    ['1.51256E+10', 'rounded'],
    ['512-555-0100 / 512-555-0101', 'several'],
    ['512-555-0100 x12', 'extension'],
    ['+44 20 7946 0958', 'foreign'],
    ['0044 20 7946 0958', 'foreign'],
    ['555-0100', 'too_short'],
    ['512 555 0100 1', 'too_long'],
    ['512-155-0100', 'impossible'],
    ['112-555-0100', 'impossible'],
  ])('is rejected with a reason: %s, %s', (text, mistake) => {
    expect(parseNumber(text)).toEqual({ ok: false, mistake });
  });

  it('is accepted with a doubt if its area code is unknown or Caribbean', () => {
    expect(parseNumber('999-555-0100')).toMatchObject({ ok: true, doubt: 'area' });
    expect(parseNumber('+1 876 555 0100')).toMatchObject({ ok: true, doubt: 'elsewhere' });
    expect(parseNumber('+1 787 555 0100')).toMatchObject({ ok: true, doubt: null });
    expect(parseNumber('416-555-0100')).toMatchObject({ ok: true, doubt: null });
  });

  it('never throws, and yields only numbers that the service accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const reading = parseNumber(text);
        if (reading.ok) expect(reading.phoneNumber).toMatch(/^\+1[2-9]\d{2}[2-9]\d{6}$/);
      }),
      { numRuns: 500 },
    );
  });
});

/** Each row of a list as its line, its number or mistake, and its name. */
const short = (text: string): readonly (readonly [number, string, string])[] =>
  read(text).map(({ row, name, reading }) => [
    row,
    reading.ok ? reading.phoneNumber : reading.mistake,
    name,
  ]);

describe('a list of numbers', () => {
  it('can be one number per line', () => {
    expect(short('(512) 555-0001\n\n512-555-0002\r\n5125550003\r')).toEqual([
      [1, austin(1), ''],
      [3, austin(2), ''],
      [4, austin(3), ''],
    ]);
  });

  it.each([
    [',', 'Name,Phone\n"Smith, Jane",512-555-0001\nOffice,512-555-0002'],
    [';', 'Nombre;Teléfono\n"Smith, Jane";512-555-0001\nOffice;512-555-0002'],
    ['tab', 'Phone number\tLabel\n512-555-0001\tSmith, Jane\n512-555-0002\tOffice'],
    ['|', 'Mobile|Contact\n512-555-0001|Smith, Jane\n512-555-0002|Office'],
  ])('can have columns under a header, separated by %s', (_separator, text) => {
    expect(short(text)).toEqual([
      [2, austin(1), 'Smith, Jane'],
      [3, austin(2), 'Office'],
    ]);
  });

  it.each([
    [';', 'Nombre;Teléfono\r\n"García, Ana";(512) 555-0001\r\nOffice;512-555-0002\r\n'],
    ['tab', '\nName\tPhone\nGarcía, Ana\t512-555-0001\n\nOffice\t512-555-0002\n\n'],
  ])('can have empty lines around its rows, separated by %s', (_separator, text) => {
    expect(short(text).map(([, number, name]) => [number, name])).toEqual([
      [austin(1), 'García, Ana'],
      [austin(2), 'Office'],
    ]);
  });

  it.each([
    ['First name,Last name,Mobile', 'Jane,Doe,512-555-0001', 'Jane Doe'],
    ['Last Name,First Name,Phone', 'Doe,Jane,512-555-0001', 'Jane Doe'],
    [
      'Nombre;Primer apellido;Segundo apellido;Teléfono',
      'Ana;García;Ruiz;5125550001',
      'Ana García Ruiz',
    ],
    ['Given Name,Family Name,Name,Phone', 'Jane,Doe,Jane Q. Doe,512-555-0001', 'Jane Q. Doe'],
    ['Nombre,Apellidos,Móvil', ',García,512-555-0001', 'García'],
    ['First name,Last name,Phone\nOffice,,512-555-0002', '512-555-0001,Doe,', 'Doe'],
  ])('can have a name in several columns: %s', (header, row, name) => {
    expect(short(`${header}\n${row}`).at(-1)?.slice(1)).toEqual([austin(1), name]);
  });

  it('can have columns without a header', () => {
    expect(short('\uFEFF7;Jane;(512) 555-0001\n8;Omar;(512) 555-0002')).toEqual([
      [1, austin(1), 'Jane'],
      [2, austin(2), 'Omar'],
    ]);
  });

  it('can have a name before or after the number in one line of text', () => {
    expect(short('Jane Smith: 512-555-0001\n512-555-0002 (Office)')).toEqual([
      [1, austin(1), 'Jane Smith'],
      [2, austin(2), 'Office'],
    ]);
  });

  it('can have several numbers per row', () => {
    expect(short('Name,Mobile,Home Phone\nJane,512-555-0001,512-555-0002\nOmar,,12')).toEqual([
      [2, austin(1), 'Jane'],
      [2, austin(2), 'Jane'],
      [3, 'too_short', 'Omar'],
    ]);
    expect(short('512-555-0001, 512-555-0002')).toEqual([
      [1, austin(1), ''],
      [1, austin(2), ''],
    ]);
  });

  it('keeps a row whose number is missing or wrong, with the reason', () => {
    expect(short('Jane,512-555-0001\nOmar,\n512-555-0003,\nLi,+44 20 7946 0958')).toEqual([
      [1, austin(1), 'Jane'],
      [2, 'unreadable', ''],
      [3, austin(3), ''],
      [4, 'foreign', 'Li'],
    ]);
  });

  it('is not read at all if it is too long', () => {
    expect(parseNumberList('512-555-0001\n'.repeat(1_002))).toBeNull();
    expect(parseNumberList('1\n'.repeat(250_000))).toBeNull();
    expect(parseNumberList(`Phone\n${'512-555-0001\n'.repeat(1_000)}`)).toHaveLength(1_000);
  });

  it.each([
    ['is not searched for numbers inside', '512-555-0001 '.repeat(38_000)],
    ['is not cleaned of the dots in', `A${'.'.repeat(100_000)}B`],
  ])('%s a huge cell', (_what, cell) => {
    const started = performance.now();
    expect(short(cell)[0]?.[1]).toBe('unreadable');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('reports a name that is too long', () => {
    expect(short(`512-555-0001,${'x'.repeat(201)}`)[0]?.[1]).toBe('long_name');
  });

  const written = (digits: string, form: number): string =>
    [
      `+1${digits}`,
      digits,
      `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
      `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
      `1-${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
    ][form] ?? '';

  it('is read exactly in any format that programs write', () => {
    const number = fc
      .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 2_000_000, max: 9_999_999 }))
      .map(([area, rest]) => `${area}${rest}`);
    const name = fc
      .stringMatching(/^[A-Za-zñé][A-Za-zñé ,;"'|\t\n-]{0,18}[a-z]$/)
      .filter((text) => !/name|phone|number|cell|tel|label|who|contact/i.test(text));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, fc.nat(4), name), { minLength: 2, maxLength: 20 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('\n', '\r\n'),
        (rows, delimiter, withHeader, nameFirst, newline) => {
          const order = <T>(phone: T, label: T): T[] =>
            nameFirst ? [label, phone] : [phone, label];
          const table = rows.map(([digits, form, label]) => order(written(digits, form), label));
          const text = Papa.unparse(withHeader ? [order('Phone', 'Name'), ...table] : table, {
            delimiter,
            newline,
            quotes: true,
          });
          expect(
            read(text).map((each) => [
              each.reading.ok ? each.reading.phoneNumber : each.reading.mistake,
              each.name,
            ]),
          ).toEqual(
            rows.map(([digits, , label]) => [`+1${digits}`, label.replaceAll(/\s+/g, ' ')]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws and never drops a line with content', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 12 }),
        (lines) => {
          const plain = lines.filter((line) => !/["\n\r\u2028\u2029,;|\t]/.test(line));
          const rows = new Set(read(plain.join('\n')).map(({ row }) => row));
          const isHeader = (line: string): boolean => /[a-z]{3}/i.test(line);
          for (const [index, line] of plain.entries())
            if (line.trim() !== '' && !(rows.size === 0 || isHeader(line)))
              expect(rows.has(index + 1), JSON.stringify(line)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the preview of a list', () => {
  const known = (phoneNumber: string, isDeleted: boolean): PhoneNumber => ({
    accountID: 'a' as AccountID,
    businessID: 'b',
    phoneNumberID: phoneNumber,
    phoneNumber,
    name: 'Van',
    isDeleted,
    createdAt: null,
    lastUsedAt: null,
  });

  it('marks rows as new, duplicate, registered, or unusable', () => {
    const list = read(
      `${austin(1)}\n${austin(2)}\n(512) 555-0001\nnobody\n${austin(3)}\n999-555-0100`,
    );
    const rows = buildPreview(list, [known(austin(2), false), known(austin(3), true)]);
    expect(rows.map(({ row, verdict }) => ({ row, ...verdict }))).toEqual([
      { row: 1, state: 'new', phoneNumber: austin(1), doubt: null },
      { row: 2, state: 'registered', phoneNumber: austin(2), as: 'Van' },
      { row: 3, state: 'double', phoneNumber: austin(1), firstRow: 1 },
      { row: 4, state: 'unusable', mistake: 'unreadable' },
      { row: 5, state: 'new', phoneNumber: austin(3), doubt: null },
      { row: 6, state: 'new', phoneNumber: '+19995550100', doubt: 'area' },
    ]);
  });
});
