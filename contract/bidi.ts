/** Isolates right-to-left text, so that it does not reorder the sentence around it. */

const rightToLeft =
  /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u;

/** Characters that set the direction of everything after them, or end an isolation. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes direction overrides and isolates the text if it is right-to-left. */
export const isolate = (text: string): string => {
  const plain = text.replaceAll(overrides, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
};
