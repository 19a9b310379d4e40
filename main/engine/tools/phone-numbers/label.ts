/**
 * Names are optional here, but the service shows one in every body and does not say that it may be
 * empty (service.md, K). A number without a name is registered under its own digits, and read back
 * as one without a name.
 */
import type { NewPhoneNumber } from '../../accounts/service.ts';

/** "(512) 555-0100", or the E.164 form of a number from elsewhere. */
const ownDigits = (phoneNumber: string): string =>
  phoneNumber.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** What is sent to the service: never without a name. */
export const labeled = ({ phoneNumber, name }: NewPhoneNumber): NewPhoneNumber => ({
  phoneNumber,
  name: name === '' ? ownDigits(phoneNumber) : name,
});

/** The professional's word for a number, empty when it is registered under its own digits. */
export const nameOf = ({ phoneNumber, name }: NewPhoneNumber): string =>
  name === ownDigits(phoneNumber) ? '' : name;
