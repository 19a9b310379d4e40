/** Colors, contrast, sizes and language. */
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
        labelOf={(theme) => t(`themes.${theme}`)}
        onChange={(theme) => set({ theme })}
      />
      <ChoiceRow
        name="contrast"
        value={settings.contrast}
        options={['system', 'more']}
        labelOf={(contrast) => t(`contrasts.${contrast}`)}
        onChange={(contrast) => set({ contrast })}
      />
      <ChoiceRow
        name="textSize"
        value={settings.textSize}
        options={textSizes}
        labelOf={(size) => t('percent', { size })}
        onChange={(textSize) => set({ textSize })}
      />
      <ChoiceRow
        name="density"
        value={settings.density}
        options={['comfortable', 'compact']}
        labelOf={(density) => t(`densities.${density}`)}
        onChange={(density) => set({ density })}
      />
      <ChoiceRow
        name="language"
        value={settings.language}
        options={['system', 'en', 'es']}
        labelOf={(language) => t(`languages.${language}`)}
        onChange={(language) => set({ language })}
      />
    </>
  );
};
