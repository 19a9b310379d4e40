/**
 * Invented texts of customers and professionals, the same for each seed. Word frequencies, names and phone
 * numbers are as uneven as in real language, so that search and indexes are measured realistically.
 */

/** Numbers from 0 to 1, the same for each seed (mulberry32). */
export type Chance = () => number;

export const createChance = (seed: number): Chance => {
  let state = (seed * 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const pick = <T>(from: readonly T[], chance: Chance): T =>
  from[Math.floor(chance() * from.length)] as T;

const english =
  'the to and a is you we for in it can of on have that be our your will at this are with do not so if would like me my but or when there from just get as need time what please they up was out about some one all know work could than thanks how by work back only good also an which house see then come any other very into day before after next two over them still old new well sure around much already price first really want make help big soon check today tomorrow morning afternoon evening week weekend month Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(
    ' ',
  );
const spanish =
  'que de la el en y a los se un por con para una su no es lo al como más pero sus le ya este cuando muy sin sobre también me hasta hay donde quien desde todo nos durante uno ni contra ese eso mañana tarde gracias puede casa precio trabajo cocina baño necesito quisiera cuánto señor señora días semana'.split(
    ' ',
  );
const trades = [
  'faucet sink toilet pipe leak drain water heater valve shower bathtub disposal sewer plumber pressure',
  'mower lawn hedge tree branch stump garden sprinkler mulch leaves yard grass weeds fence patio',
  'paint wall ceiling trim primer coat color brush stain cabinet drywall plaster ladder roof siding',
  'outlet breaker panel wire switch light fan circuit volt charger socket dimmer lamp electrician meter',
  'sofa boxes truck piano stairs elevator moving storage mattress wardrobe packing fragile dolly loading blankets',
].map((words) => words.split(' '));

const starts = 'b br c ch d dr f fl g gr h j k l m n p pr qu r s sh sl st t tr v w z'.split(' ');
const middles = 'a e i o u ai ea oo ou ie'.split(' ');
const ends = 'b ck d ft g l ll m mp n nd ng nt p r rd rn s sk st t x'.split(' ');

/** Rare words: place names, brands, misspellings. They make up most of a vocabulary. */
const tail = Array.from({ length: 12_000 }, (_, index) => {
  const chance = createChance(index + 1);
  const syllables = 2 + Math.floor(chance() * 2);
  let word = '';
  for (let at = 0; at < syllables; at += 1) {
    word +=
      pick(starts, chance) + pick(middles, chance) + (chance() < 0.5 ? pick(ends, chance) : '');
  }
  return word;
});

/** The n-th word has a frequency of about 1/n (Zipf). */
const pickZipf = (length: number, chance: Chance): number =>
  Math.min(length - 1, Math.floor((length + 1) ** chance()) - 1);

/** In every tenth message; `common` words are in about a third each. */
export const everyTenth = 'estimate';
export const common = ['kitchen', 'available'] as const;
/** In about twenty messages of ten thousand leads, and in two hundred of a hundred thousand. */
export const rare = 'zubrowka';

const vocabularies = trades.map((trade, index) => [
  ...(index === 4 ? [...spanish, ...english] : english),
  ...trade,
  ...tail,
]);

const word = (vocabulary: readonly string[], trade: readonly string[], chance: Chance): string =>
  chance() < 0.12 ? pick(trade, chance) : (vocabulary[pickZipf(vocabulary.length, chance)] ?? 'a');

/** An American phone number from the range reserved for fiction. */
export const createPhoneNumber = (chance: Chance): string =>
  `(${pick(['512', '415', '206', '312', '305'], chance)}) 555-${String(Math.floor(chance() * 10_000)).padStart(4, '0')}`;

/** A text of about `words` words in a trade's vocabulary. */
export const createSentence = (trade: number, words: number, chance: Chance): string => {
  const vocabulary = vocabularies[trade % vocabularies.length] ?? english;
  const own = trades[trade % trades.length] ?? [];
  const written = Array.from({ length: words }, () => word(vocabulary, own, chance));
  const marked = [
    ...(chance() < 0.1 ? [everyTenth] : []),
    ...common.filter(() => chance() < 0.33),
    ...(chance() < 0.0002 ? [rare] : []),
    ...(chance() < 0.03 ? [createPhoneNumber(chance)] : []),
  ];
  for (const one of marked) written.splice(Math.floor(chance() * written.length), 0, one);
  const text = `${written.join(' ')}${pick(['.', '.', '?', '!', ''], chance)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const firstNames =
  'Maria James Linda Robert Ana Michael Sofía David Emily José Karen Thomas Nancy Luis Donna Chen Ruth Ahmed Olga Pat'.split(
    ' ',
  );
const lastNames =
  'Gomez Smith Johnson Nguyen Brown García Miller Davis Martínez Wilson Anderson Thomas Lee Walker Hall Young Allen King Wright Peña'.split(
    ' ',
  );

export const createPersonName = (chance: Chance): { firstName: string; lastName: string } => ({
  firstName: pick(firstNames, chance),
  lastName: `${pick(lastNames, chance)}${chance() < 0.3 ? `-${pick(tail, chance)}` : ''}`,
});

/** Words per message: mostly few, sometimes many. */
export const pickMessageLength = (chance: Chance): number => 3 + Math.floor(40 * chance() ** 2.2);
