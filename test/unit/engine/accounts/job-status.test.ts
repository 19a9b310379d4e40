import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Answer, type ErrorCode } from '../../../../contract/errors.ts';
import type { JobStatus, NotHiredReason } from '../../../../contract/marks.ts';
import { createJobStatusReporter } from '../../../../main/engine/accounts/job-status.ts';
import { toJobStatusWord } from '../../../../main/engine/marketplaces/pro-integration/job-statuses.ts';
import { readStatusRefusal } from '../../../../main/engine/accounts/job-status-rows.ts';
import { removeLeads } from '../../../../main/engine/accounts/removal.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { accountID, testLog } from '../support/store.ts';
import { currentID, legacyID, openBench, settle } from '../tools/move/bench.ts';

const minute = 60_000;

const status = (name: JobStatus['status'], reason: NotHiredReason | null = null): JobStatus => ({
  status: name,
  reason,
  words: '',
});

const bench = (made = testIngest()) => {
  const { store, clock, changes } = made;
  made.deliver('NegotiationCreatedV4', negotiation('1'));
  const sent: string[] = [];
  const answers: Answer<void>[] = [];
  let reach: 'there' | 'nobody' | 'none' = 'there';
  const start = () => {
    const reporter = createJobStatusReporter({
      store,
      findAccount: () => ({
        findJobStatusWord: reach === 'none' ? () => null : toJobStatusWord,
        service:
          reach === 'nobody'
            ? null
            : {
                reportJobStatus: async (negotiationID, word) => {
                  sent.push(`${negotiationID} ${word}`);
                  return answers.shift() ?? succeed(undefined);
                },
              },
      }),
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      log: testLog(),
      publish: (change) => void changes.push(change),
    });
    onTestFinished(reporter.stop);
    return reporter;
  };
  return {
    ...made,
    sent,
    start,
    setStatus: (value: JobStatus | null, leads = [1]) =>
      store.write(() => setMarks(store, leads, { jobStatus: value })),
    answer: (...codes: ErrorCode[]) =>
      answers.push(...codes.map((code) => fail(code, 'no', { status: 400, detail: 'why' }))),
    reach: (value: typeof reach) => void (reach = value),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settle();
    },
  };
};

const waiting = (store: Store): unknown =>
  store.db.prepare("SELECT count(*) FROM job_status_reports WHERE state = 'waiting'").pluck().get();

describe('a job status', () => {
  it('of a kind that only a newer version knows is not sent as no status', async () => {
    const { start, setStatus, pass, sent, store } = bench();
    start();
    setStatus(status('hired'));
    await pass(minute);
    setStatus(status('done'));
    store.db.exec(`UPDATE marks SET value = '{"status":"newer"}' WHERE mark = 'jobStatus'`);
    await pass(minute);
    expect(sent).toEqual(['1 appt_scheduled']);
    expect(waiting(store)).toBe(0);
  });

  it('is sent to the marketplace once, in its terms, and only the latest', async () => {
    const { start, setStatus, pass, sent } = bench();
    start();
    setStatus(status('quoted'));
    setStatus(status('hired'));
    await pass(10_000);
    expect(sent).toEqual(['1 appt_scheduled']);
    await pass(10 * minute);
    setStatus(status('done'));
    await pass(10_000);
    expect(sent).toEqual(['1 appt_scheduled', '1 job_complete']);
  });

  it('undone in time is never sent; undone later, the status before it is sent', async () => {
    const { start, setStatus, pass, sent } = bench();
    start();
    setStatus(status('hired'));
    setStatus(null);
    await pass(minute);
    expect(sent).toEqual([]);
    setStatus(status('hired'));
    await pass(minute);
    setStatus(null);
    await pass(minute);
    expect(sent).toEqual(['1 appt_scheduled', '1 not_scheduled']);
  });

  it('is held back while the latest status can still be undone', async () => {
    const { start, setStatus, pass, sent, deliver } = bench();
    deliver('NegotiationCreatedV4', negotiation('2'));
    const reporter = start();
    setStatus(status('hired'));
    await pass(9_000);
    reporter.hold();
    setStatus(status('done'), [2]);
    await pass(9_000);
    setStatus(null, [2]);
    expect(sent).toEqual([]);
    await pass(minute);
    expect(sent).toEqual(['1 appt_scheduled']);
  });

  it('is retried with backoff until the marketplace has it, even after a restart', async () => {
    const { start, setStatus, pass, sent, answer, store } = bench();
    answer('offline', 'service_unavailable', 'outcome_unknown');
    const reporter = start();
    setStatus(status('hired'));
    await pass(10_000);
    expect(sent).toHaveLength(1);
    await pass(5_000);
    expect(sent).toHaveLength(2);
    reporter.stop();
    await pass(10 * minute);
    expect(sent).toHaveLength(2);
    start();
    await pass(10_000);
    expect(sent).toHaveLength(3);
    await pass(minute);
    expect([sent.length, waiting(store)]).toEqual([4, 0]);
    await pass(60 * minute);
    expect(sent).toHaveLength(4);
  });

  it('waits while the account is disconnected and is sent once it is back', async () => {
    const { start, setStatus, pass, sent, reach } = bench();
    const reporter = start();
    reach('nobody');
    setStatus(status('hired'));
    await pass(5 * minute);
    expect(sent).toEqual([]);
    reach('there');
    reporter.wake();
    await pass(10_000);
    expect(sent).toEqual(['1 appt_scheduled']);
  });

  it('rejected by the marketplace shows the rejection and is not sent again until it changes', async () => {
    const { start, setStatus, pass, sent, answer, store, changes } = bench();
    answer('rejected');
    start();
    setStatus(status('hired'));
    changes.length = 0;
    await pass(60 * minute);
    expect(sent).toHaveLength(1);
    expect(readStatusRefusal(store, 1)).toMatchObject({ code: 'rejected', detail: 'why' });
    expect(changes).toEqual([{ kinds: ['leads'], leadIDs: ['1'] }]);
    setStatus(status('done'));
    await pass(minute);
    expect([sent.length, readStatusRefusal(store, 1)]).toEqual([2, null]);
  });

  it('that changes during a request is sent again', async () => {
    const { store, setStatus, pass, sent, clock, start } = bench();
    start();
    setStatus(status('hired'));
    clock.advance(10_000);
    setStatus(status('done'));
    await settle();
    await pass(minute);
    expect([sent, waiting(store)]).toEqual([['1 appt_scheduled', '1 job_complete'], 0]);
  });

  it('is not sent if the marketplace accepts none or has no term for it', async () => {
    const { start, setStatus, pass, sent, reach, store } = bench();
    start();
    setStatus(status('not_hired', 'other'));
    await pass(minute);
    reach('none');
    setStatus(status('hired'));
    await pass(minute);
    expect([sent, waiting(store)]).toEqual([[], 0]);
  });

  it('of several leads is sent one lead after another, even after a rejection', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('2'));
    made.answer('rejected');
    made.start();
    made.setStatus(status('hired'), [1, 2]);
    await made.pass(10_000);
    expect(made.sent).toEqual(['1 appt_scheduled', '2 appt_scheduled']);
  });

  it('is removed with its account and moves along when its lead is merged', () => {
    const { setStatus, store } = bench();
    setStatus(status('hired'));
    removeLeads(store, accountID, 10);
    expect(store.db.prepare('SELECT count(*) FROM job_status_reports').pluck().get()).toBe(0);

    const moved = openBench();
    moved.legacy.lead('n1');
    moved.v4.lead('n1');
    const from = moved.numberOf(legacyID, 'n1');
    moved.store.write(() =>
      setMarks(moved.store, [from], {
        jobStatus: status('hired'),
        tags: { add: ['VIP'], remove: [] },
      }),
    );
    moved.merge('n1');
    expect(moved.v4.row('n1')).toMatchObject({ jobStatus: { status: 'hired' }, tags: ['VIP'] });
    expect(moved.store.db.prepare('SELECT lead, state FROM job_status_reports').all()).toEqual([
      { lead: moved.numberOf(currentID, 'n1'), state: 'waiting' },
    ]);
  });
});

it.each([
  [null, 'not_scheduled'],
  [status('quoted'), 'not_scheduled'],
  [status('hired'), 'appt_scheduled'],
  [status('done'), 'job_complete'],
  [status('not_hired', 'someone_else'), 'customer_cancel'],
  [status('not_hired', 'too_expensive'), 'customer_cancel'],
  [status('not_hired', 'no_response'), 'customer_cancel'],
  [status('not_hired', 'not_a_fit'), 'pro_cancel'],
  [status('not_hired', 'other'), null],
  [status('not_hired'), null],
])('%j is %s to the marketplace', (jobStatus, word) => {
  expect(toJobStatusWord(jobStatus)).toBe(word);
});
