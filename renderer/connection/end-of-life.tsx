/** Banner of a legacy account whose interface has ended, before or after its move. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { Banner } from './card.tsx';

/** Whether the leads were moved and the account has not been connected again. */
const useIsMoved = ({ accountID, grant }: Account): boolean => {
  const isDisconnected = grant.state === 'disconnected';
  const answer = useAnswer('move.get', { from: accountID }, isDisconnected).value;
  return isDisconnected && typeof answer?.move?.finishedAt === 'number';
};

export const EndOfLife = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const move = useSession((state) => state.move);
  const isMoved = useIsMoved(account);
  return (
    <Banner
      data-row="end-of-life"
      data-moved={isMoved}
      icon={isMoved ? IconCircleCheck : IconAlertTriangle}
      title={t(isMoved ? 'connection.legacy.moved' : 'connection.legacy.ended')}
      action={
        <Button variant={isMoved ? 'default' : 'filled'} onClick={() => move(account.accountID)}>
          {t(isMoved ? 'connection.legacy.seeMove' : 'connection.legacy.move')}
        </Button>
      }
    >
      {t(isMoved ? 'connection.legacy.movedText' : 'connection.legacy.risk')}
    </Banner>
  );
};
