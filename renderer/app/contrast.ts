/**
 * Whether colors are given with more contrast: where the system asks for it, and where the setting does,
 * which is remembered beside the window so that the next start does not flash.
 */
import type { Settings } from '../../contract/settings.ts';

type Contrast = Settings['contrast'];
const key = 'hearthline.contrast';

const show = (): void => {
  const isMore =
    localStorage.getItem(key) === 'more' || matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset['contrast'] = isMore ? 'more' : 'usual';
};

/** Shows what was remembered, and from now on what the system asks for. */
export const followContrast = (): void => {
  matchMedia('(prefers-contrast: more)').addEventListener('change', show);
  show();
};

export const rememberContrast = (contrast: Contrast): void => {
  localStorage.setItem(key, contrast);
  show();
};
