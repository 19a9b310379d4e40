/** Looking things up in the marketplace, for support people. Nothing here can change anything. */
import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { IconListSearch, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Account, AccountID } from '../../contract/records.ts';
import { createLookup } from '../state/lookup.ts';
import { useConnection, useSession, useStores } from '../state/stores.ts';
import { useLate } from '../ui/late.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Answer } from './answer.tsx';
import { KindList } from './kind-list.tsx';
import { LookupForm } from './lookup-form.tsx';
import styles from './lookup.module.css';

const nameOf = ({ profileName, userName, email, accountID }: Account): string =>
  `${profileName} · ${userName || email || accountID}`;

const Lookups = ({ accounts }: { readonly accounts: readonly Account[] }) => {
  const { t } = useTranslation('lookup');
  const { bridge } = useStores();
  const [lookup] = useState(() => createLookup(bridge, sessionStorage));
  const [chosen, setChosen] = useState<AccountID | null>(null);
  const kind = useStore(lookup, (state) => state.kind);
  const run = useStore(lookup, (state) => state.runs[kind]);
  const account = accounts.find(({ accountID }) => accountID === chosen) ?? accounts[0];
  if (account === undefined) return null;
  return (
    <>
      <div className={styles.top}>
        <p className={styles.readOnly}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {t('readOnly')}
        </p>
        <NativeSelect
          label={t('account')}
          className={styles.account}
          styles={{ label: { marginBottom: 4 } }}
          value={account.accountID}
          data={accounts.map((each) => ({ value: each.accountID, label: nameOf(each) }))}
          onChange={(event) => setChosen(event.currentTarget.value as AccountID)}
        />
      </div>
      <div className={styles.bench}>
        <KindList kind={kind} onChoose={(next) => lookup.getState().choose(next)} />
        <LookupForm key={kind} lookup={lookup} kind={kind} account={account} />
      </div>
      <Answer key={`answer of ${kind}`} run={run} account={account} />
    </>
  );
};

export const LookupPage = () => {
  const { t } = useTranslation('lookup');
  const state = useConnection((connection) => connection.state);
  const known = useConnection((connection) => connection.accounts);
  const go = useSession((session) => session.go);
  const late = useLate(state === 'loading');
  const accounts = known.filter(
    (account) => account.interface === 'v4' && account.grant.state !== 'disconnected',
  );
  return (
    <Page title={t('title')} text={t('text')} wide>
      {late && <Spinner />}
      {state !== 'loading' && accounts.length === 0 && (
        <div className={styles.none}>
          <Nothing
            icon={<IconListSearch size={28} stroke={1.5} />}
            title={t('none.title')}
            text={t('none.text')}
            action={{ label: t('none.action'), run: () => go('connection') }}
          />
        </div>
      )}
      {accounts.length > 0 && <Lookups accounts={accounts} />}
    </Page>
  );
};
