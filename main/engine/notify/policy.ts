/**
 * Decides what is worth a notification: once for each thing a customer did that the professional has
 * not seen. Never for history, never for what is on the screen in front of them, never twice, not
 * even after a restart; and a burst becomes one notice. Showing it is main's part.
 */
import type { Notice } from '../../../contract/port.ts';
import type { LeadID, LeadRow } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { CustomerActivity } from '../accounts/ingest/changes.ts';
import { accountByID } from '../accounts/rows.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import { leadRow } from '../leads/lead-rows.ts';
import { setNotified, toldAndRead } from '../leads/read-mark.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { noticeWords } from './words.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly show: (notice: Notice) => void;
};

export type NotifyPolicy = {
  /** Considers what customers did; called after the commit that stored it. */
  readonly consider: (news: readonly CustomerActivity[]) => void;
  /** Keeps quiet about the lead that the professional is looking at. */
  readonly watch: (leadID: LeadID | null, focused: boolean) => void;
  readonly stop: () => void;
};

/** More notices than this within the window become one. */
const mostInWindow = 3;
const windowMs = 10_000;
/** How long a burst is given to end before it is told. */
const burstMs = 1_000;
/** How far the service's clock may be behind ours before news of now looks like history. */
const clockSkewMs = 10 * 60_000;

/** Makes the policy of one engine. */
export const createNotifyPolicy = ({ store, clock, show }: Dependencies): NotifyPolicy => {
  let watched: LeadID | null = null;
  let shownAt: readonly number[] = [];
  const held = new Map<number, CustomerActivity>();
  let callOff: (() => void) | null = null;

  const isWorthTelling = ({ accountID, lead, at }: CustomerActivity): boolean => {
    const account = accountByID(store, accountID);
    const { notifiedAt, readAt } = toldAndRead(store, lead);
    // An account that was connected while the computer's clock was ahead is not connected later than now.
    const since = Math.min(account?.connectedAt ?? 0, clock.now()) - clockSkewMs;
    const isHistory = account === null || at < since;
    const row = leadRow(store, lead);
    const isForThem = row !== null && !row.test;
    return isForThem && !isHistory && at > notifiedAt && at > readAt;
  };

  const words = () => noticeWords(settingsNow(store).language);

  const about = ({ category, city }: LeadRow): string =>
    [category, city].filter((part) => part !== '').join(' · ');

  const noticeOf = (row: LeadRow, kind: CustomerActivity['kind']): Notice => ({
    kind,
    leadID: row.leadID,
    title:
      kind === 'lead' ? words().newLead(row.customerName) : row.customerName || words().customer,
    body:
      kind === 'lead'
        ? [about(row), row.requestText].filter((part) => part !== '').join('\n')
        : row.lastMessage?.text || words().file,
  });

  const say = (notice: Notice): void => {
    shownAt = [...shownAt, clock.steady()];
    show(notice);
  };

  const tell = (news: readonly CustomerActivity[]): void => {
    for (const { lead, kind } of news) {
      const row = leadRow(store, lead);
      if (row !== null) say(noticeOf(row, kind));
    }
  };

  /** Tells what was held back, less what has been read or answered meanwhile. */
  const tellHeld = (): void => {
    callOff = null;
    const left = [...held.values()].filter(({ lead, at }) => at > toldAndRead(store, lead).readAt);
    held.clear();
    if (left.length <= 1) {
      tell(left);
      return;
    }
    say({ kind: 'several', leadID: null, title: words().several(left.length), body: '' });
  };

  return {
    consider: (news) => {
      const newest = new Map<number, CustomerActivity>();
      for (const item of news) {
        if (item.at >= (newest.get(item.lead)?.at ?? 0)) newest.set(item.lead, item);
      }
      const worth = [...newest.values()].filter(isWorthTelling);
      if (worth.length === 0) return;
      // Told once more after a power cut is better than a wait for the disk at each burst.
      store.writeAgain(() => {
        for (const { lead, at } of worth) setNotified(store, lead, at);
      });
      const unseen = worth.filter(({ lead }) => leadIDOf(lead) !== watched);
      if (unseen.length === 0 || !settingsNow(store).notifications) return;

      const now = clock.steady();
      shownAt = shownAt.filter((at) => at > now - windowMs);
      if (held.size === 0 && shownAt.length + unseen.length <= mostInWindow) {
        tell(unseen);
        return;
      }
      for (const item of unseen) held.set(item.lead, item);
      const first = shownAt[0];
      callOff ??= clock.after(first === undefined ? burstMs : first + windowMs - now, tellHeld);
    },
    watch: (leadID, focused) => {
      watched = focused ? leadID : null;
    },
    stop: () => {
      callOff?.();
    },
  };
};
