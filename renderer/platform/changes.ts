/**
 * Changes as the window hears them. A first sync tells hundreds a second, and each has something read
 * and drawn again: the first is heard at once, and those of the pause after it are heard as one.
 */
import type { Change } from '../../contract/events.ts';
import type { Bridge } from './bridge.ts';

/** The leads that a change names; null: any may have changed. */
const leadsOf = ({ kinds, leadIDs }: Change): Change['leadIDs'] =>
  kinds.includes('leads') ? leadIDs : [];

const asOne = (one: Change, other: Change): Change => {
  const [leads, more] = [leadsOf(one), leadsOf(other)];
  return {
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    leadIDs: leads === null || more === null ? null : [...new Set([...leads, ...more])],
  };
};

const spaced = (pause: number, hear: (change: Change) => void): ((change: Change) => void) => {
  let isResting = false;
  let waiting: Change | null = null;
  const tell = (change: Change): void => {
    isResting = true;
    setTimeout(() => {
      const next = waiting;
      waiting = null;
      isResting = false;
      if (next !== null) tell(next);
    }, pause);
    hear(change);
  };
  return (change) => {
    if (!isResting) tell(change);
    else waiting = waiting === null ? change : asOne(waiting, change);
  };
};

/**
 * The same bridge, which tells of changes no more often than that.
 *
 * @param pause milliseconds between two of them
 */
export const calm = (bridge: Bridge, pause: number): Bridge => ({
  invoke: bridge.invoke,
  on: (event, listener) => {
    if (event !== 'changed') return bridge.on(event, listener);
    return bridge.on('changed', spaced(pause, listener as (change: Change) => void));
  },
});
