/** Decodes HTML entities, which answers and names of the service can contain. */
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  times: '×',
  cent: '¢',
  pound: '£',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
  iexcl: '¡',
  iquest: '¿',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  uuml: 'ü',
};

/** Decodes a character; null for one that text must not contain. */
const decodeCharacter = (code: number): string | null => {
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || !(code <= 0x10ffff) ? null : String.fromCodePoint(code);
};

/** Decodes entities; unknown ones stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][\da-zA-Z]{1,9}));/g,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (decimal !== undefined) return decodeCharacter(Number(decimal)) ?? whole;
          if (hex !== undefined) return decodeCharacter(Number.parseInt(hex, 16)) ?? whole;
          return name !== undefined && Object.hasOwn(namedEntities, name)
            ? (namedEntities[name] ?? whole)
            : whole;
        },
      )
    : text;
