/** Words that occur once in the whole campaign: by them a text is known wherever it turns up. */
const pattern = /\bq\d+[a-z]+zq\b/g;

/** Every word of this kind in a text. */
export const wordsIn = (text: string): readonly string[] => text.match(pattern) ?? [];

/** Makes words, each another one. */
export const createWords = (): (() => string) => {
  let last = 0;
  return () => {
    last += 1;
    const letters = [...String(last)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    return `q${last}${letters}zq`;
  };
};
