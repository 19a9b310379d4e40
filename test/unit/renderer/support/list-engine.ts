/**
 * An engine with one view of leads, whose order and membership can change at any time. An answer has the state at
 * the time of its call, and can be delayed.
 */
import type { Answer } from '../../../../contract/errors.ts';
import type { LeadID, ListedLead } from '../../../../contract/records.ts';
import { countsOf, fakeBridge, id, lead, listed, ok } from './samples.ts';

const counts = countsOf({ needs_reply: 1, unread: 1, all: 2 });
const highest = 900_000_000;

type Known = { readonly at: number; readonly isIn: boolean; readonly version: number };

export const listEngine = () => {
  const leads = new Map<string, Known>();
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let version = 0;

  const placeOf = (leadID: string, at: number): string => `${highest - at}.${leadID}`;
  const listedAt = (leadID: string): ListedLead => {
    const { at, version: text } = leads.get(leadID) ?? { at: 0, version: 0 };
    return listed(placeOf(leadID, at), {
      leadID,
      activityAt: at,
      lastMessage: { side: 'customer', text: `${text}`, person: null },
    });
  };
  /** The whole view in its order. */
  const view = (): readonly { readonly leadID: string; readonly place: string }[] =>
    [...leads]
      .filter(([, { isIn }]) => isIn)
      .map(([leadID, { at }]) => ({ leadID, place: placeOf(leadID, at) }))
      .toSorted((one, other) => (one.place < other.place ? -1 : 1));

  const delayed = async <T>(answer: Answer<T>): Promise<Answer<T>> => {
    if (isHeld) await new Promise<void>((go) => waiting.push(go));
    return answer;
  };

  const bridge = fakeBridge({
    'leads.list': ({ position, cursor, before, limit }) => {
      const all = view();
      const total = all.length;
      const rowsOf = (part: typeof all) => part.map(({ leadID }) => listedAt(leadID));
      if (before !== undefined) {
        const above = all.filter(({ place }) => place < before);
        return delayed(ok({ leads: rowsOf(above.slice(-limit)), next: before, total, parts: [] }));
      }
      const from = position ?? all.filter(({ place }) => place <= (cursor ?? '')).length;
      const page = all.slice(from, from + limit);
      const next = from + limit < total ? (page.at(-1)?.place ?? null) : null;
      return delayed(ok({ leads: rowsOf(page), next, total, parts: [] }));
    },
    'leads.within': ({ leadIDs, from, to }) => {
      const all = view();
      const leads = all
        .filter(
          ({ leadID, place }) =>
            leadIDs.includes(id(leadID)) &&
            (from === null || place >= from) &&
            (to === null || place <= to),
        )
        .map(({ leadID }) => listedAt(leadID));
      const position = all.filter(({ place }) => from !== null && place < from).length;
      return delayed(ok({ leads, position, total: all.length, parts: [] }));
    },
    'leads.get': ({ leadID }) => delayed(ok({ lead: lead({}, { leadID, needsReply: false }) })),
    'views.counts': () => ok({ counts, businesses: [] }),
  });

  return {
    bridge,
    ids: (): readonly LeadID[] => view().map(({ leadID }) => id(leadID)),
    rows: (from: number, to: number): readonly ListedLead[] =>
      view()
        .slice(from, to)
        .map(({ leadID }) => listedAt(leadID)),
    /** Changes a lead's position without an event. */
    put: (leadID: string, at: number, isIn = true): LeadID => {
      leads.set(leadID, { at, isIn, version: ++version });
      return id(leadID);
    },
    fill: (count: number): void => {
      for (let index = 0; index < count; index++)
        leads.set(`l${index}`, { at: 10 * (count - index), isIn: true, version: 0 });
    },
    leave: (leadID: string): LeadID => {
      const known = leads.get(leadID);
      if (known !== undefined) leads.set(leadID, { ...known, isIn: false, version: ++version });
      return id(leadID);
    },
    /** Delays answers from now on. */
    hold: (): void => void (isHeld = true),
    waiting: (): number => waiting.length,
    /** Sends the delayed answer at this index: 0 is the oldest. */
    answer: (index = 0): void => waiting.splice(index, 1)[0]?.(),
    /** Sends all delayed answers and delays no more. */
    flow: (): void => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
  };
};
