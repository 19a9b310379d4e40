/**
 * Derives the steps of a move from the old sign-in, the choices, the new account, its webhooks and
 * its leads. No step is stored, so the move can be left and resumed, and steps can be undone elsewhere.
 */
import type { Move } from '../../contract/commands/move.ts';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';

/** The old account stays connected until the new one works. */
const stepNames = ['profile', 'connect', 'webhooks', 'disconnect', 'match'] as const;
export type StepName = (typeof stepNames)[number];

/** `cannot`: it is the current step, and something blocks it. */
export type StepState = 'todo' | 'now' | 'done' | 'cannot';

export type Facts = {
  readonly move: Move;
  readonly legacy: Account;
  /** The chosen v4 account, if it is known. */
  readonly newAccount: Account | null;
  /** Health of the new account. */
  readonly report: ConnectionReport | null;
};

/** `looking`: no business is known yet. `unreachable`: the service cannot reach this computer. */
type WebhooksState = 'looking' | 'fine' | 'broken' | 'unreachable';

export const deriveWebhooksState = (report: ConnectionReport | null): WebhooksState => {
  if (report === null || report.webhooks.length === 0) return 'looking';
  const states = report.webhooks.map(({ state }) => state);
  if (states.every((state) => state === 'unused')) return 'fine';
  if (!report.receiver.reachable || states.includes('not_possible')) return 'unreachable';
  return states.every((state) => state === 'active') ? 'fine' : 'broken';
};

/** A finished move stays finished; later problems are shown on the connection page. */
export const isOver = ({ move, legacy }: Facts): boolean =>
  move.matching.state === 'done' && legacy.grant.state === 'disconnected';

const isDone: Readonly<Record<StepName, (facts: Facts) => boolean>> = {
  profile: ({ move }) => move.profileID !== null || move.to !== null,
  connect: ({ newAccount }) => newAccount?.grant.state === 'connected',
  webhooks: ({ move, report }) => move.withoutWebhooks || deriveWebhooksState(report) === 'fine',
  disconnect: ({ legacy }) => legacy.grant.state === 'disconnected',
  match: ({ move }) => move.matching.state === 'done',
};

const isBlocked: Readonly<Record<StepName, (facts: Facts) => boolean>> = {
  profile: () => false,
  connect: ({ newAccount }) => newAccount !== null,
  webhooks: ({ report }) => deriveWebhooksState(report) === 'unreachable',
  disconnect: () => false,
  match: ({ move }) => move.matching.reason !== null,
};

/**
 * The state of each step, in order.
 *
 * @param isChoosing whether the professional is changing the profile or account
 */
export const deriveSteps = (
  facts: Facts,
  isChoosing: boolean,
): readonly { readonly name: StepName; readonly state: StepState }[] => {
  const isFinished = isOver(facts) && !isChoosing;
  const isPassed = (name: StepName): boolean =>
    isFinished || (isDone[name](facts) && !(isChoosing && name === 'profile'));
  const current = stepNames.find((name) => !isPassed(name));
  const deriveState = (name: StepName, index: number): StepState => {
    if (current === undefined || index < stepNames.indexOf(current)) return 'done';
    if (name !== current) return 'todo';
    return isBlocked[name](facts) ? 'cannot' : 'now';
  };
  return stepNames.map((name, index) => ({ name, state: deriveState(name, index) }));
};
