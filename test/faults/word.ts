/** Unique words that identify texts of the campaign. */
const pattern = /\bq\d+[a-z]+zq\b/g;

/** The unique words in a text. */
export const findWords = (text: string): readonly string[] => text.match(pattern) ?? [];

/** Returns a generator of new words. */
export const createWords = (): (() => string) => {
  let last = 0;
  return () => {
    last += 1;
    const letters = [...String(last)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return `q${last}${letters}zq`;
  };
};
