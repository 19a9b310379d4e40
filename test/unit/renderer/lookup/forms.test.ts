import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupRequest } from '../../../../contract/commands/lookup.ts';
import {
  findMistakes,
  forms,
  isOptional,
  buildRequest,
  initialValues,
  type FieldName,
  type Values,
} from '../../../../renderer/lookup/forms.ts';

type Kind = keyof typeof forms;
const kinds = Object.keys(forms) as Kind[];
const filled: Values = {
  ...initialValues,
  searchQuery: 'tap',
  userQuery: 'my tap drips',
  zipCode: '78701',
  businessID: '12',
  businessIDs: '12\n13',
  negotiationID: '21',
  messageID: '22',
};

describe('the form of a lookup', () => {
  it.each(kinds)('of %s creates a valid request', (kind) => {
    expect(findMistakes(kind, filled)).toEqual({});
    expect(lookupRequest.parse(buildRequest(kind, filled))).toMatchObject({ kind });
  });

  it('finds a mistake exactly when the contract refuses the request', () => {
    const entry = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '',
        ' ',
        '0',
        '1',
        '100',
        '101',
        '-1',
        '1.5',
        '1e2',
        '78701',
        '7870',
        'cma-a',
      ),
      fc.constantFrom(
        'cma-',
        `cma-${'x'.repeat(45)}`,
        '12, 13',
        '12\n../x',
        'a'.repeat(201),
        'house',
      ),
      fc.integer({ min: -5, max: 200_000 }).map(String),
    );
    const names = Object.keys(initialValues) as FieldName[];
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...names),
        entry,
        (kind, name, text) => {
          const values = { ...filled, [name]: text };
          const fine = Object.keys(findMistakes(kind, values)).length === 0;
          const asks = forms[kind].fields.includes(name);
          // An empty number would become 0; only the form knows that nothing was entered.
          if (text.trim() === '' && asks) return void expect(fine).toBe(isOptional(kind, name));
          // Only digits are a number here, unlike in JavaScript.
          if (/^(limit|offset)$/.test(name) && asks && !/^\d+$/.test(text.trim()))
            return void expect(fine).toBe(false);
          expect(fine).toBe(lookupRequest.safeParse(buildRequest(kind, values)).success);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('reports missing fields', () => {
    expect(findMistakes('businesses', {})).toEqual({
      searchQuery: 'required',
      zipCode: 'required',
    });
  });

  it('accepts ids separated by lines or commas, each once', () => {
    expect(buildRequest('reviewsOfSeveral', { businessIDs: ' 12,13\n\n12; 14 ' })).toMatchObject({
      businessIDs: ['12', '13', '14'],
    });
  });
});
