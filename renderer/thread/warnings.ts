/** Finds content that marketplaces often forbid. The composer warns about it and never blocks sending. */
export type Warning = 'phone' | 'email' | 'link';

// The lengths are bounded so that long texts take linear time.
const email = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(\.[\p{L}\d-]{1,63})+/u;
const link =
  /\bhttps?:\/\/\S+|\bwww\.\S+\.\S+|\b[a-z\d-]{1,63}\.(com|net|org|io|co|us|biz|info)\b/i;
/** Ten digits or more with the usual separators, but no price and no date. */
const phone = /(?<![\d$€.,])(\+?\d{1,3}[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/;

export const findWarnings = (text: string): readonly Warning[] => {
  const found: Warning[] = [];
  if (phone.test(text)) found.push('phone');
  if (email.test(text)) found.push('email');
  if (link.test(text.replace(new RegExp(email, 'gu'), ' '))) found.push('link');
  return found;
};
