/** Thin bars at the top of the window: conditions of the whole app, each with its action. */
import {
  IconAlertTriangle,
  IconCloudOff,
  IconFlask,
  IconKey,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { formatAccountTitle, deriveCondition } from '../accounts/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';
import { useAccounts, useIsPaused, useReports, useSignInsLost } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { loadOnDemand } from '../ui/lazily.tsx';
import { Bar, type BarAction as Action } from './bar.tsx';
import { FileBar } from './file-bar.tsx';
import { GapBars } from './gap-bars.tsx';
import { NotSentBar } from './not-sent-bar.tsx';
import styles from './app.module.css';

const DiagnosticsDialog = loadOnDemand(
  () => import('../ui/diagnostics-dialog.tsx'),
  'DiagnosticsDialog',
);

const useStartAction = (): ((label: string, isAlone: boolean) => Action) => {
  const { bridge } = useStores();
  return (label, isAlone) => ({
    label,
    run: () => void bridge.invoke('shell.restartEngine', { isAlone }),
  });
};

/** Offers diagnostics, or the connection page, which explains a problem of the package. */
const StoppedBar = ({ code }: { readonly code: ErrorCode }) => {
  const { t } = useTranslation();
  const start = useStartAction();
  const problem = useAnswer('shell.engine', {}).value?.problem ?? null;
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const [isDiagnosing, setDiagnosing] = useState(false);
  const restart = start(t('bars.startEngine'), false);
  const openConnection = { label: t('bars.disconnectedAction'), run: () => go('connection') };
  const shared = { name: 'engine', tone: 'danger', icon: IconAlertTriangle } as const;
  if (problem !== null)
    return (
      <Bar
        {...shared}
        text={t(`connection.engine.${problem}.what`)}
        actions={screen === 'connection' ? [restart] : [restart, openConnection]}
      />
    );
  return (
    <>
      <Bar
        {...shared}
        text={`${t(`errors.${code}.what`)} ${t(`errors.${code}.means`)} ${t(`errors.${code}.act`)}`}
        actions={[
          restart,
          ...(code === 'engine_stopped' ? [start(t('bars.startAlone'), true)] : []),
          { label: t('bars.diagnostics'), run: () => setDiagnosing(true) },
        ]}
      />
      {isDiagnosing && <DiagnosticsDialog onClose={() => setDiagnosing(false)} />}
    </>
  );
};

/** The engine's state, unless it runs normally. */
const EngineBar = () => {
  const { t } = useTranslation();
  const engine = useSession((state) => state.engine);
  const start = useStartAction();
  if (engine.state === 'restarting')
    return (
      engine.isRestoring !== true && (
        <Bar
          name="engine"
          tone="warning"
          icon={IconRefresh}
          text={t(engine.isRepairing ? 'bars.repairing' : 'bars.restarting')}
        />
      )
    );
  if (engine.state === 'ready')
    return (
      engine.isAlone === true && (
        <Bar
          name="engine"
          tone="warning"
          icon={IconCloudOff}
          text={t('bars.alone')}
          actions={[start(t('bars.backToNormal'), false)]}
        />
      )
    );
  return <StoppedBar code={engine.error.code} />;
};

/** Returns the marketplace's name, with the user if several accounts share it. */
const formatAccountName = (account: Account, accounts: readonly Account[]): string => {
  const { accountID, profileName } = account;
  const isShared = accounts.some(
    (other) => other.accountID !== accountID && other.profileName === profileName,
  );
  return isShared ? formatAccountTitle(account) : profileName;
};

const isProduction = ({ environment }: Account): boolean => environment === 'production';

/** Accounts whose sign-in has ended, or is refused by the marketplace. */
const SignInBars = ({ accounts }: { readonly accounts: readonly Account[] }) => {
  const { t, i18n } = useTranslation();
  const { reconnect } = useStores();
  const isPaused = useIsPaused();
  const reports = useReports();
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const signedOut = accounts
    .filter(({ grant }) => grant.state === 'reconnect')
    .toSorted((one, other) => Number(isProduction(other)) - Number(isProduction(one)));
  const [firstSignedOut] = signedOut;
  const refused = accounts.filter(
    ({ accountID, grant }) =>
      grant.state === 'connected' &&
      reports.find((report) => report.accountID === accountID)?.lastFailure?.code ===
        'connect_refused',
  );
  const formatNames = (some: readonly Account[]): string =>
    new Intl.ListFormat(i18n.language).format(
      some.map((account) => formatAccountName(account, accounts)),
    );
  return (
    <>
      {firstSignedOut !== undefined && (
        <Bar
          name="reconnect"
          tone="danger"
          icon={IconAlertTriangle}
          text={t('bars.reconnect', { names: formatNames(signedOut) })}
          actions={[
            {
              label:
                signedOut.length === 1
                  ? t('bars.reconnectAction')
                  : t('bars.reconnectFirst', { name: formatAccountName(firstSignedOut, accounts) }),
              run: () => void reconnect(firstSignedOut.accountID),
            },
          ]}
        />
      )}
      {refused.length > 0 && !isPaused && (
        <Bar
          name="refused"
          tone="danger"
          icon={IconAlertTriangle}
          text={t('bars.signInRefused', { names: formatNames(refused) })}
          actions={
            screen === 'connection'
              ? []
              : [{ label: t('bars.disconnectedAction'), run: () => go('connection') }]
          }
        />
      )}
    </>
  );
};

export const Bars = () => {
  const { t, i18n } = useTranslation();
  const isPaused = useIsPaused();
  const isOnline = useSession((state) => state.isOnline);
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const keychain = useAnswer('connect.accounts', {}).value?.keychain;
  const accounts = useAccounts();
  const reports = useReports();
  const hasOnlyPractice = accounts.every((account) => account.practice);
  const isPractice = accounts.length > 0 && hasOnlyPractice;
  /** True even if their sign-ins were lost. */
  const hasAccounts = keychain !== undefined && accounts.length + reports.length > 0;
  const signInsLost = useSignInsLost();
  const hasNewKey = keychain === 'replaced' && (hasOnlyPractice || signInsLost.length > 0);
  const { health, unreachable } = deriveCondition({ accounts, reports, isOnline, signInsLost });
  const listFormat = new Intl.ListFormat(i18n.language);
  const openConnection = { label: t('bars.disconnectedAction'), run: () => go('connection') };
  const connectAgain = { label: t('bars.connectAgain'), run: () => go('connect') };
  return (
    <div className={styles.bars}>
      <FileBar />
      <EngineBar />
      {!isOnline && health !== 'none' && (
        <Bar name="offline" tone="warning" icon={IconCloudOff} text={t('bars.offline')} />
      )}
      {!isPaused && unreachable.length > 0 && (
        <Bar
          name="unreachable"
          tone="warning"
          icon={IconCloudOff}
          text={
            isPractice
              ? t('bars.sampleDown')
              : t('bars.serviceDown', { marketplace: listFormat.format(unreachable) })
          }
        />
      )}
      {health === 'none' &&
        !isPaused &&
        !isPractice &&
        !hasNewKey &&
        hasAccounts &&
        (screen === 'inbox' || screen === 'settings') && (
          <Bar
            name="disconnected"
            tone="warning"
            icon={IconPlugConnectedX}
            text={t('bars.disconnected')}
            actions={[accounts.length > 0 ? openConnection : connectAgain]}
          />
        )}
      {hasNewKey && (
        <Bar
          name="sign-ins"
          tone="danger"
          icon={IconKey}
          text={
            hasOnlyPractice
              ? t('bars.signInsLost')
              : t('bars.signInsLostOf', {
                  names: listFormat.format(signInsLost.map(({ profileName }) => profileName)),
                })
          }
          actions={screen === 'connect' ? [] : [connectAgain]}
        />
      )}
      <SignInBars accounts={accounts} />
      <NotSentBar />
      <GapBars accounts={accounts} reports={reports} />
      {isPractice && (
        <Bar
          name="practice"
          tone="quiet"
          icon={IconFlask}
          text={t('bars.practice')}
          actions={
            screen === 'inbox' ? [{ label: t('bars.connectOwn'), run: () => go('connect') }] : []
          }
        />
      )}
    </div>
  );
};
