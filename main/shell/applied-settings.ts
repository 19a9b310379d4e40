/** Applies the engine's settings to everything outside the page: theme, zoom, language and spelling. */
import { app, nativeTheme } from 'electron';
import type { Settings } from '../../contract/settings.ts';
import type { EngineService } from './engine-service.ts';
import type { Front } from './front.ts';
import type { Spelling } from './spelling.ts';
import { chooseLanguage, type AppLanguage } from './words.ts';

type Listener = (settings: Settings, language: AppLanguage) => void;

export const createAppliedSettings = (
  engine: Pick<EngineService, 'query' | 'events'>,
  getWindow: Front['getWindow'],
  spelling: Pick<Spelling, 'updateLanguages'>,
) => {
  let language = chooseLanguage('system', app.getLocale());
  const listeners: Listener[] = [];
  const apply = async (): Promise<void> => {
    const answer = await engine.query('settings.get');
    if (!answer.ok) return;
    const { settings } = answer.value;
    nativeTheme.themeSource = settings.theme;
    getWindow()?.webContents.setZoomFactor(settings.textSize / 100);
    language = chooseLanguage(settings.language, app.getLocale());
    spelling.updateLanguages(language, app.getPreferredSystemLanguages());
    for (const listener of listeners) listener(settings, language);
  };
  engine.events.on('changed', ({ change }) => {
    if (change.kinds.includes('settings')) void apply();
  });
  const onApplied = (listener: Listener): void => void listeners.push(listener);
  return { getLanguage: () => language, apply, onApplied };
};
