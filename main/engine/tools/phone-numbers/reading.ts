/**
 * What a text says as a phone number that can be registered (live-facts, Phone numbers: +1 and
 * digits only). It never guesses: an extension, a foreign number or letters are named and refused. A
 * number whose area code is merely unknown here is doubted and not refused, because new ones come
 * into use after this app was built.
 */
import {
  findPhoneNumbersInText,
  ParseError,
  parsePhoneNumberWithError,
  type PhoneNumber as Parsed,
} from 'libphonenumber-js/max';
import type { Doubt, Mistake, Reading } from '../../../../contract/commands/phone-numbers.ts';

/** The United States with their territories, and Canada. */
const served: ReadonlySet<string> = new Set(['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP']);

/** A number with a name is never longer, in characters; to look for one in more takes long. */
const longestText = 500;

const unusable = (mistake: Mistake): Reading => ({ ok: false, mistake });

/** Without what contact lists and spreadsheets put around a number, and with `00` as the plus it means. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:tel|phone|cell|mobile)?:\s*/i, '')
    .replace(/^['"=]+|[\s'",;.]+$/g, '')
    .replace(/^00(?=[1-9])/, '+');

const doubtOf = (parsed: Parsed): Doubt | null => {
  if (!parsed.isValid()) return 'area';
  return parsed.country === undefined || served.has(parsed.country) ? null : 'elsewhere';
};

const judge = (parsed: Parsed): Reading => {
  if (parsed.countryCallingCode !== '1') return unusable('foreign');
  if (parsed.ext !== undefined) return unusable('extension');
  const digits = parsed.nationalNumber;
  if (digits.length < 10) return unusable('too_short');
  if (digits.length > 10) return unusable('too_long');
  if (!/^[2-9]\d{2}[2-9]/.test(digits)) return unusable('impossible');
  return { ok: true, phoneNumber: `+1${digits}`, doubt: doubtOf(parsed) };
};

/** How a text that is no number at all looks. */
const mistakeOf = (text: string): Mistake => {
  if (findPhoneNumbersInText(text, 'US').length > 1) return 'several';
  return /\d{3}/.test(text) && /\p{L}{2}/u.test(text) ? 'letters' : 'unreadable';
};

/**
 * Reads a whole text as one number.
 * @param given as a person wrote it; without a country code it is North American
 */
export const readNumber = (given: string): Reading => {
  const text = bare(given);
  if (text === '') return unusable('empty');
  if (text.length > longestText) return unusable('unreadable');
  if (/^\d(?:[.,]\d+)?E\+?\d+$/i.test(text)) return unusable('rounded');
  try {
    return judge(parsePhoneNumberWithError(text, { defaultCountry: 'US', extract: false }));
  } catch (thrown) {
    if (!(thrown instanceof ParseError)) throw thrown;
    const mistake = mistakeOf(text);
    if (mistake === 'several') return unusable(mistake);
    if (thrown.message === 'TOO_SHORT') return unusable('too_short');
    if (thrown.message === 'TOO_LONG') return unusable('too_long');
    return unusable(thrown.message === 'INVALID_COUNTRY' ? 'foreign' : mistake);
  }
};

/**
 * The one number inside a text that says more ("Jane 512-555-0100"), with the rest of the text; null
 * when there is none or more than one.
 */
export const findNumber = (
  given: string,
): { readonly reading: Reading; readonly rest: string } | null => {
  const text = given.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  if (text.length > longestText) return null;
  const [found, another] = findPhoneNumbersInText(text, 'US');
  if (found === undefined || another !== undefined) return null;
  const around = `${text.slice(0, found.startsAt)} ${text.slice(found.endsAt)}`;
  const rest = around.replaceAll(/\s+/g, ' ').replace(/^[\s,;:|()-]+|[\s,;:|()-]+$/g, '');
  return { reading: judge(found.number), rest };
};
