/** Colors, text size, density and language. */
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
        options={['system', 'light', 'dark']}
        getLabel={(theme) => t(`themes.${theme}`)}
        onChange={(theme) => set({ theme })}
      />
      <ChoiceRow
        name="contrast"
        value={settings.contrast}
        options={['system', 'more']}
        getLabel={(contrast) => t(`contrasts.${contrast}`)}
        onChange={(contrast) => set({ contrast })}
      />
      <ChoiceRow
        name="textSize"
        value={settings.textSize}
        options={textSizes}
        getLabel={(size) => t('percent', { size })}
        onChange={(textSize) => set({ textSize })}
      />
      <ChoiceRow
        name="density"
        value={settings.density}
        options={['comfortable', 'compact']}
        getLabel={(density) => t(`densities.${density}`)}
        onChange={(density) => set({ density })}
      />
      <ChoiceRow
        name="language"
        value={settings.language}
        options={['system', 'en', 'es']}
        getLabel={(language) => t(`languages.${language}`)}
        onChange={(language) => set({ language })}
      />
    </>
  );
};
