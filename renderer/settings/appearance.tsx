/** Theme, contrast, text size, density and language. */
import { useTranslation } from 'react-i18next';
import { textSizes } from '../../contract/limits.ts';
import { ChoiceRow, type SectionProps } from './setting-row.tsx';

export const Appearance = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('settings');
  return (
    <>
      <ChoiceRow
        name="theme"
        value={settings.theme}
        options={[
          ['system', t('themes.system')],
          ['light', t('themes.light')],
          ['dark', t('themes.dark')],
        ]}
        onChange={(theme) => set({ theme })}
      />
      <ChoiceRow
        name="contrast"
        value={settings.contrast}
        options={[
          ['system', t('contrasts.system')],
          ['more', t('contrasts.more')],
        ]}
        onChange={(contrast) => set({ contrast })}
      />
      <ChoiceRow
        name="textSize"
        value={String(settings.textSize)}
        options={textSizes.map((size) => [String(size), t('percent', { size })])}
        onChange={(chosen) => {
          const textSize = textSizes.find((size) => String(size) === chosen);
          if (textSize !== undefined) set({ textSize });
        }}
      />
      <ChoiceRow
        name="density"
        value={settings.density}
        options={[
          ['comfortable', t('densities.comfortable')],
          ['compact', t('densities.compact')],
        ]}
        onChange={(density) => set({ density })}
      />
      <ChoiceRow
        name="language"
        value={settings.language}
        options={[
          ['system', t('languages.system')],
          ['en', t('languages.en')],
          ['es', t('languages.es')],
        ]}
        onChange={(language) => set({ language })}
      />
    </>
  );
};
