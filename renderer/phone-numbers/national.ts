/** Numbers as people in their country write them; what is kept and sent stays E.164. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** "(512) 555-0100" for a +1 number, the international form for another, else the text itself. */
export const national = (phoneNumber: string): string => {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (parsed === undefined) return phoneNumber;
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational();
};
