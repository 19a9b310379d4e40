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
  const { act } = usePlatform();
  return (
    <Button
      variant="link"
      h={26}
      px={8}
      onClick={() => {
        for (const accountID of accountIDs)
          void act('connection.pauseImport', { accountID, paused: !paused });
      }}
    >
      {paused ? t('importing.resume') : t('importing.pause')}
    </Button>
  );
};
