/** In which themes and at which sizes screens are looked at, and which one is a state's own. */
import { createHash } from 'node:crypto';

export type Way = {
  readonly theme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
};

/** The two usual sizes of a window, each in both themes. */
export const everyWay: readonly Way[] = (['light', 'dark'] as const).flatMap((theme) =>
  [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ].map((size) => ({ theme, size })),
);

/** The way in which `npm test` looks at a state of a screen: the same at each run. */
export const wayOf = (name: string): Way => {
  const [first = 0] = createHash('sha256').update(name).digest();
  return everyWay[first % everyWay.length] as Way;
};
