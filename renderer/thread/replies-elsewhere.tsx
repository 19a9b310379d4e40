/** Replies to the customer that wait on other computers or were handed over. */
import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID } from '../../contract/records.ts';
import { useMember, useNameOf } from '../leads/team.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import styles from './composer.module.css';

type Reply = CommandOutput<'team.waiting'>['replies'][number];

/** Translation key of the words before the reply's text. */
const chooseKey = ({ person, to, state }: Reply, own: string | undefined) => {
  if (state !== 'waiting') return state;
  if (to === null) return person === own ? 'yours' : 'waiting';
  if (to === own) return 'handedToYou';
  return person === own ? 'handedByYou' : 'handed';
};

/** Owners and the author can take a reply over to this computer. */
export const RepliesElsewhere = ({ leadID }: { readonly leadID: LeadID }) => {
  const { t } = useTranslation();
  const { act } = usePlatform();
  const member = useMember();
  const replies = useAnswer('team.waiting', { leadID }).value?.replies ?? [];
  const nameOf = useNameOf(t, replies.length > 0);
  return replies.map((reply) => {
    const { replyID, person, to, text } = reply;
    const isOwn = member?.person === person;
    return (
      <div key={replyID} role="status" className={styles.elsewhere} data-reply={replyID}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <p>
          {t(`around.elsewhere.${chooseKey(reply, member?.person)}`, {
            name: nameOf(person),
            to: nameOf(to ?? ''),
          })}
          <bdi>{text}</bdi>
        </p>
        {(isOwn || member?.role === 'owner') && (
          <Button
            size="compact-sm"
            title={t('around.takeOverText')}
            onClick={() => void act('team.takeReply', { leadID, replyID })}
          >
            {t(isOwn && to !== null ? 'around.takeBack' : 'around.takeOver')}
          </Button>
        )}
      </div>
    );
  });
};
