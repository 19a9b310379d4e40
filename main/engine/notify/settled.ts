/** Decides which news the professional, or a colleague, has dealt with: for a whole burst in one statement. */
import { shownMarkNames, type ShownMarkName, type ShownMarks } from '../../../contract/marks.ts';
import { claimMs } from '../leads/claims.ts';
import { findOwnPerson } from '../leads/inbox-facts.ts';
import { toShownMarks } from '../leads/marks.ts';
import { selectReadAt } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredPerson } from '../platform/store/stored.ts';
import type { News } from './held.ts';

type Row = Readonly<Record<ShownMarkName, unknown>> & {
  readonly lead: number;
  readonly mentioned: number;
  readonly outgoing: number;
  /** UTC milliseconds, 0 for never. */
  readonly readAt: number;
  readonly claimedBy: string | null;
};

type State = Pick<Row, 'mentioned' | 'outgoing' | 'readAt'> & {
  readonly marks: ShownMarks;
  /** A colleague answers it: its assignee or, without one, the person who claimed it. */
  readonly isWithColleague: boolean;
};

/** Reads the states of listed leads, by number. @param now UTC milliseconds */
const readStates = (store: Store, news: readonly News[], now: number) => {
  const own = findOwnPerson(store);
  const rows = store
    .prepare<[{ readonly leads: string; readonly claimedSince: number }], Row>(
      `SELECT i.lead, i.mentioned, i.outgoing,
         ${shownMarkNames.map((name) => `i.${name}`).join(', ')},
         ifnull(${selectReadAt('i.lead')}, 0) AS readAt,
         (SELECT c.person FROM team_claims c WHERE c.lead = i.lead
           AND c.renewed >= @claimedSince) AS claimedBy
       FROM json_each(@leads) j CROSS JOIN inbox i ON i.lead = j.value`,
    )
    .all({
      leads: JSON.stringify(news.map(({ lead }) => lead)),
      claimedSince: now - claimMs,
    });
  return new Map(
    rows.map((row): readonly [number, State] => {
      const marks = toShownMarks(row);
      const by = marks.assignee ?? readStoredPerson(row.claimedBy);
      return [
        row.lead,
        { ...row, marks, isWithColleague: own !== null && by !== null && by !== own },
      ];
    }),
  );
};

const isSettled = ({ kind, at, wasRead }: News, state: State | undefined): boolean => {
  if (state === undefined || state.marks.archived || state.marks.snoozedUntil !== null) return true;
  // A mention is for the person here.
  if (kind === 'mentioned') return state.mentioned === 0;
  if (state.isWithColleague) return true;
  // It was read before, so only a mark that no reply is needed, or a reply, settles it.
  if (kind === 'back' || wasRead === true) return state.marks.noReplyNeeded || state.outgoing === 1;
  return at <= state.readAt;
};

/** Keeps the news that nobody has dealt with. @param now UTC milliseconds */
export const filterUnsettled = (
  store: Store,
  news: readonly News[],
  now: number,
): readonly News[] => {
  if (news.length === 0) return [];
  const states = readStates(store, news, now);
  return news.filter((one) => !isSettled(one, states.get(one.lead)));
};

/** Keeps the news of leads that no colleague answers, and mentions. @param now UTC milliseconds */
export const filterOwn = <N extends News>(
  store: Store,
  news: readonly N[],
  now: number,
): readonly N[] => {
  if (news.length === 0 || findOwnPerson(store) === null) return news;
  const states = readStates(store, news, now);
  return news.filter(
    ({ lead, kind }) => kind === 'mentioned' || states.get(lead)?.isWithColleague !== true,
  );
};
