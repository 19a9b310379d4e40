/** Joining a team from Welcome, before there is any lead. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from '../leads/team.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BackButton } from '../ui/back-button.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Loading } from '../ui/loading.tsx';
import { NarrowPage } from '../ui/narrow-page.tsx';
import { Join } from './join.tsx';
import { Leave } from './leave.tsx';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

/** The team's leads are hidden until the hub answers again, or the team is left. */
const Hidden = () => {
  const { t } = useTranslation('team');
  const { busy, error, run } = useRun();
  return (
    <section className={styles.card} aria-label={t('hub.hiddenTitle')}>
      <div className={styles.part}>
        <div role="status">
          <h2>{t('hub.hiddenTitle')}</h2>
        </div>
        <p>{t('hub.hidden')}</p>
        <FailureBox error={error} mt={12} />
        <div className={styles.buttons}>
          <BusyButton variant="filled" busy={busy} onClick={() => void run('team.people', {})}>
            {t('hub.again')}
          </BusyButton>
        </div>
        <Leave />
      </div>
    </section>
  );
};

/** The inbox opens with the team's first account. */
const Joined = ({ team }: { readonly team: Member }) => {
  const { t } = useTranslation('team');
  const go = useSession((state) => state.go);
  const hasAccount = useAccounts().length > 0;
  useEffect(() => {
    if (hasAccount) go('inbox');
  }, [hasAccount, go]);
  const isOwner = team.role === 'owner';
  return (
    <section className={styles.card} aria-label={t('joined.title')}>
      <div className={styles.part}>
        <div role="status">
          <h2>{t('joined.title')}</h2>
        </div>
        <p>{hasAccount ? t('joined.text') : t('joined.empty')}</p>
        {!isOwner && !hasAccount && <p>{t('joined.wait')}</p>}
        <div className={styles.buttons}>
          {isOwner && (
            <Button variant="filled" onClick={() => go('connect')}>
              {t('joined.connect')}
            </Button>
          )}
          <Button onClick={() => go('inbox')}>{t('joined.inbox')}</Button>
        </div>
      </div>
    </section>
  );
};

export const JoinPage = () => {
  const { t } = useTranslation('team');
  const go = useSession((state) => state.go);
  const answer = useAnswer('team.status', {});
  const team = answer.value?.team;
  const isHidden = team?.state === 'member' && team.isHidden;
  return (
    <NarrowPage
      title={t('title')}
      back={!isHidden && <BackButton label={t('none.back')} onClick={() => go('welcome')} />}
    >
      <p className={styles.intro}>{t('text')}</p>
      <Loading answer={answer} queries={['team.status']} mt={12} />
      {team?.state === 'member' && (isHidden ? <Hidden /> : <Joined team={team} />)}
      {team !== undefined && team.state !== 'member' && <Join team={team} />}
    </NarrowPage>
  );
};
