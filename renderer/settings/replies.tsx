/** Sending of replies, and a link to the saved ones. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { ChoiceRow, SettingRow, type SectionProps } from './setting-row.tsx';

const undoChoices = [0, 5, 10, 20, 30];

export const Replies = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('settings');
  const { session } = usePlatform();
  const options = [...new Set([...undoChoices, settings.undoSeconds])].toSorted((a, b) => a - b);
  return (
    <>
      <ChoiceRow
        name="send"
        value={settings.sendOpensNext ? 'next' : 'stay'}
        options={['next', 'stay']}
        getLabel={(way) => t(`sends.${way}`)}
        onChange={(way) => set({ sendOpensNext: way === 'next' })}
      />
      <ChoiceRow
        name="undo"
        value={settings.undoSeconds}
        options={options}
        getLabel={(count) => (count === 0 ? t('undoOff') : t('undoSeconds', { count }))}
        onChange={(undoSeconds) => set({ undoSeconds })}
      />
      <SettingRow name="savedReplies">
        <Button onClick={() => session.getState().go('savedReplies')}>{t('manage')}</Button>
      </SettingRow>
    </>
  );
};
