/**
 * Asks once, above the inbox, whether the app may keep running when its window is closed. Shown
 * after the first real account is connected.
 */
import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { isMac } from '../platform/keyboard.ts';
import styles from './background-question.module.css';

export const BackgroundQuestion = () => {
  const { t } = useTranslation('background');
  const { bridge, queries, toasts } = useStores();
  const isInbox = useSession((state) => state.screen === 'inbox');
  const hasRealAccount = useAccounts().some(
    ({ practice, grant }) => !practice && grant.state === 'connected',
  );
  /** Null until chosen. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { value } = useAnswer('background.get', {}, isInbox && hasRealAccount);
  if (!isInbox || !hasRealAccount || value === undefined || value.asked) return null;
  const canStart = value.startAtLogin !== null;
  const startAtLogin = chosen ?? value.startAtLogin === true;
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
    <section className={styles.question} aria-label={t('question.label')}>
      <p>
        <strong>{t('question.title')}</strong>{' '}
        <span>
          {t(`question.${value.hasTray ? (isMac ? 'textMac' : 'text') : 'textWithoutTray'}`)}
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
        <Button h={28} px={12} fz={12} onClick={() => void save(true)}>
          {t('question.yes')}
        </Button>
        <Button variant="default" h={28} px={12} fz={12} onClick={() => void save(false)}>
          {t('question.no')}
        </Button>
      </div>
    </section>
  );
};
