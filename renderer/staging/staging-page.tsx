/** Previews test leads for support: the request, the stored data, and the lead in the inbox. */
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { IconFlask } from '@tabler/icons-react';
import { useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID, LeadID } from '../../contract/records.ts';
import { createStaging, type Staging } from './staging.ts';
import { useSession } from '../platform/stores.ts';
import { useStagingStores } from './stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { CallPane } from './call-pane.tsx';
import { CreateForm } from './create-form.tsx';
import { LeadStrip } from './lead-strip.tsx';
import { StagingFailure } from './pane.tsx';
import { StoredPane } from './stored-pane.tsx';
import styles from './staging.module.css';

/** The reason why no account can be used, with the next step. */
const NoAccount = ({ elsewhere }: { readonly elsewhere: Account | undefined }) => {
  const { t } = useTranslation('staging');
  const go = useSession((session) => session.go);
  const imported = useSession((session) => session.info?.profile ?? null);
  const profile = imported !== null && 'profile' in imported ? imported.profile : null;
  const isAvailable =
    profile?.hasStagingCredentials === true && profile.environment !== 'production';
  const text =
    elsewhere !== undefined
      ? t('elsewhere.text', {
          name: elsewhere.profileName,
          address: elsewhere.staging?.address ?? '',
        })
      : isAvailable
        ? t('none.atHand', { name: profile.name })
        : t('none.text');
  return (
    <EmptyState
      icon={IconFlask}
      title={t(elsewhere === undefined ? 'none.title' : 'elsewhere.title')}
      text={text}
      action={{ label: t('none.action'), run: () => go('connect') }}
    />
  );
};

type Props = {
  readonly SeenPane: ComponentType<{ readonly leadID: LeadID | null }>;
};

type BenchProps = Props & {
  readonly staging: StoreApi<Staging>;
  readonly accounts: readonly Account[];
};

const Bench = ({ staging, accounts, SeenPane }: BenchProps) => {
  const { t } = useTranslation('staging');
  const [chosen, setChosen] = useState<AccountID | null>(null);
  const { leads, shown, error, isCreating, choose } = useStore(staging);
  const account = accounts.find(({ accountID }) => accountID === chosen) ?? accounts[0];
  if (account === undefined) return null;
  const lead = leads.find(({ nth }) => nth === shown);
  return (
    <>
      <CreateForm staging={staging} accounts={accounts} account={account} onAccount={setChosen} />
      <StagingFailure of="call" error={error} accountID={account.accountID} />
      {leads.length > 0 && <LeadStrip leads={leads} shown={shown} onChoose={choose} />}
      <p role="status" className="hidden-visually">
        {isCreating
          ? t('form.creating')
          : lead !== undefined && t(`outcome.${lead.call.outcome.state}`)}
      </p>
      {lead === undefined ? (
        <div className={styles.none}>
          <EmptyState icon={IconFlask} title={t('unasked.title')} text={t('unasked.text')} />
        </div>
      ) : (
        <div className={styles.panes}>
          <CallPane key={`call ${lead.nth}`} lead={lead} />
          <StoredPane key={`stored ${lead.nth}`} staging={staging} lead={lead} />
          <SeenPane key={`seen ${lead.nth}`} leadID={lead.leadID} />
        </div>
      )}
    </>
  );
};

export const StagingPage = ({ SeenPane }: Props) => {
  const { t } = useTranslation('staging');
  const { bridge, queries, seconds, testLeads } = useStagingStores();
  const [staging] = useState(
    () => testLeads.getState().open ?? createStaging(bridge, queries, sessionStorage, seconds.now),
  );
  useEffect(() => testLeads.setState({ open: staging }), [testLeads, staging]);
  useEffect(() => void staging.getState().open(), [staging]);
  const answer = useAnswer('connect.accounts', {});
  const known = answer.value;
  // A reimported profile may now have staging credentials.
  useEffect(() => void queries.refetch('connect.accounts'), [queries]);
  const staged = (known?.accounts ?? []).filter(
    ({ staging: own, grant, practice }) =>
      own !== undefined && grant.state !== 'disconnected' && !practice,
  );
  const accounts = staged.filter((account) => account.staging?.isOwn);
  return (
    <main className={styles.page}>
      <header className={styles.title}>
        <h1>{t('title')}</h1>
        <p>{t('text')}</p>
      </header>
      <Loading answer={answer} queries={['connect.accounts']} />
      {known !== undefined && accounts.length === 0 && (
        <div className={styles.none}>
          <NoAccount elsewhere={staged[0]} />
        </div>
      )}
      {accounts.length > 0 && <Bench staging={staging} accounts={accounts} SeenPane={SeenPane} />}
    </main>
  );
};
