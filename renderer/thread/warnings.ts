/**
 * What marketplaces often forbid in messages. The professional is told while writing, and never
 * held back: it is their message.
 */
export type Warning = 'phone' | 'email' | 'link';

const email = /[\p{L}\d._%+-]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+/u;
const link = /\bhttps?:\/\/\S+|\bwww\.\S+\.\S+|\b[a-z\d-]+\.(com|net|org|io|co|us|biz|info)\b/i;
/** Ten digits and more with the usual marks between them, but not a price or a date. */
const phone = /(?<![\d$€.,])(\+?\d{1,3}[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/;

export const warningsOf = (text: string): readonly Warning[] => {
  const found: Warning[] = [];
  if (phone.test(text)) found.push('phone');
  if (email.test(text)) found.push('email');
  if (link.test(text.replace(new RegExp(email, 'gu'), ' '))) found.push('link');
  return found;
};
