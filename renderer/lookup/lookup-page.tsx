/** Read-only lookups at the marketplace, for support. */
import { IconListSearch, IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Account } from '../../contract/accounts.ts';
import type { LookupKind } from '../../contract/commands/lookup.ts';
import { getCapabilities } from '../../contract/generations.ts';
import type { AccountID } from '../../contract/records.ts';
import { createLookup } from './lookup.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { formatAccountName, Picker } from '../ui/picker.tsx';
import { Outcome } from './outcome.tsx';
import { KindList } from './kind-list.tsx';
import { LookupForm } from './lookup-form.tsx';
import styles from './lookup.module.css';

const listSupportedKinds = (account: Account | undefined): readonly LookupKind[] =>
  account === undefined ? [] : (Object.keys(getCapabilities(account).lookups) as LookupKind[]);

const Lookups = ({ accounts }: { readonly accounts: readonly Account[] }) => {
  const { t } = useTranslation('lookup');
  const { bridge, session } = usePlatform();
  const [lookup] = useState(() => createLookup(bridge, sessionStorage));
  const senderID = useStore(lookup, (state) => state.senderID);
  const kind = useStore(lookup, (state) => state.kind);
  const { choose, chooseSender, addLead } = lookup.getState();
  const account = accounts.find(({ accountID }) => accountID === senderID) ?? accounts[0];
  const run = useStore(lookup, (state) => account && state.runs[account.accountID]?.[kind]);
  const offered = listSupportedKinds(account);
  const [firstKind] = offered;
  const isOffered = offered.includes(kind);
  useEffect(() => {
    if (!isOffered && firstKind !== undefined) choose(firstKind);
  }, [choose, isOffered, firstKind]);
  const requestedAccount = useStore(session, ({ lookupAccount }) => lookupAccount);
  useEffect(() => {
    if (requestedAccount === null) return;
    chooseSender(requestedAccount);
    choose('negotiation');
    session.setState({ lookupAccount: null });
  }, [choose, chooseSender, session, requestedAccount]);
  if (account === undefined || !isOffered) return null;
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
          options={accounts.map((each) => ({
            value: each.accountID,
            label: formatAccountName(each),
          }))}
          onChoose={(value) => chooseSender(value as AccountID)}
        />
      </div>
      <div className={styles.bench}>
        <KindList kind={kind} offered={offered} onChoose={choose} />
        <LookupForm key={kind} lookup={lookup} kind={kind} account={account} />
      </div>
      <Outcome
        key={`${kind} by ${account.accountID}`}
        kind={kind}
        run={run}
        account={account}
        onAdd={(negotiationID) => addLead(account.accountID, negotiationID)}
      />
    </>
  );
};

export const LookupPage = () => {
  const { t } = useTranslation('lookup');
  const answer = useAnswer('connect.accounts', {});
  const known = answer.value;
  const accounts = known?.accounts.filter(({ grant }) => grant.state !== 'disconnected') ?? [];
  return (
    <Page title={t('title')} text={t('text')} wide>
      <Loading answer={answer} queries={['connect.accounts']} mt={24} />
      {known !== undefined && accounts.length === 0 && (
        <NoAccount icon={IconListSearch} text={t('none.text')} />
      )}
      {accounts.length > 0 && <Lookups accounts={accounts} />}
    </Page>
  );
};
