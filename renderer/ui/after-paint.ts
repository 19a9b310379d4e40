/** Waits until what was just rendered can be seen: the frame after the next one has begun. */

/** Calls `then` after the paint; the answer calls it off. */
export const afterPaint = (then: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
};
