/** The team's hub as the public address: its intake accepts deliveries, which arrive over the team's log. */
import type { Provider, ProviderEvents } from './provider.ts';
import type { TestEvents } from './round-trip.ts';

export type HubRoute = {
  /** The intake's address of this team, without a final slash. */
  readonly address: string;
  /** Reports now and at each change whether this computer follows the log; the returned function ends it. */
  readonly watch: (report: (isFollowing: boolean) => void) => () => void;
  /** Test events that arrive over the log. */
  readonly testEvents: TestEvents;
};

/** Uses the hub's address while the log is followed. */
export const startHub = ({ address, watch }: HubRoute, events: ProviderEvents): Provider => {
  const end = watch((isFollowing) => {
    if (isFollowing) events.onUp(address);
    else events.onInterrupted({ why: 'hub_unavailable', detail: '' });
  });
  return { stop: async () => end() };
};
