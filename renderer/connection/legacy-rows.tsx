/** The incoming leads of a legacy account, whose service calls this app and cannot be polled. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { flowTones, leadFlowOf, type LeadFlow } from '../accounts/lead-flow.ts';
import { useAgo } from '../ui/time-words.ts';
import { PartnerAddress } from './partner-address.tsx';
import { Row } from './row.tsx';

type Props = { readonly account: Account; readonly report: ConnectionReport };

/** Scrolls to the tunnel section of this page (tunnel-section.tsx). */
const showTunnel = (): void => document.getElementById('tunnel-title')?.scrollIntoView();

/** Keys of texts. Without webhooks and polling, their states mean waiting for a call. */
const textKeys = {
  signedOut: 'signedOut',
  signInRefused: 'signInRefused',
  away: 'away',
  lost: 'unreachable',
  noPassword: 'noPassword',
  broken: 'waiting',
  unused: 'waiting',
  unknown: 'waiting',
  unproven: 'waiting',
  checked: 'waiting',
  instant: 'called',
} as const satisfies Readonly<Record<LeadFlow, string>>;

const Calls = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const { receiver } = report;
  const flow = leadFlowOf(account, report);
  const ago = useAgo(receiver.lastDeliveryAt) ?? '';
  return (
    <Row
      name="calls"
      label={t('connection.rows.leads')}
      tone={flowTones[flow]}
      action={
        flow === 'lost' && (
          <Button variant="default" onClick={showTunnel}>
            {t('connection.legacy.leads.setUp')}
          </Button>
        )
      }
    >
      <p>{t(`connection.legacy.leads.${textKeys[flow]}`, { ago })}</p>
      {receiver.refused > 0 && (
        <p data-faint>{t('connection.webhooks.refused', { count: receiver.refused })}</p>
      )}
    </Row>
  );
};

export const LegacyRows = ({ account, report }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <Calls account={account} report={report} />
      <PartnerAddress account={account} />
      <Row name="polling" label={t('connection.rows.check')} tone="idle">
        {t('connection.legacy.check')}
      </Row>
      <Row name="backfill" label={t('connection.rows.history')} tone="idle">
        {t('connection.legacy.history')}
      </Row>
    </>
  );
};
