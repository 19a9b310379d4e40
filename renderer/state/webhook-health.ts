/** What the state of our webhook of a business means for the screen. */
import type { WebhookState } from '../../contract/accounts.ts';

/** Whether something must be mended; where no webhook is possible nothing is broken. */
export const isBroken = (state: WebhookState): boolean =>
  state !== 'active' && state !== 'not_possible';

/** A webhook in order brings nothing while the way that it leads by is down. */
export const stateWhile = (reachable: boolean, state: WebhookState): WebhookState =>
  state === 'active' && !reachable ? 'not_possible' : state;
