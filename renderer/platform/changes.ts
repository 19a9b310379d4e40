/**
 * Throttles change events. A first sync or a busy team emits hundreds per second, and each one causes refetching:
 * one waits until the running queries are answered and painted, so that it does not delay what a person has just
 * opened, and those of the pause after it are merged into one. For `longest` after
 * the person's own action, changes wait for no query.
 */
import type { CommandName } from '../../contract/commands.ts';
import type { Change } from '../../contract/events.ts';
import type { Bridge } from './bridge.ts';
import { uses } from './commands.ts';

type Timing = {
  /** Milliseconds between two changes. */
  readonly pause: number;
  /** Milliseconds in which an answer is painted. */
  readonly paint: number;
  /** The longest wait for running queries, in milliseconds. */
  readonly longest: number;
};

/** The ids count only where leads changed, or who is at them; null stands for all leads. */
const leadsOf = ({ kinds, leadIDs }: Change): Change['leadIDs'] =>
  kinds.includes('leads') || kinds.includes('presence') ? leadIDs : [];

const mergeChanges = (one: Change, other: Change): Change => {
  const lists = [leadsOf(one), leadsOf(other)];
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    leadIDs: lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))],
  };
};

type Listener = (change: Change) => void;

/** False for actions and calls, and for photos, which come from the internet and never change. */
const isRefetched = (command: CommandName): boolean =>
  typeof uses[command] !== 'string' && uses[command].length > 0;

/** The same bridge, whose calls must not throw (bridge.ts), and whose changes wait. */
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
  const due = (): number => {
    // What the person has just done shows at once.
    if (performance.now() - actedAt < longest) return pausedUntil;
    const paintedAt = running > 0 ? Infinity : answeredAt + paint;
    return Math.max(pausedUntil, Math.min(paintedAt, waitingSince + longest));
  };
  const announceWhenDue = (): void => {
    if (waiting === null) return;
    clearTimeout(timer);
    const remaining = due() - performance.now();
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
    // What the person must know is never merged.
    if (change.taken !== undefined || change.isOwnersOnly === true) return announce(change);
    if (waiting === null) waitingSince = performance.now();
    waiting = waiting === null ? change : mergeChanges(waiting, change);
    announceWhenDue();
  };

  const act: Bridge['invoke'] = (command, input) => {
    const acted = (): void => {
      actedAt = performance.now();
      announceWhenDue();
    };
    acted();
    const answer = bridge.invoke(command, input);
    void answer.then(acted);
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
      // Another function, because the same one may listen twice.
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
