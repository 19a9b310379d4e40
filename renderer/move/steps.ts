/**
 * Derives the steps of a move from the old sign-in, the choices, the new account, its webhooks and
 * its leads. No step is stored, so the move can be left and resumed, and steps can be undone elsewhere.
 */
import type { Move } from '../../contract/commands/move.ts';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import type { StepName } from './move.ts';

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

/** The old account stays connected until the new one works. */
const stepNames = ['profile', 'connect', 'webhooks', 'disconnect', 'match'] as const;

/** `looking`: no business is known yet. `unreachable`: the service cannot reach this computer. */
type WebhooksState = 'looking' | 'fine' | 'broken' | 'unreachable';

export const webhooksState = (report: ConnectionReport | null): WebhooksState => {
  if (report === null || report.webhooks.length === 0) return 'looking';
  const states = report.webhooks.map(({ state }) => state);
  if (states.every((state) => state === 'unused')) return 'fine';
  if (!report.receiver.reachable || states.includes('not_possible')) return 'unreachable';
  return states.every((state) => state === 'active') ? 'fine' : 'broken';
};

/** A finished move stays finished; later problems are shown on the connection page. */
export const isOver = ({ move, legacy }: Facts): boolean =>
  move.matching.state === 'done' && legacy.grant.state === 'disconnected';

const isDone = (facts: Facts, step: StepName): boolean => {
  const { move, legacy, newAccount, report } = facts;
  switch (step) {
    case 'disconnect':
      return legacy.grant.state === 'disconnected';
    case 'profile':
      return move.profileID !== null || move.to !== null;
    case 'connect':
      return newAccount?.grant.state === 'connected';
    case 'webhooks':
      return move.withoutWebhooks || webhooksState(report) === 'fine';
    case 'match':
      return move.matching.state === 'done';
  }
};

const isBlocked = ({ move, newAccount, report }: Facts, step: StepName): boolean => {
  switch (step) {
    case 'connect':
      return newAccount !== null;
    case 'webhooks':
      return webhooksState(report) === 'unreachable';
    case 'match':
      return move.matching.reason !== null;
    default:
      return false;
  }
};

/**
 * The state of each step, in order.
 *
 * @param isChoosing whether the professional is changing the profile or account
 */
export const stepsOf = (
  facts: Facts,
  isChoosing: boolean,
): readonly { readonly name: StepName; readonly state: StepState }[] => {
  const isFinished = isOver(facts) && !isChoosing;
  const isPassed = (name: StepName): boolean =>
    isFinished || (isDone(facts, name) && !(isChoosing && name === 'profile'));
  const current = stepNames.find((name) => !isPassed(name));
  const passedCount = current === undefined ? stepNames.length : stepNames.indexOf(current);
  return stepNames.map((name, index) => ({
    name,
    state:
      index < passedCount
        ? 'done'
        : name === current
          ? isBlocked(facts, name)
            ? 'cannot'
            : 'now'
          : 'todo',
  }));
};
