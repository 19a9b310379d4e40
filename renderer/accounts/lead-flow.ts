/** Derives how new leads of an account reach the app, for the sidebar, cards, bars and webhooks page. */
import type { Account, ConnectionReport, WebhookState } from '../../contract/accounts.ts';
import { getCapabilities, canUseWebhooks } from '../../contract/generations.ts';

export type Tone = 'good' | 'mild' | 'bad' | 'idle';

/**
 * The state of an account's new leads:
 * - `signedOut`: nothing works until the account is reconnected
 * - `signInRefused`: the service answers, but refuses a new access token
 * - `away`: the service does not answer
 * - `lost`: no deliveries arrive, and the service does not list leads
 * - `noPassword`: the service has no password for its deliveries yet
 * - `broken`: a webhook is broken; polling fetches its leads
 * - `unused`: the staging profile requests no webhooks
 * - `unknown`: the report or the businesses are not loaded yet
 * - `unproven`: deliveries are possible, but none has arrived yet
 * - `checked`: the service cannot reach this computer; polling fetches new leads
 * - `instant`: every lead is delivered immediately
 */
export type LeadFlow = keyof typeof flowTones;

export const flowTones = {
  signedOut: 'bad',
  signInRefused: 'bad',
  away: 'mild',
  lost: 'bad',
  noPassword: 'bad',
  broken: 'bad',
  unused: 'idle',
  unknown: 'idle',
  unproven: 'idle',
  checked: 'mild',
  instant: 'good',
} as const satisfies Readonly<Record<string, Tone>>;

export const isBroken = (state: WebhookState): boolean =>
  state !== 'active' && state !== 'not_possible' && state !== 'unused';

/** True if polling finds missed leads; assumed until the service has answered. */
export const canFindByPolling = (account: Account, report: ConnectionReport | null): boolean =>
  getCapabilities(account).canPollLeads && report?.polling.listsLeads !== false;

/** Derives how new leads reach the app, from the worst condition of the account. */
export const deriveLeadFlow = (account: Account, report: ConnectionReport | null): LeadFlow => {
  if (account.grant.state !== 'connected') return 'signedOut';
  if (report === null) return 'unknown';
  const { online, receiver, webhooks } = report;
  if (report.lastFailure?.code === 'connect_refused') return 'signInRefused';
  if (!online) return 'away';
  const requested = [...account.scopes, ...account.missingScopes];
  if (!canUseWebhooks({ ...account, scopes: requested })) return 'unused';
  if (webhooks.some(({ state }) => state === 'unused')) return 'unused';
  const isPolled = canFindByPolling(account, report);
  if (!isPolled && !receiver.reachable) return 'lost';
  if (receiver.lacksPassword) return 'noPassword';
  if (webhooks.some(({ state }) => isBroken(state))) return isPolled ? 'broken' : 'lost';
  if (!getCapabilities(account).canPollLeads)
    return receiver.lastDeliveryAt === null ? 'unproven' : 'instant';
  if (webhooks.length === 0) return 'unknown';
  if (receiver.reachable && webhooks.every(({ state }) => state === 'active')) return 'instant';
  return isPolled ? 'checked' : 'lost';
};

/**
 * States of the account that are shown in place of a webhook's own state. `cut`: the service cannot reach this
 * computer, and polling finds no new leads.
 */
type OverridingState = 'signedOut' | 'signInRefused' | 'away' | 'cut' | 'not_possible';
export type WebhookWord = WebhookState | OverridingState;

/** Chooses the shown state of a webhook, which a worse condition of the account replaces. */
export const chooseWebhookWord = <State extends WebhookState>(
  account: Account,
  report: ConnectionReport | null,
  state: State,
): State | OverridingState => {
  const flow = deriveLeadFlow(account, report);
  if (flow === 'signedOut' || flow === 'signInRefused' || flow === 'away') return flow;
  if (flow === 'unused') return state;
  const isReachable = state !== 'not_possible' && report?.receiver.reachable !== false;
  if (isBroken(state) || isReachable) return state;
  return canFindByPolling(account, report) ? 'not_possible' : 'cut';
};

export const chooseWebhookTone = (word: WebhookWord): Tone => {
  if (word === 'active') return 'good';
  if (word === 'unused') return 'idle';
  const isUnconfirmed = word === 'signedOut' || word === 'signInRefused' || word === 'away';
  return word === 'not_possible' || isUnconfirmed ? 'mild' : 'bad';
};

/** State of polling. `partial`: the service does not list leads, so only known ones are polled. */
type CheckState = keyof typeof checkTones;

export const deriveCheckState = (account: Account, report: ConnectionReport): CheckState => {
  const { lastAt, pausedUntil } = report.polling;
  if (account.grant.state !== 'connected') return 'stopped';
  if (report.lastFailure?.code === 'connect_refused') return 'signInRefused';
  if (!report.online) return 'away';
  // Pauses of a second or two are not shown.
  if (pausedUntil !== null && report.lastFailure?.code === 'rate_limited') return 'paused';
  if (lastAt === null) return 'never';
  return canFindByPolling(account, report) ? 'working' : 'partial';
};

export const checkTones = {
  stopped: 'idle',
  signInRefused: 'idle',
  away: 'mild',
  paused: 'mild',
  never: 'idle',
  partial: 'idle',
  working: 'good',
} as const satisfies Readonly<Record<string, Tone>>;
