/**
 * Throttles change events: each causes refetching, and a first sync or a busy team emits hundreds per second.
 * Changes are merged, with a pause after each announcement. They wait, at most for `longest`, until the running
 * queries are answered and painted, except just after the person's own action.
 */
import type { CommandName } from '../../contract/commands.ts';
import type { Change } from '../../contract/events.ts';
import type { Bridge } from './bridge.ts';
import { uses } from './commands.ts';

type Timing = {
  /** Milliseconds between two announcements. */
  readonly pause: number;
  /** Milliseconds that painting an answer takes. */
  readonly paint: number;
  /** Milliseconds: the longest wait for queries, and the time after an action without waits. */
  readonly longest: number;
};

/** The ids matter only for the kinds `leads` and `presence`; null means all leads. */
const getLeadIDs = ({ kinds, leadIDs }: Change): Change['leadIDs'] =>
  kinds.includes('leads') || kinds.includes('presence') ? leadIDs : [];

const mergeChanges = (one: Change, other: Change): Change => {
  const lists = [getLeadIDs(one), getLeadIDs(other)];
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    leadIDs: lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))],
  };
};

type Listener = (change: Change) => void;

/** False for actions, calls and photos, which never change. */
const isRefetched = (command: CommandName): boolean =>
  typeof uses[command] !== 'string' && uses[command].length > 0;

/** Wraps a bridge so that its changes are throttled. Its calls must not throw (`wrapBridge`). */
export const throttleChanges = (bridge: Bridge, { pause, paint, longest }: Timing): Bridge => {
  const listeners = new Set<Listener>();
  let stop = (): void => undefined;
  let waiting: Change | null = null;
  let waitingSince = 0;
  let pausedUntil = 0;
  let running = 0;
  let answeredAt = -Infinity;
  let actedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const announce = (change: Change): void => {
    for (const listener of listeners)
      try {
        listener(change);
      } catch (thrown) {
        reportError(thrown);
      }
  };
  const computeDueTime = (): number => {
    // The effect of the person's own action shows immediately.
    if (performance.now() - actedAt < longest) return pausedUntil;
    const paintedAt = running > 0 ? Infinity : answeredAt + paint;
    return Math.max(pausedUntil, Math.min(paintedAt, waitingSince + longest));
  };
  const announceWhenDue = (): void => {
    if (waiting === null) return;
    clearTimeout(timer);
    const remaining = computeDueTime() - performance.now();
    if (remaining > 0) {
      timer = setTimeout(announceWhenDue, remaining);
      return;
    }
    const change = waiting;
    waiting = null;
    pausedUntil = performance.now() + pause;
    announce(change);
  };
  const receive = (change: Change): void => {
    // These notify the person, so they are never merged.
    if (change.taken !== undefined || change.isOwnersOnly === true) return announce(change);
    if (waiting === null) waitingSince = performance.now();
    waiting = waiting === null ? change : mergeChanges(waiting, change);
    announceWhenDue();
  };

  const act: Bridge['invoke'] = (command, input) => {
    const recordAction = (): void => {
      actedAt = performance.now();
      announceWhenDue();
    };
    recordAction();
    const answer = bridge.invoke(command, input);
    void answer.then(recordAction);
    return answer;
  };
  const query: Bridge['invoke'] = async (command, input) => {
    running += 1;
    const answer = await bridge.invoke(command, input);
    running -= 1;
    answeredAt = performance.now();
    announceWhenDue();
    return answer;
  };

  return {
    invoke: (command, input) => {
      const send = uses[command] === 'action' ? act : isRefetched(command) ? query : bridge.invoke;
      return send(command, input);
    },
    on: (event, listener) => {
      if (event !== 'changed') return bridge.on(event, listener);
      // A new function, because the same listener may subscribe twice.
      const own: Listener = (change) => (listener as Listener)(change);
      if (listeners.size === 0) stop = bridge.on('changed', receive);
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) stop();
      };
    },
  };
};
