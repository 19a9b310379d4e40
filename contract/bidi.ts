/** Text from right to left within a sentence from left to right, which must not turn what stands beside it around. */

const rightToLeft =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Characters that turn all that follows around, and would beyond the end of the text. */
const overrides = /[\u202a-\u202e]/g;

/** The text as it may stand within a sentence: alone with itself where it goes from right to left. */
export const isolated = (text: string): string => {
  const plain = text.replaceAll(overrides, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
};
