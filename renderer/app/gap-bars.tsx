/** Bars about periods in which no new leads arrived, for services that do not list leads. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';
import { formatDateAndTime, formatPeriod } from '../platform/format.ts';
import { Bar, type BarAction } from './bar.tsx';

type Gap = ConnectionReport['gaps'][number];
type Props = { readonly account: Account; readonly gaps: readonly Gap[] };
type OpenProps = Props & { readonly report: ConnectionReport };

/** More businesses than these are only counted. */
const maxNamed = 3;
const barProps = { name: 'gap', icon: IconAlertTriangle } as const;

/** Repairs the webhooks; a toast explains a failure. */
const useRepair = () => {
  const { bridge, queries, toasts } = useStores();
  const { i18n } = useTranslation();
  return async ({ accountID }: Account, names: readonly string[]): Promise<void> => {
    const answer = await bridge.invoke('webhooks.repair', { accountID });
    const failed = answer.ok
      ? answer.value.businesses.flatMap(({ name, repaired, reason }) =>
          repaired || reason === null ? [] : [{ name, code: reason.code }],
        )
      : names.map((name) => ({ name, code: answer.error.code }));
    const [first] = failed;
    if (first !== undefined) {
      const sameReason = failed.filter(({ code }) => code === first.code).map(({ name }) => name);
      toasts.getState().show({
        kind: 'failed',
        code: first.code,
        attempted: 'turnOn',
        customer: new Intl.ListFormat(i18n.language).format(sameReason),
      });
    }
    await queries.refetch('connection.report');
  };
};

/** The advice on finding missed leads, and a lookup by number if the service supports that. */
const useAdvice = (
  account: Account,
): { readonly find: string; readonly lookUp: readonly BarAction[] } => {
  const { t } = useTranslation();
  const lookUpLead = useSession((state) => state.lookUpLead);
  if (getCapabilities(account).lookups.negotiation === undefined)
    return { find: t('bars.gap.findThere'), lookUp: [] };
  return {
    find: t('bars.gap.findAndLookUp'),
    lookUp: [{ label: t('bars.gap.lookUp'), run: () => lookUpLead(account.accountID) }],
  };
};

/** Bar while new leads do not arrive. */
const OpenGap = ({ account, gaps, report: { receiver } }: OpenProps) => {
  const { t, i18n } = useTranslation();
  const go = useSession((state) => state.go);
  const repair = useRepair();
  const { find, lookUp } = useAdvice(account);
  const from = formatDateAndTime(Math.min(...gaps.map((gap) => gap.from)), i18n.language);
  const isPasswordOnly = receiver.reachable && receiver.lacksPassword;
  if (gaps.some(({ businessName }) => businessName === null))
    return (
      <Bar
        {...barProps}
        tone="danger"
        text={`${t(isPasswordOnly ? 'bars.gap.noPassword' : 'bars.gap.cut', { from })} ${find}`}
        actions={[{ label: t('bars.disconnectedAction'), run: () => go('connection') }, ...lookUp]}
      />
    );
  const names = gaps.flatMap(({ businessName }) => businessName ?? []);
  const business =
    names.length > maxNamed
      ? t('bars.gap.businesses', { count: names.length })
      : new Intl.ListFormat(i18n.language).format(names);
  return (
    <Bar
      {...barProps}
      tone="danger"
      text={`${t('bars.gap.off', { from, business })} ${find}`}
      actions={[{ label: t('bars.gap.turnOn'), run: () => void repair(account, names) }, ...lookUp]}
    />
  );
};

/** Bar after a gap: new leads arrive again, but earlier ones may be missing. */
const ClosedGap = ({ account, gaps }: Props) => {
  const { t, i18n } = useTranslation();
  const { act, queries } = useStores();
  const dismiss = async (): Promise<void> => {
    await act('connection.dismissGaps', { accountID: account.accountID });
    await queries.refetch('connection.report');
  };
  const { find, lookUp } = useAdvice(account);
  const from = Math.min(...gaps.map((gap) => gap.from));
  const until = Math.max(...gaps.map((gap) => gap.until ?? 0));
  return (
    <Bar
      {...barProps}
      tone="warning"
      text={`${t('bars.gap.over', {
        period: formatPeriod(from, until, i18n.language),
      })} ${find}`}
      actions={[{ label: t('bars.gap.looked'), run: () => void dismiss() }, ...lookUp]}
    />
  );
};

export const GapBars = ({
  accounts,
  reports,
}: {
  readonly accounts: readonly Account[];
  readonly reports: readonly ConnectionReport[];
}) =>
  accounts
    .filter(({ grant }) => grant.state === 'connected')
    .flatMap((account) => {
      const { accountID } = account;
      const report = reports.find((each) => each.accountID === accountID);
      if (report === undefined) return [];
      const open = report.gaps.filter(({ until }) => until === null);
      const closed = report.gaps.filter(({ until }) => until !== null);
      return [
        open.length > 0 && (
          <OpenGap key={`${accountID} open`} account={account} gaps={open} report={report} />
        ),
        closed.length > 0 && (
          <ClosedGap key={`${accountID} closed`} account={account} gaps={closed} />
        ),
      ];
    });
