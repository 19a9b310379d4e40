/** What Hearthline does while its window is closed; the system's own truth where the system decides. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { CommandInput } from '../../contract/commands.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { isMac } from '../platform/keyboard.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

export const Background = () => {
  const { t } = useTranslation('background');
  const { bridge, queries } = usePlatform();
  const { value } = useAnswer('background.get', {});
  /** What is being kept, shown at once. */
  const [pressed, setPressed] = useState<CommandInput<'background.change'>>({});
  const [error, setError] = useState<Failure | null>(null);
  const change = async (given: CommandInput<'background.change'>): Promise<void> => {
    setPressed(given);
    const answer = await bridge.invoke('background.change', given);
    if (answer.ok) queries.keep('background.get', {}, answer.value);
    setError(answer.ok ? null : answer.error);
    setPressed({});
  };
  if (value === undefined) return null;
  const { keepRunning, startAtLogin, hasTray } = { ...value, ...pressed };
  return (
    <>
      {error !== null && (
        <div className={styles.failed}>
          <FailureBox error={error} />
        </div>
      )}
      <SettingRow
        name="keepRunning"
        text={t(hasTray ? (isMac ? 'keepTextMac' : 'keepText') : 'keepWithoutTray')}
      >
        {(label) => (
          <Switch
            aria-label={label}
            checked={keepRunning}
            onChange={({ currentTarget }) =>
              void change({ keepRunning: currentTarget.checked, asked: true })
            }
          />
        )}
      </SettingRow>
      <SettingRow
        name="startAtLogin"
        text={t(startAtLogin === null ? 'loginImpossible' : 'loginText')}
      >
        {(label) => (
          <Switch
            aria-label={label}
            checked={startAtLogin === true}
            disabled={startAtLogin === null}
            onChange={({ currentTarget }) => void change({ startAtLogin: currentTarget.checked })}
          />
        )}
      </SettingRow>
    </>
  );
};
