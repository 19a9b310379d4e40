/** Looking things up in the marketplace, for support people. Nothing here can change anything. */
import { IconListSearch, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import { isUsable } from '../state/usable.ts';
import { createLookup } from '../state/lookup.ts';
import { useStores } from '../state/stores.ts';
import { useAnswer } from '../state/use-answer.ts';
import { AccountFailure } from '../ui/account-failure.tsx';
import { useLate } from '../ui/late.ts';
import { NoAccount } from '../ui/no-account.tsx';
import { Page } from '../ui/page.tsx';
import { accountName, Picker } from '../ui/picker.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Answer } from './answer.tsx';
import { KindList } from './kind-list.tsx';
import { LookupForm } from './lookup-form.tsx';
import styles from './lookup.module.css';

const Lookups = ({ accounts }: { readonly accounts: readonly Account[] }) => {
  const { t } = useTranslation('lookup');
  const { bridge } = useStores();
  const [lookup] = useState(() => createLookup(bridge, sessionStorage));
  const [chosen, setChosen] = useState<AccountID | null>(null);
  const kind = useStore(lookup, (state) => state.kind);
  const account = accounts.find(({ accountID }) => accountID === chosen) ?? accounts[0];
  const run = useStore(lookup, (state) => account && state.runs[account.accountID]?.[kind]);
  if (account === undefined) return null;
  return (
    <>
      <div className={styles.top}>
        <p className={styles.readOnly}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {t('readOnly')}
        </p>
        <Picker
          label={t('account')}
          value={account.accountID}
          options={accounts.map((each) => ({ value: each.accountID, label: accountName(each) }))}
          onChoose={(value) => setChosen(value as AccountID)}
        />
      </div>
      <div className={styles.bench}>
        <KindList kind={kind} onChoose={(next) => lookup.getState().choose(next)} />
        <LookupForm key={kind} lookup={lookup} kind={kind} account={account} />
      </div>
      <Answer key={`${kind} by ${account.accountID}`} run={run} account={account} />
    </>
  );
};

export const LookupPage = () => {
  const { t } = useTranslation('lookup');
  const { queries } = useStores();
  const { value: known, error } = useAnswer('connect.accounts', {});
  const late = useLate(known === undefined && error === null);
  const accounts = known?.accounts.filter(isUsable) ?? [];
  return (
    <Page title={t('title')} text={t('text')} wide>
      {late && <Spinner />}
      {known === undefined && error !== null && (
        <div className={styles.failed}>
          <AccountFailure
            error={error}
            accountID={null}
            retry={() => void queries.reread('connect.accounts')}
          />
        </div>
      )}
      {known !== undefined && accounts.length === 0 && (
        <NoAccount icon={<IconListSearch size={28} stroke={1.5} />} text={t('none.text')} />
      )}
      {accounts.length > 0 && <Lookups accounts={accounts} />}
    </Page>
  );
};
