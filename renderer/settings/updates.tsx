/** The state of updates, the switch for automatic ones, and the news. */
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../contract/commands/updates.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { usePlatform, useSession } from '../platform/stores.ts';
import { useActions } from '../platform/actions.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox, type FailureWords } from '../ui/failure-box.tsx';
import { formatDate } from '../platform/format.ts';
import { useAgo } from '../ui/time-words.ts';
import { IfFound, SettingRow, SwitchRow, type SectionProps } from './setting-row.tsx';
import styles from './settings.module.css';

type T = TFunction<'updates'>;

const formatState = (update: UpdateState, ago: string | null, old: string | null, t: T): string => {
  switch (update.state) {
    case 'off':
      return update.reason === 'switched_off'
        ? t('off.switched_off')
        : `${t('doesNotUpdate')} ${t(`off.${update.reason}`)}`;
    case 'checking':
      return t('checking');
    case 'downloading':
      return t('downloading', { version: update.version, percent: update.percent });
    case 'ready':
      return t('ready', { version: update.version });
    case 'failed':
      return ago === null ? t('neverChecked') : (old ?? t('lastChecked', { ago }));
    case 'idle':
      return ago === null ? t('neverChecked') : (old ?? t('upToDate', { ago }));
  }
};

export const Updates = ({ settings, set }: SectionProps) => {
  const { t, i18n } = useTranslation(['updates', 'settings']);
  const { act } = usePlatform();
  const actions = useActions();
  const version = useSession((state) => state.info?.version);
  const report = useAnswer('updates.get', {}).value;
  const ago = useAgo(report?.checkedAt ?? null);
  if (report === undefined || version === undefined) return null;
  const { update, oldRelease } = report;
  const old =
    oldRelease &&
    t(oldRelease.isDated ? 'oldRelease' : 'undatedReleases', {
      ago,
      date: formatDate(oldRelease.at, i18n.language),
    });
  /** Error codes with different wording on this page. */
  const failures: Partial<Record<ErrorCode, FailureWords>> = t('failures', { returnObjects: true });
  const cannotUpdate = update.state === 'off' && update.reason !== 'switched_off';
  return (
    <>
      <SettingRow name="update" text={formatState(update, ago, old, t)}>
        {update.state === 'ready' ? (
          <Button variant="filled" onClick={() => void act('updates.restart', {})}>
            {t('restart')}
          </Button>
        ) : (
          <BusyButton
            busy={['off', 'checking', 'downloading'].includes(update.state)}
            onClick={() => void act('updates.check', {})}
          >
            {t('check')}
          </BusyButton>
        )}
      </SettingRow>
      {update.state === 'failed' && (
        <IfFound name="update">
          <FailureBox
            error={update.error}
            className={styles.failed}
            words={failures[update.error.code]}
          />
        </IfFound>
      )}
      <SwitchRow
        name="keepUpToDate"
        checked={!cannotUpdate && settings.updates}
        disabled={cannotUpdate}
        onChange={(updates) => set({ updates })}
      />
      <SettingRow name="whatsNew" text={t('runs', { version })}>
        <Button onClick={() => actions.find('whatsNew')?.run()}>{t('showNews')}</Button>
      </SettingRow>
    </>
  );
};
