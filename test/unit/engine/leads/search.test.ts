import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedFromLeads } from '../../../../main/engine/leads/derived.ts';
import { applyAllChanges } from '../../../../main/engine/leads/search.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';

const bench = (): Bench => {
  const made = testIngest();
  made.deliver('NegotiationCreatedV4', negotiation('1'));
  made.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'The boiler leaks', noon));
  made.deliver(
    'NegotiationCreatedV4',
    negotiation('2', {
      customer: { customerID: 'c2', firstName: 'José', lastName: 'Ñúñez' },
      request: {
        description: 'Нужен сантехник',
        category: { name: 'Electrical' },
        location: { address1: '1502 Pecan St', address2: 'Apt 7', city: 'Dallas', zipCode: 75201 },
        details: [{ question: 'Which rooms?', answer: 'Kitchen &amp; bath' }],
      },
    }),
  );
  made.deliver(
    'MessageCreatedV4',
    message('m2', '2', 'Customer', '台所の水漏れの修理をお願いします', noon),
  );
  made.deliver(
    'MessageCreatedV4',
    message('m3', '2', 'Customer', 'يُوجَد تَسَرُّب في المطبـــخ · נְזִילָה בַּמִּטְבָּח', noon + 1),
  );
  return made;
};

const found = ({ view }: Bench, query: string): readonly string[] =>
  view('all', query).map((lead) => lead.customerName);

const maria = ['Maria Gomez'];
const jose = ['José Ñúñez'];

describe('search', () => {
  it.each([
    ['a customer’s name', 'gomez', maria],
    ['the beginning of the last word', 'gom', maria],
    ['a name without its accents', 'jose nunez', jose],
    ['a category', 'electrical', jose],
    ['a city', 'Dallas', jose],
    ['the street of the job', '1502 pecan', jose],
    ['the apartment', 'apt 7', jose],
    ['the zip code', '75201', jose],
    ['the request', 'kitchen tap', maria],
    ['an answer', 'bath', jose],
    ['a message', 'boiler', maria],
    ['words of the lead and of a message together', 'maria boiler', maria],
    ['Cyrillic', 'сантехник', jose],
    ['Japanese in the middle of a sentence', '修理', jose],
    ['Arabic without its vowel marks', 'تسرب', jose],
    ['Arabic with other vowel marks', 'تَسْرُب', jose],
    ['an Arabic word written with elongation', 'المطبخ', jose],
    ['Hebrew without its points', 'נזילה במטבח', jose],
    ['words that no lead has all of', 'maria electrical', []],
    ['the middle of a word', 'oiler', []],
    ['the beginning of a word that is not the last', 'boil leaks', []],
  ])('matches %s', (_, query, expected) => {
    expect(found(bench(), query)).toEqual(expected);
  });

  it.each(['1502 pecan', 'apt 7', '75201'])(
    'finds the address after the index is rebuilt: %s',
    (query) => {
      const made = bench();
      derivedFromLeads.rebuild(made.store);
      applyAllChanges(made.store);
      expect(found(made, query)).toEqual(jose);
    },
  );

  it('lists the whole view when the query has no words', () => {
    expect(found(bench(), ' "* ')).toHaveLength(2);
  });

  it('treats any input as words, never as syntax', () => {
    const made = bench();
    const syntax = fc.constantFrom(
      '"',
      "'",
      '*',
      '(',
      ')',
      'NEAR(a b)',
      'OR',
      'AND',
      'NOT',
      'text:',
      '^',
      '-',
      '+',
      '{',
      '}',
      '\0',
      ';',
      '%',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(syntax, fc.string({ unit: 'binary' }))), (parts) => {
        made.view('all', parts.join(' '));
      }),
      { numRuns: 300 },
    );
    expect(found(made, 'boiler OR dallas')).toEqual([]);
  });

  it('is limited to the view', () => {
    expect(bench().view('archived', 'boiler')).toEqual([]);
  });
});
