/** Open invitations, and the computers that wait for an owner to compare six digits. */
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { useMoment } from '../ui/time-words.ts';
import { Digits } from './join.tsx';
import styles from './team.module.css';
import { usePersonName, useRun, type Invitation } from './use-team.ts';

const InvitationRow = ({ invitation, person, role, expires, joining }: Invitation) => {
  const { t } = useTranslation('team');
  const name = usePersonName()(person);
  const ends = useMoment(expires);
  const { busy, error, run } = useRun();
  const withdraw = (): void => void run('team.withdraw', { invitation });
  const digits = joining?.digits ?? null;
  return (
    <>
      <div className={styles.row} role="group" aria-label={name} data-invitation={invitation}>
        <div className={styles.about}>
          <strong>
            <bdi>{joining === null ? name : t('open.asks', { name })}</bdi>
          </strong>
          {joining === null ? (
            <p>
              {t(`people.${role}`)} · {t('open.ends', { time: ends })}
            </p>
          ) : (
            <>
              <p>{t(digits === null ? 'open.elsewhere' : 'open.compare')}</p>
              {digits !== null && <Digits digits={digits} isSmall />}
            </>
          )}
        </div>
        {digits !== null && (
          <BusyButton
            variant="filled"
            busy={busy}
            onClick={() => void run('team.confirm', { invitation, digits })}
          >
            {t('open.confirm')}
          </BusyButton>
        )}
        <BusyButton
          busy={busy}
          {...(joining === null && { 'aria-label': t('open.withdrawOf', { name }) })}
          onClick={withdraw}
        >
          {t(digits === null ? 'open.withdraw' : 'open.refuse')}
        </BusyButton>
      </div>
      <FailureBox error={error} className={styles.part} />
    </>
  );
};

export const Invitations = ({ invitations }: { readonly invitations: readonly Invitation[] }) => {
  const { t } = useTranslation('team');
  if (invitations.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('open.title')}>
      <h2>{t('open.title')}</h2>
      <div className={styles.card}>
        {invitations
          .toSorted((one, other) => Number(other.joining !== null) - Number(one.joining !== null))
          .map((invitation) => (
            <InvitationRow key={invitation.invitation} {...invitation} />
          ))}
      </div>
    </section>
  );
};
