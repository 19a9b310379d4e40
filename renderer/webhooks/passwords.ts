/** Credentials that nobody can guess, made where they are shown: 192 random bits, easy to copy. */

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~';

const randomText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length * 4))]
    // The largest multiple of the alphabet below 256: every letter is as likely as the others.
    .filter((byte) => byte < 256 - (256 % letters.length))
    .slice(0, length)
    .map((byte) => letters[byte % letters.length])
    .join('');

export const generated = (): { readonly username: string; readonly password: string } => ({
  username: `hook-${randomText(8)}`,
  password: randomText(32),
});
