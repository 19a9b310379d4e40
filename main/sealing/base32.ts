/** Base32 (RFC 4648) in lower case, without padding. */

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

export const toBase32 = (bytes: Uint8Array): string => {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= 31;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
};

/** Decodes a text in upper or lower case; null if it contains another character. */
export const fromBase32 = (text: string): Buffer | null => {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.toLowerCase()) {
    const five = alphabet.indexOf(letter);
    if (five === -1) return null;
    value = ((value << 5) | five) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >>> bits) & 255);
  }
  return Buffer.from(bytes);
};
