/** Does something later, once; the answer calls it off. */
export type After = (milliseconds: number, then: () => void) => () => void;

export const after: After = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
};
