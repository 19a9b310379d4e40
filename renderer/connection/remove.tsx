/** Removes an account that has ended, or practice, with everything of it, after saying how much that is. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/records.ts';
import { useLeads, useStores } from '../state/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

const kinds = ['leads', 'messages', 'drafts', 'unsent'] as const;

export const Remove = ({ account }: { readonly account: Account }) => {
  const { t, i18n } = useTranslation();
  const { bridge, queries } = useStores();
  const rereadLeads = useLeads((state) => state.reread);
  const [contents, setContents] = useState<CommandOutput<'connection.contents'> | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const { accountID, practice } = account;

  const ask = async (): Promise<void> => {
    setError(null);
    const answer = await bridge.invoke('connection.contents', { accountID });
    setContents(answer.ok ? answer.value : null);
    setError(answer.ok ? null : answer.error);
    dialog.current?.showModal();
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    const answer = await bridge.invoke('connect.remove', { accountID });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    dialog.current?.close();
    await Promise.all([
      queries.reread('connect.accounts', 'connection.report', 'views.counts'),
      rereadLeads(),
    ]);
  };

  const things = kinds.flatMap((kind) => {
    const count = contents?.[kind] ?? 0;
    return count === 0 ? [] : [t(`connection.remove.${kind}`, { count })];
  });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(things);
  const name = account.userName || account.profileName;
  return (
    <>
      <Button variant="subtle" onClick={() => void ask()}>
        {t(practice ? 'connection.remove.practice' : 'connection.remove.action')}
      </Button>
      <Dialog
        ref={dialog}
        title={t(practice ? 'connection.remove.practiceTitle' : 'connection.remove.title', {
          name,
        })}
        error={error}
        action={
          <BusyButton variant="danger" busy={busy} onClick={() => void remove()}>
            {t(busy ? 'connection.remove.busy' : 'connection.remove.confirm')}
          </BusyButton>
        }
      >
        {contents !== null && (
          <p>
            {things.length === 0
              ? t('connection.remove.nothing')
              : t('connection.remove.what', { things: list })}
          </p>
        )}
        {!practice && <p>{t('connection.remove.elsewhere')}</p>}
      </Dialog>
    </>
  );
};
