/** How fast the professional answers, counted from what is stored. */
import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Handlers } from '../platform/command/handler.ts';
import type { Store } from '../platform/store/store.ts';

// Whoever had a first reply today has moved today: the indexes of the two views have those first.
const movedSince = `
  SELECT lead FROM inbox WHERE archived = 0 AND activity_at >= @since
  UNION ALL
  SELECT lead FROM inbox WHERE archived = 1 AND activity_at >= @since`;

/** How long each lead waited that had its first reply since a moment; the shortest first. */
const firstWaits = (store: Store, since: number): readonly number[] =>
  store
    .prepare<[{ since: number }], { waited: number }>(
      'insights.firstWaits',
      `SELECT max(0, first - created_at) AS waited FROM (
         SELECT l.created_at, (SELECT min(m.sent_at) FROM messages m
           WHERE m.lead = l.lead AND m.side = 'business' AND NOT EXISTS
             (SELECT 1 FROM outbox o WHERE o.message = m.message
               AND (o.state = 'failed' OR o.waits_for = 'schedule'))) AS first
         FROM (${movedSince}) AS moved CROSS JOIN leads l ON l.lead = moved.lead)
       WHERE first >= @since`,
    )
    .all({ since })
    .map(({ waited }) => waited)
    .toSorted((one, other) => one - other);

const medianOf = (sorted: readonly number[]): number | null => {
  const middle = sorted.slice(
    Math.floor((sorted.length - 1) / 2),
    Math.floor(sorted.length / 2) + 1,
  );
  return middle.length === 0 ? null : middle.reduce((sum, each) => sum + each, 0) / middle.length;
};

/** Handlers of `insights.*`. */
export const insightsCommands = ({
  store,
  clock,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}): Handlers<'insights.today'> => ({
  'insights.today': () => {
    const waits = firstWaits(store, new Date(clock.now()).setHours(0, 0, 0, 0));
    return succeed({ firstReplies: waits.length, medianMs: medianOf(waits) });
  },
});
