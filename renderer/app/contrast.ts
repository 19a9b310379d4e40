/**
 * Applies more contrast if the system or the setting asks for it. The setting is stored in
 * localStorage, so that the next start does not flash.
 */
import type { Settings } from '../../contract/settings.ts';

const storageKey = 'hearthline.contrast';

const apply = (): void => {
  const isMore =
    localStorage.getItem(storageKey) === 'more' || matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset['contrast'] = isMore ? 'more' : 'usual';
};

/** Applies the stored setting and follows the system's. */
export const followContrast = (): void => {
  matchMedia('(prefers-contrast: more)').addEventListener('change', apply);
  apply();
};

export const setContrast = (contrast: Settings['contrast']): void => {
  localStorage.setItem(storageKey, contrast);
  apply();
};
