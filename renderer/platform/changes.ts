/**
 * Throttles change events. A first sync emits hundreds per second, and each one causes refetching: the
 * first passes at once, and those of the pause after it are merged into one.
 */
import type { Change } from '../../contract/events.ts';
import type { Bridge } from './bridge.ts';

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

const throttle = (pause: number, listener: (change: Change) => void) => {
  let isPausing = false;
  let waiting: Change | null = null;
  const emit = (change: Change): void => {
    isPausing = true;
    setTimeout(() => {
      const next = waiting;
      waiting = null;
      isPausing = false;
      if (next !== null) emit(next);
    }, pause);
    listener(change);
  };
  return (change: Change): void => {
    // What the person has to know is no part of another change.
    if (change.taken !== undefined || change.isOwnersOnly === true) listener(change);
    else if (!isPausing) emit(change);
    else waiting = waiting === null ? change : mergeChanges(waiting, change);
  };
};

/** The same bridge, with `pause` milliseconds between two change events. */
export const throttleChanges = (bridge: Bridge, pause: number): Bridge => ({
  invoke: bridge.invoke,
  on: (event, listener) => {
    if (event !== 'changed') return bridge.on(event, listener);
    return bridge.on('changed', throttle(pause, listener as (change: Change) => void));
  },
});
