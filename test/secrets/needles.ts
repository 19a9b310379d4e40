/**
 * Forms of a secret (plain, base64 at any offset, hexadecimal, percent, UTF-16, JSON), and a one-pass search
 * for thousands of them.
 */

/** The part of the text's base64 that does not depend on its neighbors, for each of three offsets. */
const encodeBase64 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = before === 0 ? 0 : before + 1;
    const whole = text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });

const encodePercent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Every form to search for. */
export const listForms = (secret: string): readonly Buffer[] => {
  const bytes = Buffer.from(secret);
  const hexadecimal = bytes.toString('hex');
  const texts = [
    secret,
    secret.split('').toReversed().join(''),
    ...encodeBase64(bytes),
    hexadecimal,
    hexadecimal.toUpperCase(),
    encodeURIComponent(secret),
    encodePercent(secret),
    encodePercent(secret).toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
  ];
  const decoded = Buffer.from(secret, 'base64');
  return [
    ...[...new Set(texts)].map((text) => Buffer.from(text)),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(secret, 'utf16le').swap16(),
    // The bytes that a key or a token was made of.
    ...(/^[\w+/-]{32,}={0,2}$/.test(secret) ? [decoded] : []),
  ];
};

const tableBits = 22;
/** Index of four bytes, read as one number, in the table. */
const computeIndex = (four: number): number => Math.imul(four, 0x9e3779b1) >>> (32 - tableBits);

/** @returns a function that finds the names of all secrets in the bytes, each once */
export const createFinder = (
  secrets: ReadonlyMap<string, string>,
): ((bytes: Uint8Array) => readonly string[]) => {
  const mayBegin = new Uint8Array(1 << tableBits);
  const forms = new Map<number, { readonly name: string; readonly form: Buffer }[]>();
  for (const [secret, name] of secrets) {
    for (const form of listForms(secret)) {
      const four = form.readInt32BE(0);
      mayBegin[computeIndex(four)] = 1;
      forms.set(four, [...(forms.get(four) ?? []), { name, form }]);
    }
  }
  return (bytes) => {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const names = new Set<string>();
    let four = 0;
    for (let at = 0; at < all.length; at += 1) {
      four = (four << 8) | (all[at] ?? 0);
      if (mayBegin[computeIndex(four)] === 0) continue;
      const start = at - 3;
      for (const { name, form } of forms.get(four) ?? [])
        if (all.subarray(start, start + form.length).equals(form)) names.add(name);
    }
    return [...names];
  };
};
