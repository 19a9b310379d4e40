/** Applies the engine's settings to everything outside the page: theme, zoom, language and spelling. */
import { app, nativeTheme } from 'electron';
import type { Settings } from '../../contract/settings.ts';
import type { EngineService } from './engine-service.ts';
import type { Front } from './front.ts';
import { languageOf, type Spelling } from './spelling.ts';
import type { AppLanguage } from './words.ts';

type Listener = (settings: Settings, language: AppLanguage) => void;

export const createAppliedSettings = (
  engine: Pick<EngineService, 'query' | 'events'>,
  window: Front['now'],
  spelling: Pick<Spelling, 'follow'>,
) => {
  let language = languageOf('system', app.getLocale());
  const listeners: Listener[] = [];
  const apply = async (): Promise<void> => {
    const answer = await engine.query('settings.get');
    if (!answer.ok) return;
    const { settings } = answer.value;
    nativeTheme.themeSource = settings.theme;
    window()?.webContents.setZoomFactor(settings.textSize / 100);
    language = languageOf(settings.language, app.getLocale());
    spelling.follow(language, app.getPreferredSystemLanguages());
    for (const listener of listeners) listener(settings, language);
  };
  engine.events.on('changed', ({ change }) => {
    if (change.kinds.includes('settings')) void apply();
  });
  const onApplied = (listener: Listener): void => void listeners.push(listener);
  return { language: () => language, apply, onApplied };
};
