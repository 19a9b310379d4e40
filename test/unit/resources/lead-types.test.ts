import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The lead types of the legacy interface. */
const leadTypes =
  'AVAILABILITY CONTACT ESTIMATION CALL BOOKING PHONE_CONSULTATION INSTANT_BOOK SPONSORED INSTANT_CONSULT SERVICE_CALL FULFILLMENT REQUEST_A_QUOTE MISMATCH_REQUEST_A_QUOTE'.split(
    ' ',
  );

it.each(['en', 'es'])(
  'every lead type of the specification has its own label in %s',
  (language) => {
    const file = new URL(
      `../../../resources/locales/${language}/translation.json`,
      import.meta.url,
    );
    const { facts } = JSON.parse(readFileSync(file, 'utf8')) as {
      facts: { leadTypes: Record<string, string> };
    };
    expect(Object.keys(facts.leadTypes).toSorted()).toEqual(leadTypes.toSorted());
    expect(new Set(Object.values(facts.leadTypes)).size).toBe(13);
  },
);
