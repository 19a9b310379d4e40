/** Which version runs, whether there is a newer one, and whether Hearthline asks for it by itself. */
import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../contract/commands/updates.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { usePlatform, useSession } from '../platform/stores.ts';
import { useActions } from '../leads/actions.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox, type FailureWords } from '../ui/failure-box.tsx';
import { dateOnly } from '../platform/format.ts';
import { useAgo } from '../ui/time-words.ts';
import { OfSetting } from './found.tsx';
import type { SectionProps } from './section-props.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

/** The codes that mean something else here than in the rest of the window. */
const ownWords = [
  'offline',
  'timeout',
  'service_unavailable',
  'forbidden',
  'disk_full',
  'read_only',
  'internal',
] as const satisfies readonly ErrorCode[];

type T = TFunction<'updates'>;

const wordsOf = (code: ErrorCode, t: T): FailureWords | undefined => {
  const own = ownWords.find((each) => each === code);
  return (
    own && {
      what: t(`failures.${own}.what`),
      means: t(`failures.${own}.means`),
      act: t(`failures.${own}.act`),
    }
  );
};

const stateWords = (update: UpdateState, ago: string | null, old: string | null, t: T): string => {
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
  const { bridge } = usePlatform();
  const actions = useActions();
  const version = useSession((state) => state.info?.version);
  const told = useAnswer('updates.get', {}).value;
  const ago = useAgo(told?.checkedAt ?? null);
  if (told === undefined || version === undefined) return null;
  const { update, oldRelease } = told;
  const old =
    oldRelease &&
    t(oldRelease.isDated ? 'oldRelease' : 'undatedReleases', {
      ago,
      date: dateOnly(oldRelease.at, i18n.language),
    });
  const isNever = update.state === 'off' && update.reason !== 'switched_off';
  return (
    <>
      <SettingRow name="update" text={stateWords(update, ago, old, t)}>
        {() =>
          update.state === 'ready' ? (
            <Button onClick={() => void bridge.invoke('updates.restart', {})}>
              {t('restart')}
            </Button>
          ) : (
            <BusyButton
              variant="default"
              busy={['off', 'checking', 'downloading'].includes(update.state)}
              onClick={() => void bridge.invoke('updates.check', {})}
            >
              {t('check')}
            </BusyButton>
          )
        }
      </SettingRow>
      {update.state === 'failed' && (
        <OfSetting name="update">
          <div className={styles.failed}>
            <FailureBox error={update.error} words={wordsOf(update.error.code, t)} />
          </div>
        </OfSetting>
      )}
      <SettingRow name="keepUpToDate">
        {(label) => (
          <Switch
            aria-label={label}
            checked={!isNever && settings.updates}
            disabled={isNever}
            onChange={({ currentTarget }) => set({ updates: currentTarget.checked })}
          />
        )}
      </SettingRow>
      <SettingRow name="whatsNew" text={t('runs', { version })}>
        {() => (
          <Button variant="default" onClick={() => actions.find('whatsNew')?.run()}>
            {t('showNews')}
          </Button>
        )}
      </SettingRow>
    </>
  );
};
