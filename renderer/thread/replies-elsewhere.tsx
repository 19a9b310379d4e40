/** Replies to the customer that wait on other computers or were handed over. */
import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID } from '../../contract/records.ts';
import { useMember, usePeople, type Member } from '../leads/team.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import styles from './composer.module.css';

type Reply = CommandOutput<'team.waiting'>['replies'][number];

/** Translation key of the words before the reply's text. */
const keyOf = ({ person, to, state }: Reply, own: string | undefined) => {
  if (state !== 'waiting') return state;
  if (to === null) return person === own ? 'yours' : 'waiting';
  if (to === own) return 'handedToYou';
  return person === own ? 'handedByYou' : 'handed';
};

const isHandedBy = ({ person, to }: Reply, own: string | undefined): boolean =>
  to !== null && person === own;

const ReplyElsewhere = ({
  reply,
  member,
  onTake,
}: {
  readonly reply: Reply;
  readonly member: Member | null;
  readonly onTake: () => void;
}) => {
  const { t } = useTranslation();
  const { person, to, text } = reply;
  const people = usePeople();
  const nameOf = (each: string | null): string =>
    people.find((named) => named.person === each)?.name ?? t('thread.colleague');
  const canTake = member?.role === 'owner' || member?.person === person;
  return (
    <div role="status" className={styles.elsewhere} data-reply={reply.replyID}>
      <IconClock size={16} stroke={1.75} aria-hidden />
      <p>
        {t(`around.elsewhere.${keyOf(reply, member?.person)}`, {
          name: nameOf(person),
          to: nameOf(to),
        })}
        <bdi>{text}</bdi>
      </p>
      {canTake && (
        <Button
          variant="default"
          size="compact-sm"
          title={t('around.takeOverText')}
          onClick={onTake}
        >
          {t(isHandedBy(reply, member?.person) ? 'around.takeBack' : 'around.takeOver')}
        </Button>
      )}
    </div>
  );
};

/** Owners and the author can take a reply over to this computer. */
export const RepliesElsewhere = ({ leadID }: { readonly leadID: LeadID }) => {
  const { act } = usePlatform();
  const member = useMember();
  const replies = useAnswer('team.waiting', { leadID }).value?.replies ?? [];
  return replies.map((reply) => (
    <ReplyElsewhere
      key={reply.replyID}
      reply={reply}
      member={member}
      onTake={() => void act('team.takeReply', { leadID, replyID: reply.replyID })}
    />
  ));
};
