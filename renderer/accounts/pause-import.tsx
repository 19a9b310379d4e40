/** Pauses or resumes the backfill. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AccountID } from '../../contract/records.ts';
import { usePlatform } from '../platform/stores.ts';

type Props = {
  readonly accountIDs: readonly AccountID[];
  readonly paused: boolean;
};

export const PauseImport = ({ accountIDs, paused }: Props) => {
  const { t } = useTranslation();
  const { bridge, toasts } = usePlatform();
  const change = async (accountID: AccountID): Promise<void> => {
    const answer = await bridge.invoke('connection.pauseImport', { accountID, paused: !paused });
    if (!answer.ok) toasts.getState().show({ kind: 'failed', code: answer.error.code });
  };
  return (
    <Button
      variant="link"
      h={26}
      px={8}
      onClick={() => accountIDs.forEach((each) => void change(each))}
    >
      {paused ? t('importing.resume') : t('importing.pause')}
    </Button>
  );
};
