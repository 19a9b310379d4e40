/** The question whether the app may keep running when its window is closed (background-question.tsx). */
import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import { useStores } from './stores.ts';
import { isMac } from '../platform/keyboard.ts';
import { useFocusNext } from '../ui/focus-back.ts';
import styles from './background-question.module.css';

type Background = CommandOutput<'background.get'>;

export const BackgroundChoice = ({ background }: { readonly background: Background }) => {
  const { t } = useTranslation('background');
  const { bridge, queries, toasts } = useStores();
  const section = useRef<HTMLElement>(null);
  useFocusNext(section);
  /** Null until chosen. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const canStart = background.startAtLogin !== null;
  const startAtLogin = chosen ?? background.startAtLogin === true;
  const save = async (keepRunning: boolean): Promise<void> => {
    const answer = await bridge.invoke('background.change', {
      keepRunning,
      asked: true,
      ...(keepRunning && canStart && { startAtLogin }),
    });
    if (answer.ok) queries.setAnswer('background.get', {}, answer.value);
    else toasts.getState().show({ kind: 'failed', code: answer.error.code });
  };
  return (
    <section ref={section} className={styles.question} aria-label={t('question.label')}>
      <p>
        <strong>{t('question.title')}</strong>{' '}
        <span>
          {t(`question.${background.hasTray ? (isMac ? 'textMac' : 'text') : 'textWithoutTray'}`)}
        </span>
      </p>
      {canStart && (
        <Checkbox
          size="xs"
          label={t('question.login')}
          checked={startAtLogin}
          onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
        />
      )}
      <div>
        <Button variant="filled" h={28} px={12} fz={12} onClick={() => void save(true)}>
          {t('question.yes')}
        </Button>
        <Button h={28} px={12} fz={12} onClick={() => void save(false)}>
          {t('question.no')}
        </Button>
      </div>
    </section>
  );
};
