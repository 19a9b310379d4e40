/** Delivers records to an engine and collects its notices without a desktop. */
import { onTestFinished } from 'vitest';
import type { Notice } from '../../../../contract/port.ts';
import { createIngest } from '../../../../main/engine/accounts/ingest/ingest.ts';
import type { News } from '../../../../main/engine/notify/held.ts';
import { createNotifyPolicy, type NotifyPolicy } from '../../../../main/engine/notify/policy.ts';
import { toLeadID, toRow } from '../../../../main/engine/platform/store/ids.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { intakesOf } from './readers.ts';
import { event, negotiation, rfc } from './records.ts';
import { accountID, noon, testClock, testSlices, testLog, testStore } from './store.ts';
import { listLeads } from './list-leads.ts';

/**
 * A store, a clock, and a policy that can restart over them.
 * @param reach gets the news that are worth a notice
 * @param isAssigning whether rules of a team assign new leads
 */
export const noticeBench = (reach?: (news: readonly News[]) => void, isAssigning = false) => {
  const clock = testClock();
  const store: Store = testStore(clock);
  changeSettings(store, { language: 'en' });
  const notices: Notice[] = [];
  const onDesktop = new Map<string, Notice>();
  const quietUntil: (number | null)[] = [];
  let policy: NotifyPolicy;
  const start = (): void => {
    policy = createNotifyPolicy({
      store,
      clock,
      log: testLog(),
      show: (notice, noticeID) => {
        notices.push(notice);
        if (noticeID !== null) onDesktop.set(noticeID, notice);
      },
      isAssigning: () => isAssigning,
      ...(reach && { reach }),
      withdraw: (noticeIDs) => noticeIDs.forEach((noticeID) => onDesktop.delete(noticeID)),
      onQuiet: ({ until }) => void quietUntil.push(until),
    });
  };
  start();
  onTestFinished(() => policy.stop());
  const ingest = createIngest({
    store,
    clock,
    slices: testSlices(clock),
    log: testLog(),
    publish: (change) => policy.onChange(change),
    notify: (news) => policy.consider(news),
    onReviews: (reviews) => policy.considerReviews(reviews),
    adoptEcho: () => false,
    findIntake: intakesOf(store),
  });
  let delivered = 0;
  const deliver = (...data: unknown[]): void => {
    ingest.record(
      data.map((one) => {
        delivered += 1;
        const eventType =
          typeof one === 'object' && one !== null && 'text' in one
            ? 'MessageCreatedV4'
            : 'NegotiationCreatedV4';
        return { accountID, eventType, webhookID: null, body: event(eventType, one, delivered) };
      }),
    );
    void ingest.applyRecorded();
  };
  const row = (): number => {
    const page = listLeads(store, {
      view: 'all',
      business: null,
      query: '',
      start: null,
      limit: 1,
    });
    return toRow(page?.leads[0]?.leadID ?? toLeadID(0)) ?? 0;
  };
  return {
    /** The ends of quiet periods sent to main. */
    quietUntil,
    clock,
    store,
    /** Notices that are still on the desktop. */
    visible: () => [...onDesktop.values()],
    notices,
    ingest,
    deliver,
    row,
    restart: (): void => {
      policy.stop();
      start();
    },
    policy: () => policy,
  };
};

/** A lead created at noon. */
export const newLead = (id: string, name = `Ann ${id}`) =>
  negotiation(id, { createdAt: rfc(noon), customer: { firstName: name } });
