/** How replies are sent, and the way to those that are saved. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { Choice } from './choice.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingRow } from './setting-row.tsx';

const undoChoices = [0, 5, 10, 20, 30];

export const Replies = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('settings');
  const { session } = usePlatform();
  const undo = [...new Set([...undoChoices, settings.undoSeconds])].toSorted((a, b) => a - b);
  return (
    <>
      <SettingRow name="send">
        {(label) => (
          <Choice
            label={label}
            value={settings.sendOpensNext ? 'next' : 'stay'}
            options={[
              ['next', t('sends.next')],
              ['stay', t('sends.stay')],
            ]}
            onChange={(way) => set({ sendOpensNext: way === 'next' })}
          />
        )}
      </SettingRow>
      <SettingRow name="undo">
        {(label) => (
          <Choice
            label={label}
            value={String(settings.undoSeconds)}
            options={undo.map((count) => [
              String(count),
              count === 0 ? t('undoOff') : t('undoSeconds', { count }),
            ])}
            onChange={(seconds) => set({ undoSeconds: Number(seconds) })}
          />
        )}
      </SettingRow>
      <SettingRow name="savedReplies">
        {() => (
          <Button variant="default" onClick={() => session.getState().go('savedReplies')}>
            {t('manage')}
          </Button>
        )}
      </SettingRow>
    </>
  );
};
