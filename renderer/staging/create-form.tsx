/** Form that creates a test lead for an account and a known, a typed or no business. */
import { Button, TextInput } from '@mantine/core';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import { maxServiceIDLength } from '../../contract/limits.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Staging } from './staging.ts';
import { useCounts } from '../leads/counts.ts';
import { formatAccountName } from '../ui/picker.tsx';
import { Select } from '../ui/select.tsx';
import styles from './staging.module.css';

const none = 'none';
const typedID = 'typed';
/** Prefix of business ids, so that no id equals one of the words above. */
const idPrefix = 'id:';

const fieldStyles = { label: { marginBottom: 4 }, error: { marginTop: 4, fontSize: 12 } };

type Business = { readonly businessID: string; readonly name: string };

const toOption = ({ businessID, name }: Business) => ({
  value: idPrefix + businessID,
  label: name === '' ? businessID : `${name} (${businessID})`,
});

/** Businesses of this session's test leads, latest first. */
const listTestedBusinesses = (
  leads: Staging['leads'],
  accountID: AccountID,
): readonly Business[] => {
  const found = new Map<string, Business>();
  for (const { call, accountID: testedID } of leads) {
    if (testedID !== accountID || call.outcome.state !== 'created') continue;
    const { businessID, businessName } = call.outcome;
    if (businessID === null || found.has(businessID)) continue;
    found.set(businessID, { businessID, name: businessName });
  }
  return [...found.values()];
};

type Props = {
  readonly staging: StoreApi<Staging>;
  readonly accounts: readonly Account[];
  readonly account: Account;
  readonly onAccount: (accountID: AccountID) => void;
};

export const CreateForm = ({ staging, accounts, account, onAccount }: Props) => {
  const { t } = useTranslation('staging');
  const { isCreating, leads } = useStore(staging);
  const { businesses: all } = useCounts();
  const [choice, setChoice] = useState(none);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hintID = useId();

  const tested = listTestedBusinesses(leads, account.accountID);
  const own = all.filter(
    ({ accountID, businessID }) =>
      accountID === account.accountID && tested.every((each) => each.businessID !== businessID),
  );
  const options = [...tested, ...own].map(toOption);
  // The choice may belong to another account.
  const chosen =
    choice === none || choice === typedID || options.some(({ value }) => value === choice)
      ? choice
      : none;

  const send = (event: FormEvent): void => {
    event.preventDefault();
    const id = chosen === typedID ? typed.trim() : chosen.slice(idPrefix.length);
    if (chosen === typedID && id === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    void staging.getState().create(account, chosen === none ? null : id);
  };

  return (
    <form className={styles.form} noValidate aria-label={t('form.label')} onSubmit={send}>
      <Select
        label={t('form.account')}
        className={styles.field}
        styles={fieldStyles}
        value={account.accountID}
        data={accounts.map((each) => ({ value: each.accountID, label: formatAccountName(each) }))}
        onChange={(event) => onAccount(event.currentTarget.value as AccountID)}
      />
      <Select
        label={t('form.business')}
        className={styles.field}
        styles={fieldStyles}
        value={chosen}
        data={[
          { value: none, label: t('form.none') },
          ...(tested.length === 0
            ? []
            : [{ group: t('form.tested'), items: tested.map(toOption) }]),
          ...(own.length === 0 ? [] : [{ group: t('form.own'), items: own.map(toOption) }]),
          { value: typedID, label: t('form.typed') },
        ]}
        onChange={(event) => setChoice(event.currentTarget.value)}
      />
      {chosen === typedID && (
        <TextInput
          ref={field}
          label={t('form.businessID')}
          className={styles.field}
          styles={fieldStyles}
          value={typed}
          maxLength={maxServiceIDLength}
          spellCheck={false}
          error={isMissing ? t('form.missing') : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMissing(false);
          }}
        />
      )}
      <Button type="submit" variant="filled" aria-disabled={isCreating} aria-describedby={hintID}>
        {isCreating ? t('form.creating') : t('form.create')}
      </Button>
      <p id={hintID} className={styles.note}>
        {t('form.hint', { address: account.staging?.address ?? '' })}
      </p>
    </form>
  );
};
