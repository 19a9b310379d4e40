/** Detects a customer's language by common short words and by characters that only Spanish has. */

export const replyLanguages = ['en', 'es'] as const;
export type ReplyLanguage = (typeof replyLanguages)[number];

export const getOtherLanguage = (language: ReplyLanguage): ReplyLanguage =>
  language === 'en' ? 'es' : 'en';

/** Words of both languages ("a", "me", "no", "he", "son") are in neither list. */
const smallWords: Readonly<Record<ReplyLanguage, ReadonlySet<string>>> = {
  en: new Set(
    `the and is are was i i'm my we you your to of on for with have has need want would could can it
     this that at from be been how when what much do does our there not hello hi thanks thank please
     get if or but will`.split(/\s+/),
  ),
  es: new Set(
    `el la los las de del que y en un una por para con se mi mis tengo tenemos necesito necesitamos
     quiero quisiera hola gracias buenos buenas dias tardes noches cuando cuanto cuesta puede pueden
     podria esta estoy es como hay al lo le su pero porque tambien mas favor usted ustedes nos`.split(
      /\s+/,
    ),
  ),
};

/** A language is clear if it has at least this many times the words of the other one. */
const minRatio = 2;
/** A text with fewer words of a language, such as "Ok, thanks!", does not overrule an earlier, longer one. */
const minCertainWords = 3;

type Detected = { readonly language: ReplyLanguage; readonly words: number };

const detect = (text: string): Detected | null => {
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z']+/g);
  const count = (language: ReplyLanguage): number =>
    words?.filter((word) => smallWords[language].has(word)).length ?? 0;
  const spanishSigns = text.match(/[ñ¿¡]/giu)?.length ?? 0;
  const [en, es] = [count('en'), count('es') + spanishSigns];
  if (es > 0 && es >= en * minRatio) return { language: 'es', words: es };
  return en > 0 && en >= es * minRatio ? { language: 'en', words: en } : null;
};

/** Returns the language of a text; null if it is not clear. */
export const detectLanguage = (text: string): ReplyLanguage | null =>
  detect(text)?.language ?? null;

/** Returns the language of a customer's messages (latest first); null if none is clear. */
export const detectCustomerLanguage = (texts: Iterable<string>): ReplyLanguage | null => {
  let likely: ReplyLanguage | null = null;
  for (const text of texts) {
    const detected = detect(text);
    if (detected !== null && detected.words >= minCertainWords) return detected.language;
    likely ??= detected?.language ?? null;
  }
  return likely;
};
