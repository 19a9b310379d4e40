/** Pauses or resumes the backfill. */
import { useTranslation } from 'react-i18next';
import type { AccountID } from '../../contract/records.ts';
import { usePlatform } from '../platform/stores.ts';
import { LinkButton } from '../ui/link-button.tsx';

type Props = {
  readonly accountIDs: readonly AccountID[];
  readonly isPaused: boolean;
};

export const PauseImport = ({ accountIDs, isPaused }: Props) => {
  const { t } = useTranslation();
  const { act } = usePlatform();
  return (
    <LinkButton
      onClick={() => {
        for (const accountID of accountIDs)
          void act('connection.pauseImport', { accountID, paused: !isPaused });
      }}
    >
      {isPaused ? t('importing.resume') : t('importing.pause')}
    </LinkButton>
  );
};
