/**
 * Parses phone numbers that can be registered: +1 and ten digits. Extensions, foreign numbers and letters are rejected.
 * An unknown area code is only a doubt, because it may be newer than this app.
 */
import {
  findPhoneNumbersInText,
  ParseError,
  parsePhoneNumberWithError,
  type PhoneNumber as Parsed,
} from 'libphonenumber-js/max';
import type { Doubt, Mistake, Reading } from '../../../../contract/commands/phone-numbers.ts';

/** The United States with its territories, and Canada. */
const servedCountries: ReadonlySet<string> = new Set(['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP']);

/** Limit in characters: cleaning and searching a longer text is slow. */
const maxTextLength = 500;

const reject = (mistake: Mistake): Reading => ({ ok: false, mistake });

/** Removes what contact lists and spreadsheets add, and replaces a leading `00` by a plus. */
const cleanUp = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:tel|phone|cell|mobile)?:\s*/i, '')
    .replace(/^['"=]+|[\s'",;.]+$/g, '')
    .replace(/^00(?=[1-9])/, '+');

const findDoubt = (parsed: Parsed): Doubt | null => {
  if (!parsed.isValid()) return 'area';
  return parsed.country === undefined || servedCountries.has(parsed.country) ? null : 'elsewhere';
};

const validate = (parsed: Parsed): Reading => {
  if (parsed.countryCallingCode !== '1') return reject('foreign');
  if (parsed.ext !== undefined) return reject('extension');
  const digits = parsed.nationalNumber;
  if (digits.length < 10) return reject('too_short');
  if (digits.length > 10) return reject('too_long');
  if (!/^[2-9]\d{2}[2-9]/.test(digits)) return reject('impossible');
  return { ok: true, phoneNumber: `+1${digits}`, doubt: findDoubt(parsed) };
};

const findMistake = (text: string): Mistake => {
  if (findPhoneNumbersInText(text, 'US').length > 1) return 'several';
  return /\d{3}/.test(text) && /\p{L}{2}/u.test(text) ? 'letters' : 'unreadable';
};

/** Parses a whole text as one number, North American unless it has a country code. */
export const parseNumber = (input: string): Reading => {
  if (input.trim().length > maxTextLength) return reject('unreadable');
  const text = cleanUp(input);
  if (text === '') return reject('empty');
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) return reject('rounded');
  try {
    return validate(parsePhoneNumberWithError(text, { defaultCountry: 'US', extract: false }));
  } catch (thrown) {
    if (!(thrown instanceof ParseError)) throw thrown;
    const mistake = findMistake(text);
    if (mistake === 'several') return reject(mistake);
    if (thrown.message === 'TOO_SHORT') return reject('too_short');
    if (thrown.message === 'TOO_LONG') return reject('too_long');
    return reject(thrown.message === 'INVALID_COUNTRY' ? 'foreign' : mistake);
  }
};

/** Finds the one number inside a longer text, and returns the rest too; null for none or several. */
export const findNumber = (
  input: string,
): { readonly reading: Reading; readonly rest: string } | null => {
  const text = input.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (text.length > maxTextLength) return null;
  const [found, another] = findPhoneNumbersInText(text, 'US');
  if (found === undefined || another !== undefined) return null;
  const around = `${text.slice(0, found.startsAt)} ${text.slice(found.endsAt)}`;
  const rest = around.replaceAll(/\s+/g, ' ').replace(/^[\s,;:|()-]+|[\s,;:|()-]+$/g, '');
  return { reading: validate(found.number), rest };
};
