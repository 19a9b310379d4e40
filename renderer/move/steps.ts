/**
 * Where a move stands, worked out from what is there: the old sign-in, what was chosen, the new
 * account, its webhooks, its leads. Nothing else remembers a step, so that any of them can be left,
 * undone elsewhere, and taken up again. Pure: no store, no words.
 */
import type { Move } from '../../contract/commands/move.ts';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import type { StepName } from './move.ts';

/** `cannot`: it is this step's turn, and something is in its way. */
export type StepState = 'todo' | 'now' | 'done' | 'cannot';

type Facts = {
  readonly move: Move;
  /** The legacy account. */
  readonly legacy: Account;
  /** The account that was chosen to take over, as far as it is known. */
  readonly taker: Account | null;
  /** What the engine knows of its work. */
  readonly report: ConnectionReport | null;
};

/** What is needed is asked first: the old account goes on until the new one has taken its place. */
const stepNames = ['profile', 'connect', 'webhooks', 'disconnect', 'match'] as const;

/** `looking`: the businesses are not known yet. `unreachable`: the service has no way to us. */
type WebhooksState = 'looking' | 'fine' | 'broken' | 'unreachable';

export const webhooksState = (report: ConnectionReport | null): WebhooksState => {
  if (report === null || report.webhooks.length === 0) return 'looking';
  const states = report.webhooks.map(({ state }) => state);
  if (!report.receiver.reachable || states.includes('not_possible')) return 'unreachable';
  return states.every((state) => state === 'active') ? 'fine' : 'broken';
};

/** Once it has ended, a move is over: what happens to the new account is the connection page's. */
export const isOver = ({ move, legacy }: Facts): boolean =>
  move.matching.state === 'done' && legacy.grant.state === 'disconnected';

const isDone = (facts: Facts, step: StepName): boolean => {
  const { move, legacy, taker, report } = facts;
  switch (step) {
    case 'disconnect':
      return legacy.grant.state === 'disconnected';
    case 'profile':
      return move.profileID !== null || move.to !== null;
    case 'connect':
      return taker?.grant.state === 'connected';
    case 'webhooks':
      return move.withoutWebhooks || webhooksState(report) === 'fine';
    case 'match':
      return move.matching.state === 'done';
  }
};

const isBlocked = ({ move, taker, report }: Facts, step: StepName): boolean => {
  switch (step) {
    case 'connect':
      return taker !== null;
    case 'webhooks':
      return webhooksState(report) === 'unreachable';
    case 'match':
      return move.matching.reason !== null;
    default:
      return false;
  }
};

/**
 * Each step's state, in order. @param choosing the professional wants to choose the profile or
 * account anew
 */
export const stepsOf = (
  facts: Facts,
  choosing: boolean,
): readonly { readonly name: StepName; readonly state: StepState }[] => {
  const over = isOver(facts) && !choosing;
  const done = (name: StepName): boolean =>
    over || (isDone(facts, name) && !(choosing && name === 'profile'));
  const present = stepNames.find((name) => !done(name));
  const before = present === undefined ? stepNames.length : stepNames.indexOf(present);
  return stepNames.map((name, index) => ({
    name,
    state:
      index < before
        ? 'done'
        : name === present
          ? isBlocked(facts, name)
            ? 'cannot'
            : 'now'
          : 'todo',
  }));
};
