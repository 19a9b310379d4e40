/**
 * Removes an account or the sample leads with all data, after showing how much that is. The removal
 * shows its progress and continues when the dialog is hidden.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import { formatAccountTitle } from '../accounts/accounts.ts';
import { useLeads } from '../leads/stores.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useRequest } from '../ui/use-dialog.ts';
import styles from './connection.module.css';

const contentKinds = ['leads', 'messages', 'notes', 'drafts', 'unsent'] as const;
type Contents = CommandOutput<'connection.contents'>;
type Removable = Pick<
  Account,
  'accountID' | 'practice' | 'userName' | 'profileName' | 'removing' | 'team'
> & { readonly grant: Pick<Account['grant'], 'state'> };

/** Remaining leads of the account, requested every second; null until the first answer. */
const useLeadsLeft = (accountID: AccountID): number | null => {
  const { bridge, seconds } = usePlatform();
  const [left, setLeft] = useState<number | null>(null);
  useEffect(
    () =>
      seconds.subscribe(() => {
        void bridge.invoke('connection.left', { accountID }).then((answer) => {
          if (answer.ok) setLeft((before) => Math.min(before ?? Infinity, answer.value.leads));
        });
      }),
    [accountID, bridge, seconds],
  );
  return left;
};

const Progress = ({ account, leads }: { readonly account: Removable; readonly leads: number }) => {
  const { t } = useTranslation();
  const gone = leads - (useLeadsLeft(account.accountID) ?? leads);
  return (
    <div className={styles.progress}>
      <progress max={leads} value={gone} aria-label={t('connection.remove.progress')} />
      <p className="tabular">{t('connection.remove.sofar', { gone, count: leads })}</p>
    </div>
  );
};

/** Progress of a removal that was started elsewhere or before the app's start. */
const Removing = ({ account }: { readonly account: Removable }) => {
  const { t } = useTranslation();
  const left = useLeadsLeft(account.accountID);
  return (
    <p className={styles.removing} role="status">
      <Spinner />
      <span className="tabular">
        {left === null ? t('connection.remove.busy') : t('connection.remove.left', { count: left })}
      </span>
    </p>
  );
};

export const Remove = ({ account }: { readonly account: Removable }) => {
  const { t, i18n } = useTranslation();
  const { bridge, queries } = usePlatform();
  const refetchLeads = useLeads((state) => state.refetch);
  const [contents, setContents] = useState<Contents | null>(null);
  const [isCounting, setCounting] = useState(false);
  const { busy, error, setError, run } = useRequest();
  const dialog = useRef<HTMLDialogElement>(null);
  const { accountID, practice } = account;

  const openDialog = async (): Promise<void> => {
    if (!busy) {
      setCounting(true);
      const answer = await bridge.invoke('connection.contents', { accountID });
      setCounting(false);
      setContents(answer.ok ? answer.value : null);
      setError(answer.ok ? null : answer.error);
    }
    dialog.current?.showModal();
  };
  const remove = async (): Promise<void> => {
    // The account's card disappears: the page takes the focus.
    const title = dialog.current?.closest('main')?.querySelector('h1');
    const hasFocus = (): boolean =>
      document.activeElement === document.body ||
      dialog.current?.closest('article')?.contains(document.activeElement) === true;
    setError(null);
    const answer = await run(bridge.invoke('connect.remove', { accountID }));
    if (!answer.ok) {
      // A failure reopens a hidden dialog.
      if (dialog.current?.open === false) dialog.current.showModal();
      return;
    }
    const takesFocus = hasFocus();
    dialog.current?.close();
    await Promise.all([
      queries.refetch('connect.accounts', 'connection.kept', 'connection.report', 'views.counts'),
      refetchLeads(),
    ]);
    if (takesFocus) title?.focus();
  };

  const things = contentKinds.flatMap((kind) => {
    const count = contents?.[kind] ?? 0;
    return count === 0 ? [] : [t(`connection.remove.${kind}`, { count })];
  });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(things);
  const name = formatAccountTitle(account);
  const isConnected = account.grant.state !== 'disconnected';
  const leads = contents?.leads ?? 0;
  const label = t(practice ? 'connection.remove.practice' : 'connection.remove.action');
  return (
    <>
      {account.removing === true && !busy ? (
        <Removing account={account} />
      ) : (
        <BusyButton
          variant={practice ? 'default' : 'subtle'}
          busy={isCounting}
          onClick={() => void openDialog()}
        >
          {busy ? t('connection.remove.busy') : label}
        </BusyButton>
      )}
      <Dialog
        ref={dialog}
        title={t(practice ? 'connection.remove.practiceTitle' : 'connection.remove.title', {
          name,
        })}
        error={error}
        leave={t(busy ? 'connection.remove.hide' : 'common.cancel')}
        action={
          <BusyButton variant="danger" busy={busy} onClick={() => void remove()}>
            {t(busy ? 'connection.remove.busy' : 'connection.remove.confirm')}
          </BusyButton>
        }
      >
        {busy && leads > 0 ? (
          <Progress account={account} leads={leads} />
        ) : (
          contents !== null && (
            <p>
              {things.length === 0
                ? t('connection.remove.nothing')
                : t('connection.remove.what', { things: list })}
            </p>
          )
        )}
        {!practice && (
          <p>
            {isConnected &&
              `${t(account.team ? 'connection.confirm.team' : 'connection.remove.disconnects')} `}
            {t('connection.remove.elsewhere')}
          </p>
        )}
      </Dialog>
    </>
  );
};
