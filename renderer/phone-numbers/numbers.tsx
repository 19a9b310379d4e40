/** Shows the numbers of one business and the actions on them. */
import { Button } from '@mantine/core';
import { IconBuildingStore, IconPhone, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { NumberOwner, PhoneNumber } from '../../contract/commands/phone-numbers.ts';
import type { Failure } from '../../contract/errors.ts';
import { isUsable } from '../accounts/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { focusOnMount } from '../ui/focus-back.ts';
import { useLate } from '../ui/late.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useAgo } from '../ui/time-words.ts';
import { Picker } from '../ui/picker.tsx';
import { PageToast } from '../ui/page-toast.tsx';
import { type PhoneNumbers, isSame, formatNational, type Toast } from './phone-numbers.ts';
import { NumberDialog } from './number-dialog.tsx';
import { DeletedNumbers, NumberTable } from './number-table.tsx';
import { Refusal, useRefusalWords } from './refusal.tsx';
import styles from './phone-numbers.module.css';

type ToastProps = { readonly toast: Toast | null; readonly onClose: () => void };

/** The last change of a number. */
const NumberToast = ({ toast, onClose }: ToastProps) => {
  const { t } = useTranslation('phoneNumbers');
  const words = useRefusalWords();
  if (toast === null) return <PageToast label={t('toast.label')} toast={null} onClose={onClose} />;
  const { what, entry } = toast;
  const number = formatNational(entry.phoneNumber);
  const undo = 'undo' in toast ? toast.undo : null;
  return (
    <PageToast
      label={t('toast.label')}
      toast={{
        key: `${what} ${entry.phoneNumber}`,
        what,
        text:
          what === 'failed'
            ? t('toast.failed', { number, ...words(toast.error.code) })
            : t(`toast.${what}`, { number }),
        undo: undo === null ? undefined : () => void undo(),
        takesFocus: what === 'deleted',
        stays: what === 'failed',
      }}
      onClose={onClose}
    />
  );
};

type PickerProps = {
  readonly owners: readonly NumberOwner[];
  readonly owner: NumberOwner;
  readonly onChoose: (owner: NumberOwner) => void;
};

/** Chooses the business whose numbers are shown, grouped by account. */
const OwnerPicker = ({ owners, owner, onChoose }: PickerProps) => {
  const { t } = useTranslation('phoneNumbers');
  const accounts = [...new Set(owners.map(({ accountID }) => accountID))];
  const groups = accounts.map((accountID) => {
    const own = owners.filter((each) => each.accountID === accountID);
    return {
      group: own[0]?.accountName ?? '',
      items: own.map((each) => ({ value: String(owners.indexOf(each)), label: each.name })),
    };
  });
  const chosen = owners.findIndex((each) => isSame(each, owner));
  return (
    <Picker
      label={t('business')}
      value={String(chosen)}
      options={accounts.length < 2 ? groups.flatMap(({ items }) => items) : groups}
      onChoose={(value) => {
        const next = owners[Number(value)];
        if (next !== undefined) onChoose(next);
      }}
    />
  );
};

const NoOwner = () => {
  const { t } = useTranslation('phoneNumbers');
  const isConnected = useAccounts().some(isUsable);
  if (!isConnected) return <NoAccount icon={IconBuildingStore} text={t('noOwner.noAccount')} />;
  return (
    <EmptyState icon={IconBuildingStore} title={t('noOwner.title')} text={t('noOwner.text')} />
  );
};

type FreshnessProps = {
  readonly readAt: number | null;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
};

const Freshness = ({ readAt, isRefreshing, onRefresh }: FreshnessProps) => {
  const { t } = useTranslation('phoneNumbers');
  const ago = useAgo(readAt);
  const isSlow = useLate(isRefreshing);
  return (
    <div className={styles.freshness}>
      {isSlow && <Spinner />}
      <span>{isSlow ? t('updating') : ago === null ? t('never') : t('updated', { ago })}</span>
      <IconButton label={t('refresh')} onClick={onRefresh}>
        <IconRefresh size={16} />
      </IconButton>
    </div>
  );
};

/** The number in the dialog, and its business, which may differ from the shown one. */
type DialogSubject = { readonly of: NumberOwner; readonly number: PhoneNumber | null };

type Props = {
  readonly store: StoreApi<PhoneNumbers>;
  /** True if the list of many numbers was just closed. */
  readonly isBack: boolean;
  readonly onAddMany: () => void;
};

/** Failure of reading the stored numbers. */
const ReadFailure = ({ error }: { readonly error: Failure }) => {
  const { queries } = usePlatform();
  const refetch = (): void => void queries.refetch('phoneNumbers.owners', 'phoneNumbers.list');
  return <FailureBox error={error} mt={16} retry={refetch} />;
};

export const Numbers = (props: Props) => {
  const owner = useStore(props.store, (state) => state.owner);
  const { value, error } = useAnswer('phoneNumbers.owners', {});
  const isSlow = useLate(value === undefined && error === null);
  if (error !== null) return <ReadFailure error={error} />;
  if (value === undefined) return isSlow && <Spinner />;
  if (value.owners.length === 0) return <NoOwner />;
  return owner !== null && <OwnerNumbers {...props} owners={value.owners} owner={owner} />;
};

type OwnerProps = Props & {
  readonly owners: readonly NumberOwner[];
  readonly owner: NumberOwner;
};

const OwnerNumbers = ({ store, isBack, onAddMany, owners, owner }: OwnerProps) => {
  const { t } = useTranslation('phoneNumbers');
  const state = useStore(store);
  const { isRefreshing, refusal, toast } = state;
  const { accountID, businessID } = owner;
  const { value: known, error } = useAnswer('phoneNumbers.list', { accountID, businessID });
  const { numbers = [], readAt = null } = known ?? {};
  const [dialog, setDialog] = useState<DialogSubject | null>(null);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const registered = numbers.filter((number) => !number.isDeleted);
  const isWaiting = known === undefined || (readAt === null && isRefreshing);
  const isSlow = useLate(isWaiting);

  const runWhileBusy = async (number: PhoneNumber, work: () => Promise<unknown>): Promise<void> => {
    if (busy.has(number.phoneNumberID)) return;
    setBusy((old) => new Set(old).add(number.phoneNumberID));
    await work();
    setBusy((old) => new Set([...old].filter((id) => id !== number.phoneNumberID)));
  };

  if (error !== null) return <ReadFailure error={error} />;

  const table = {
    business: owner.name,
    numbers,
    busy,
    onEdit: (number: PhoneNumber) => setDialog({ of: owner, number }),
    onDelete: (number: PhoneNumber) => void runWhileBusy(number, () => state.remove(number)),
    onRegisterAgain: (number: PhoneNumber) =>
      void runWhileBusy(number, () => state.registerAgain(number)),
  };
  return (
    <>
      <div className={styles.toolbar}>
        <OwnerPicker owners={owners} owner={owner} onChoose={(next) => void state.choose(next)} />
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setDialog({ of: owner, number: null })}
        >
          {t('add')}
        </Button>
        <Button ref={isBack ? focusOnMount : undefined} onClick={onAddMany}>
          {t('addMany')}
        </Button>
        <Freshness
          readAt={readAt}
          isRefreshing={isRefreshing}
          onRefresh={() => void state.refresh()}
        />
      </div>
      <Refusal error={refusal} accountID={accountID} mt={16} retry={() => void state.refresh()} />
      {isSlow && readAt === null && registered.length === 0 && (
        <div className={styles.skeleton} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      )}
      {registered.length > 0 && <NumberTable {...table} />}
      {registered.length === 0 && !isWaiting && readAt !== null && (
        <EmptyState icon={IconPhone} title={t('empty.title')} text={t('empty.text')} />
      )}
      <DeletedNumbers {...table} />
      {dialog !== null && (
        <NumberDialog
          number={dialog.number}
          accountID={dialog.of.accountID}
          onSubmit={(entry) =>
            dialog.number === null
              ? state.add(dialog.of, entry)
              : state.change(dialog.number, entry)
          }
          onClosed={() => setDialog(null)}
        />
      )}
      <NumberToast toast={toast} onClose={state.closeToast} />
    </>
  );
};
