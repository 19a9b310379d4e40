/** The hub of the team, and this computer's connection to its log. */
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LogState } from '../../contract/team/log-state.ts';
import { useIsPaused } from '../accounts/use-accounts.ts';
import type { Member } from '../leads/team.ts';
import tones from '../ui/card.module.css';
import { FailureBox } from '../ui/failure-box.tsx';
import { useAnswer } from '../platform/use-answer.ts';
import { useAgo } from '../ui/time-words.ts';
import text from '../ui/text.module.css';
import styles from './team.module.css';
import { useIsOn } from './use-team.ts';

const LogLine = ({ log }: { readonly log: LogState }) => {
  const { t } = useTranslation('team');
  const [Icon, tone] =
    log.name === 'up'
      ? ([IconCircleCheck, tones.good] as const)
      : log.name === 'connecting'
        ? ([IconCircleDashed, tones.idle] as const)
        : ([IconAlertTriangle, log.name === 'down' ? tones.mild : tones.bad] as const);
  const words =
    log.name === 'refused_version'
      ? t('hub.refused_version', { found: log.found, needed: log.needed })
      : t(`hub.${log.name}`);
  return (
    <span className={styles.state} role="status" data-log={log.name}>
      <Icon size={16} stroke={1.75} className={tone} aria-hidden />
      <span>{words}</span>
    </span>
  );
};

/** The state of the keeper, known once it has announced itself. */
const KeeperLine = () => {
  const { t } = useTranslation('team');
  const desktops = useAnswer('team.attendance', {}).value?.desktops ?? [];
  const at = desktops.findLast(({ isKeeper }) => isKeeper)?.at ?? null;
  const ago = useAgo(at);
  const isOn = useIsOn(at);
  if (at === null) return <span>{t('hub.noKeeper')}</span>;
  const [Icon, tone] = isOn
    ? ([IconCircleCheck, tones.good] as const)
    : ([IconAlertTriangle, tones.mild] as const);
  return (
    <span className={styles.state} role="status" data-keeper={isOn ? 'on' : 'off'}>
      <Icon size={16} stroke={1.75} className={tone} aria-hidden />
      <span>{isOn ? t('hub.keeperOn') : t('hub.keeperOff', { time: ago })}</span>
    </span>
  );
};

export const HubStatus = ({ self }: { readonly self: Member }) => {
  const { t } = useTranslation('team');
  const ago = useAgo(self.reachedAt);
  const isStopped = useIsPaused();
  return (
    <section className={styles.section} aria-label={t('hub.title')}>
      <h2>{t('hub.title')}</h2>
      <div className={styles.card}>
        <FailureBox error={self.failure} className={styles.part} />
        <dl className={styles.facts}>
          <dt>{t('hub.address')}</dt>
          <dd>
            <bdi>{self.address}</bdi>
            {ago !== null && <p className={text.small}>{t('hub.answered', { time: ago })}</p>}
          </dd>
          <dt>{t('hub.log')}</dt>
          <dd>
            <LogLine log={isStopped ? { name: 'down' } : (self.log ?? { name: 'connecting' })} />
          </dd>
          {self.isKeyDue && (
            <>
              <dt>{t('hub.key')}</dt>
              <dd>
                <span className={styles.state} role="status">
                  <IconAlertTriangle size={16} stroke={1.75} className={tones.mild} aria-hidden />
                  <span>{t('hub.keyDue')}</span>
                </span>
              </dd>
            </>
          )}
          <dt>{t('people.keeper')}</dt>
          <dd>
            <KeeperLine />
          </dd>
        </dl>
      </div>
    </section>
  );
};
