/** Running with a closed window, and starting with the computer. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { CommandInput } from '../../contract/commands.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { isMac } from '../platform/keyboard.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { SwitchRow } from './setting-row.tsx';
import styles from './settings.module.css';

export const Background = () => {
  const { t } = useTranslation('background');
  const { bridge, queries } = usePlatform();
  const { value } = useAnswer('background.get', {});
  /** The changes that are being saved, shown until the last one is answered. */
  const [pending, setPending] = useState<CommandInput<'background.change'>>({});
  const lastChange = useRef(0);
  const [error, setError] = useState<Failure | null>(null);
  const change = async (values: CommandInput<'background.change'>): Promise<void> => {
    lastChange.current += 1;
    const number = lastChange.current;
    setPending((others) => ({ ...others, ...values }));
    const answer = await bridge.invoke('background.change', values);
    if (answer.ok) queries.setAnswer('background.get', {}, answer.value);
    setError(answer.ok ? null : answer.error);
    if (number === lastChange.current) setPending({});
  };
  if (value === undefined) return null;
  const { keepRunning, startAtLogin, hasTray } = { ...value, ...pending };
  return (
    <>
      <FailureBox error={error} className={styles.failed} />
      <SwitchRow
        name="keepRunning"
        text={t(hasTray ? (isMac ? 'keepTextMac' : 'keepText') : 'keepWithoutTray')}
        checked={keepRunning}
        onChange={(checked) => void change({ keepRunning: checked, asked: true })}
      />
      <SwitchRow
        name="startAtLogin"
        text={t(startAtLogin === null ? 'loginImpossible' : 'loginText')}
        checked={startAtLogin === true}
        disabled={startAtLogin === null}
        onChange={(checked) => void change({ startAtLogin: checked })}
      />
    </>
  );
};
