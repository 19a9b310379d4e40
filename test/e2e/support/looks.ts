/** Variants (theme, language, size) of a screen, and the one that a state is checked in. */
import { createHash } from 'node:crypto';

export type Way = {
  readonly theme: 'light' | 'dark';
  readonly contrast: 'no-preference' | 'more';
  readonly size: { readonly width: number; readonly height: number };
  /** Zoom factor. */
  readonly zoom: 1 | 2;
  readonly language: 'en' | 'es';
};

const usual = { contrast: 'no-preference', zoom: 1, language: 'en' } as const;
const small = { width: 1024, height: 700 };
const middle = { width: 1280, height: 800 };
const large = { width: 1920, height: 1080 };

/** Both themes at the usual sizes, with more contrast, at twice the size, and in Spanish. */
export const everyWay: readonly Way[] = (['light', 'dark'] as const).flatMap((theme) => [
  ...[small, middle, large].map((size) => ({ ...usual, theme, size })),
  { ...usual, theme, size: middle, contrast: 'more' as const },
  { ...usual, theme, size: middle, zoom: 2 as const },
  { ...usual, theme, size: theme === 'light' ? middle : small, language: 'es' as const },
]);

/** Part of a picture's file name. */
export const formatWay = ({ theme, contrast, size, zoom, language }: Way): string =>
  [
    theme,
    size.width,
    ...(contrast === 'more' ? ['contrast'] : []),
    ...(zoom === 2 ? ['twice'] : []),
    ...(language === 'es' ? ['es'] : []),
  ].join('-');

/** The variant for a state in `npm test`, the same at each run. */
export const chooseWay = (name: string): Way => {
  const [first = 0] = createHash('sha256').update(name).digest();
  return everyWay[first % everyWay.length] as Way;
};
