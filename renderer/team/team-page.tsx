/** The team: its people, invitations and hub, or how to join one. */
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../contract/team/desk.ts';
import type { Member } from '../leads/team.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { HubStatus } from './hub-status.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { Join } from './join.tsx';
import { Leave } from './leave.tsx';
import { PeopleList } from './people.tsx';
import { Recovery } from './recovery.tsx';
import { TeamAccounts } from './team-accounts.tsx';
import styles from './team.module.css';

/** Milliseconds between polls for a joining computer. */
const joiningMs = 3_000;
/** Computers announce themselves every 30 seconds. */
const attendanceMs = 15_000;

type Invited = { readonly person: string; readonly role: Role };

const Membership = ({ self }: { readonly self: Member }) => {
  const { t } = useTranslation('team');
  const answer = useAnswer('team.people', {});
  const people = answer.value;
  /** The person whom the dialog invites; null for a new one, undefined while it is closed. */
  const [invited, setInvited] = useState<Invited | null | undefined>();
  const isOwner = self.role === 'owner';
  const { queries } = usePlatform();
  const isExpecting = people !== undefined && people.invitations.length > 0;
  // The hub announces only members, so a computer that is still joining must be polled for.
  useEffect(() => {
    if (!isExpecting) return;
    const timer = setInterval(() => void queries.refetch('team.people'), joiningMs);
    return () => clearInterval(timer);
  }, [isExpecting, queries]);
  useEffect(() => {
    const timer = setInterval(() => void queries.refetch('team.attendance'), attendanceMs);
    return () => clearInterval(timer);
  }, [queries]);
  return (
    <>
      {people !== undefined && <Invitations invitations={people.invitations} />}
      <section className={styles.section} aria-label={t('people.title')}>
        <h2>{t('people.title')}</h2>
        <Loading answer={answer} queries={['team.people']} mt={12} />
        {people !== undefined && (
          <PeopleList
            self={self}
            people={people}
            onAdd={(person) =>
              setInvited(people.members.find((each) => each.person === person) ?? null)
            }
          />
        )}
        {isOwner && (
          <Button
            className={styles.buttons ?? ''}
            variant="filled"
            leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setInvited(null)}
          >
            {t('invite.action')}
          </Button>
        )}
      </section>
      <TeamAccounts />
      <HubStatus self={self} />
      {isOwner && <Recovery />}
      <Leave />
      {invited !== undefined && (
        <InviteDialog person={invited} onClose={() => setInvited(undefined)} />
      )}
    </>
  );
};

export const TeamPage = () => {
  const { t } = useTranslation('team');
  const answer = useAnswer('team.status', {});
  const team = answer.value?.team;
  return (
    <Page title={t('title')} text={t('text')}>
      <Loading answer={answer} queries={['team.status']} mt={12} />
      {team !== undefined &&
        (team.state === 'member' ? (
          <Membership self={team} />
        ) : (
          <div className={styles.section}>
            <Join team={team} />
          </div>
        ))}
    </Page>
  );
};
