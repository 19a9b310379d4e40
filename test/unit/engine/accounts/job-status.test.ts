import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed, type Answer, type ErrorCode } from '../../../../contract/errors.ts';
import type { JobStatus, NotHiredReason } from '../../../../contract/marks.ts';
import {
  createJobStatusReporter,
  serviceStatusFor,
} from '../../../../main/engine/accounts/job-status.ts';
import { jobStatusRefusal } from '../../../../main/engine/accounts/job-status-rows.ts';
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
  const told: string[] = [];
  const answers: Answer<void>[] = [];
  let reach: 'there' | 'nobody' | 'none' = 'there';
  const start = () => {
    const teller = createJobStatusReporter({
      store,
      service: () =>
        reach === 'none'
          ? 'none'
          : reach === 'nobody'
            ? null
            : {
                reportJobStatus: async (negotiationID, word) => {
                  told.push(`${negotiationID} ${word}`);
                  return answers.shift() ?? succeed(undefined);
                },
              },
      clock,
      random: { fraction: () => 0.5, bytes: (count) => Buffer.alloc(count) },
      log: testLog(),
      publish: (change) => void changes.push(change),
    });
    onTestFinished(teller.stop);
    return teller;
  };
  return {
    ...made,
    told,
    start,
    say: (value: JobStatus | null, leads = [1]) =>
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
  store.db
    .prepare("SELECT count(*) FROM job_status_tellings WHERE state = 'waiting'")
    .pluck()
    .get();

describe('how far a job is', () => {
  it('is sent to the marketplace once, in its terms, and only the latest one', async () => {
    const { start, say, pass, told } = bench();
    start();
    say(status('quoted'));
    say(status('hired'));
    await pass(10_000);
    expect(told).toEqual(['1 appt_scheduled']);
    await pass(10 * minute);
    say(status('done'));
    await pass(10_000);
    expect(told).toEqual(['1 appt_scheduled', '1 job_complete']);
  });

  it('that was undone in time is never sent; later the previous one is sent', async () => {
    const { start, say, pass, told } = bench();
    start();
    say(status('hired'));
    say(null);
    await pass(minute);
    expect(told).toEqual([]);
    say(status('hired'));
    await pass(minute);
    say(null);
    await pass(minute);
    expect(told).toEqual(['1 appt_scheduled', '1 not_scheduled']);
  });

  it('is not sent while it can be undone, even if those of other leads are', async () => {
    const { start, say, pass, told, deliver } = bench();
    deliver('NegotiationCreatedV4', negotiation('2'));
    const teller = start();
    say(status('hired'));
    await pass(9_000);
    teller.hold();
    say(status('done'), [2]);
    await pass(9_000);
    say(null, [2]);
    expect(told).toEqual([]);
    await pass(minute);
    expect(told).toEqual(['1 appt_scheduled']);
  });

  it('is retried with backoff until the marketplace has it, also after a restart', async () => {
    const { start, say, pass, told, answer, store } = bench();
    answer('offline', 'service_unavailable', 'outcome_unknown');
    const teller = start();
    say(status('hired'));
    await pass(10_000);
    expect(told).toHaveLength(1);
    await pass(5_000);
    expect(told).toHaveLength(2);
    teller.stop();
    await pass(10 * minute);
    expect(told).toHaveLength(2);
    start();
    await pass(10_000);
    expect(told).toHaveLength(3);
    await pass(minute);
    expect([told.length, waiting(store)]).toEqual([4, 0]);
    await pass(60 * minute);
    expect(told).toHaveLength(4);
  });

  it('waits for an account that nobody is connected to, and goes when it is back', async () => {
    const { start, say, pass, told, reach } = bench();
    const teller = start();
    reach('nobody');
    say(status('hired'));
    await pass(5 * minute);
    expect(told).toEqual([]);
    reach('there');
    teller.wake();
    await pass(10_000);
    expect(told).toEqual(['1 appt_scheduled']);
  });

  it('that is refused for good shows the refusal, and is not sent again before it changes', async () => {
    const { start, say, pass, told, answer, store, changes } = bench();
    answer('rejected');
    start();
    say(status('hired'));
    changes.length = 0;
    await pass(60 * minute);
    expect(told).toHaveLength(1);
    expect(jobStatusRefusal(store, 1)).toMatchObject({ code: 'rejected', detail: 'why' });
    expect(changes).toEqual([{ kinds: ['leads'], leadIDs: ['1'] }]);
    say(status('done'));
    await pass(minute);
    expect([told.length, jobStatusRefusal(store, 1)]).toEqual([2, null]);
  });

  it('that changes during a request is sent again', async () => {
    const { store, say, pass, told, clock, start } = bench();
    start();
    say(status('hired'));
    clock.advance(10_000);
    say(status('done'));
    await settle();
    await pass(minute);
    expect([told, waiting(store)]).toEqual([['1 appt_scheduled', '1 job_complete'], 0]);
  });

  it('stays here where the marketplace takes none, or has no word for it', async () => {
    const { start, say, pass, told, reach, store } = bench();
    start();
    say(status('not_hired', 'other'));
    await pass(minute);
    reach('none');
    say(status('hired'));
    await pass(minute);
    expect([told, waiting(store)]).toEqual([[], 0]);
  });

  it('of many leads of an account goes out one after the other', async () => {
    const made = bench();
    made.deliver('NegotiationCreatedV4', negotiation('2'));
    made.answer('rejected');
    made.start();
    made.say(status('hired'), [1, 2]);
    await made.pass(10_000);
    expect(made.told).toEqual(['1 appt_scheduled', '2 appt_scheduled']);
  });

  it('goes with its account, and over to the lead that its lead becomes', () => {
    const { say, store } = bench();
    say(status('hired'));
    removeLeads(store, accountID, 10);
    expect(store.db.prepare('SELECT count(*) FROM job_status_tellings').pluck().get()).toBe(0);

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
    expect(moved.store.db.prepare('SELECT lead, state FROM job_status_tellings').all()).toEqual([
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
])('%j is %s to the marketplace', (said, word) => {
  expect(serviceStatusFor(said)).toBe(word);
});
