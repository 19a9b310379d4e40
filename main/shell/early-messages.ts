/** Keeps what a child says until somebody listens. */

/**
 * @param listen hands over whatever the child says, from now on
 * @returns takes the one listener; what came before it is told in its order, and before what comes after
 */
export const keepEarly = (
  listen: (listener: (message: unknown) => void) => void,
): ((listener: (message: unknown) => void) => void) => {
  const early: unknown[] = [];
  const keep = (message: unknown): void => void early.push(message);
  let tell = keep;
  listen((message) => tell(message));
  return (listener) => {
    // Whoever listens may not be whole yet.
    queueMicrotask(() => {
      tell = listener;
      for (const message of early.splice(0)) listener(message);
    });
  };
};
