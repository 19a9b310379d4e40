/**
 * How new leads of an account reach this app, judged once from the last facts, worst first. The
 * sidebar, the account's card, the webhooks page and the bars all show this judgement.
 */
import type { Account, ConnectionReport, WebhookState } from '../../contract/accounts.ts';
import { capabilitiesOf } from '../../contract/generations.ts';

/**
 * - `signedOut`: nothing can be fetched or confirmed until the account is connected again
 * - `away`: the service does not answer, so that nothing can be confirmed
 * - `lost`: nothing brings new leads, and the service does not list them
 * - `noPassword`: nobody has the password that the service's calls must carry
 * - `broken`: a webhook is not in order; the regular check brings its leads
 * - `unknown`: the businesses have not been read yet
 * - `unproven`: calls can come, and none has come yet
 * - `checked`: the service cannot reach this computer; the regular check brings new leads
 * - `instant`: every lead is delivered the moment it is made
 */
export type LeadFlow =
  | 'signedOut'
  | 'away'
  | 'lost'
  | 'noPassword'
  | 'broken'
  | 'unknown'
  | 'unproven'
  | 'checked'
  | 'instant';

export type Tone = 'good' | 'mild' | 'bad' | 'idle';

/** True when a webhook must be repaired; where no webhook is possible nothing is broken. */
export const isBroken = (state: WebhookState): boolean =>
  state !== 'active' && state !== 'not_possible';

/** True where new leads that were missed can be found later. Until the service was asked, it is assumed. */
export const listsLeads = (account: Account, report: ConnectionReport | null): boolean =>
  capabilitiesOf(account).givesLeads && report?.polling.listsLeads !== false;

/** Judges how new leads come in. @param report what the engine knows, or null before it was read */
export const leadFlowOf = (account: Account, report: ConnectionReport | null): LeadFlow => {
  if (account.grant.state !== 'connected') return 'signedOut';
  if (report === null) return 'unknown';
  const { online, receiver, webhooks } = report;
  if (!online) return 'away';
  const lists = listsLeads(account, report);
  if (!lists && !receiver.reachable) return 'lost';
  if (receiver.lacksPassword) return 'noPassword';
  if (webhooks.some(({ state }) => isBroken(state))) return lists ? 'broken' : 'lost';
  if (!capabilitiesOf(account).givesLeads)
    return receiver.lastDeliveryAt === null ? 'unproven' : 'instant';
  if (webhooks.length === 0) return 'unknown';
  if (receiver.reachable && webhooks.every(({ state }) => state === 'active')) return 'instant';
  return lists ? 'checked' : 'lost';
};

export const flowTones: Readonly<Record<LeadFlow, Tone>> = {
  signedOut: 'bad',
  away: 'mild',
  lost: 'bad',
  noPassword: 'bad',
  broken: 'bad',
  unknown: 'idle',
  unproven: 'idle',
  checked: 'mild',
  instant: 'good',
};

/** What can be said of one business's webhook: its last state, unless something worse hides it. */
type Overruled = 'signedOut' | 'away' | 'cut' | 'not_possible';
export type WebhookWord = WebhookState | Overruled;

/** @param state the last state that is known of the webhook */
export const webhookWord = <State extends WebhookState>(
  account: Account,
  report: ConnectionReport | null,
  state: State,
): State | Overruled => {
  const flow = leadFlowOf(account, report);
  if (flow === 'signedOut' || flow === 'away') return flow;
  const isReachable = state !== 'not_possible' && report?.receiver.reachable !== false;
  if (isBroken(state) || isReachable) return state;
  return listsLeads(account, report) ? 'not_possible' : 'cut';
};

export const webhookTone = (word: WebhookWord): Tone => {
  if (word === 'active') return 'good';
  return word === 'not_possible' || word === 'signedOut' || word === 'away' ? 'mild' : 'bad';
};

/**
 * How the check that asks the service itself is doing. `never`: not yet. `partial`: the service lists
 * no leads, so that only known ones are checked.
 */
export type CheckState = 'stopped' | 'away' | 'paused' | 'never' | 'partial' | 'working';

export const checkStateOf = (account: Account, report: ConnectionReport): CheckState => {
  const { lastAt, pausedUntil } = report.polling;
  if (account.grant.state !== 'connected') return 'stopped';
  if (!report.online) return 'away';
  // A rest of a second or two is none that a person can see.
  if (pausedUntil !== null && report.lastFailure?.code === 'rate_limited') return 'paused';
  if (lastAt === null) return 'never';
  return listsLeads(account, report) ? 'working' : 'partial';
};

export const checkTones: Readonly<Record<CheckState, Tone>> = {
  stopped: 'idle',
  away: 'mild',
  paused: 'mild',
  never: 'idle',
  partial: 'mild',
  working: 'good',
};
