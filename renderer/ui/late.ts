/** Timing of renders: loading states that appear late, and work after the paint. */
import { useEffect, useState } from 'react';

/** True once `on` has been true for 150 ms (`ms`), so that quick loading shows no loading state. */
export const useLate = (on: boolean, ms = 150): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on, ms]);
  return on && isLate;
};

/** Calls `then` once the current render is visible; the returned function cancels it. */
export const runAfterPaint = (then: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
};
