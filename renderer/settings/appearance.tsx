/** How the window looks, and in which language. */
import { useTranslation } from 'react-i18next';
import { textSizes } from '../../contract/limits.ts';
import { Choice } from './choice.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingRow } from './setting-row.tsx';

export const Appearance = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('settings');
  return (
    <>
      <SettingRow name="theme">
        {(label) => (
          <Choice
            label={label}
            value={settings.theme}
            options={[
              ['system', t('themes.system')],
              ['light', t('themes.light')],
              ['dark', t('themes.dark')],
            ]}
            onChange={(theme) => set({ theme })}
          />
        )}
      </SettingRow>
      <SettingRow name="contrast">
        {(label) => (
          <Choice
            label={label}
            value={settings.contrast}
            options={[
              ['system', t('contrasts.system')],
              ['more', t('contrasts.more')],
            ]}
            onChange={(contrast) => set({ contrast })}
          />
        )}
      </SettingRow>
      <SettingRow name="textSize">
        {(label) => (
          <Choice
            label={label}
            value={String(settings.textSize)}
            options={textSizes.map((size) => [String(size), t('percent', { size })])}
            onChange={(chosen) => {
              const textSize = textSizes.find((size) => String(size) === chosen);
              if (textSize !== undefined) set({ textSize });
            }}
          />
        )}
      </SettingRow>
      <SettingRow name="density">
        {(label) => (
          <Choice
            label={label}
            value={settings.density}
            options={[
              ['comfortable', t('densities.comfortable')],
              ['compact', t('densities.compact')],
            ]}
            onChange={(density) => set({ density })}
          />
        )}
      </SettingRow>
      <SettingRow name="language">
        {(label) => (
          <Choice
            label={label}
            value={settings.language}
            options={[
              ['system', t('languages.system')],
              ['en', t('languages.en')],
              ['es', t('languages.es')],
            ]}
            onChange={(language) => set({ language })}
          />
        )}
      </SettingRow>
    </>
  );
};
