/** Shown if the service was not notified of the account's end, with a retry. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import { awaitFailure } from '../platform/bridge.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { focusUnlessElsewhere } from '../ui/focus-back.ts';
import { Banner } from './card.tsx';

export const NotNotified = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const { bridge, queries } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const block = useRef<HTMLDivElement>(null);
  if (account.grant.notNotified !== true) return null;

  const notify = async (): Promise<void> => {
    // The button disappears: the account's card takes the focus.
    const card = block.current?.closest('article');
    setBusy(true);
    const { accountID } = account;
    const failure = await awaitFailure(bridge.invoke('connect.disconnect', { accountID }));
    await queries.refetch('connect.accounts', 'connection.report');
    setBusy(false);
    setError(failure);
    if (failure === null) focusUnlessElsewhere(card);
  };

  return (
    <Banner
      ref={block}
      role="alert"
      data-row="notNotified"
      icon={IconAlertTriangle}
      title={t('connection.legacy.notNotified.what')}
      action={
        <BusyButton busy={busy} onClick={() => void notify()}>
          {t(busy ? 'connection.legacy.notNotified.busy' : 'connection.legacy.notNotified.again')}
        </BusyButton>
      }
    >
      {t('connection.legacy.notNotified.means')}{' '}
      {error === null
        ? t('connection.legacy.notNotified.act')
        : `${t(`errors.${error.code}.what`)} ${t(`errors.${error.code}.act`)}`}
    </Banner>
  );
};
