/** An engine's team, before and after main says what it is. */
import { expect, it, vi } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { buildFact } from '../../../../contract/team/facts.ts';
import type { LogState } from '../../../../contract/team/log-state.ts';
import { formatSubject } from '../../../../contract/team/subjects.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import type { TeamLog } from '../../../../main/engine/team/log/team-log.ts';
import { createTeam, type TeamDependencies } from '../../../../main/engine/team/team.ts';
import { createTeamRuntime } from '../../../../main/engine/team-runtime.ts';
import { createKeyring } from '../../../../main/sealing/keyring.ts';
import { sealForMembers } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { settle } from '../conversation/outbox/bench.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { testClock, testLog, testSlices, testStore } from '../support/store.ts';

const log = vi.hoisted((): { open: () => TeamLog } => ({ open: () => expect.fail() }));
vi.mock('../../../../main/engine/team/log/jetstream.ts', () => ({
  createJetStreamLog: () => log.open(),
}));

const runtimeOf = (store: ReturnType<typeof testStore>, clock = testClock()) =>
  createTeamRuntime({
    store,
    log: testLog(),
    clock,
    onHubChange: () => undefined,
    runInBackground: async (_name: string, work: () => unknown) => void (await work()),
  } as unknown as Parameters<typeof createTeamRuntime>[0]);

const memberStore = () => {
  const store = testStore();
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('t', 'ana', 'desk', 7)",
  );
  return store;
};

it('a desktop of a team polls once it knows its team, or does not learn it for a minute', () => {
  const clock = testClock();
  const runtime = runtimeOf(memberStore(), clock);
  expect(runtime.getPoller('account').mayPoll()).toBe(false);
  clock.advance(60_001);
  expect(runtime.getPoller('account').mayPoll()).toBe(true);
});

it('a desktop of a team registers no webhook and replies by no rule until it knows its team', async () => {
  const store = memberStore();
  const runtime = runtimeOf(store);
  let isKnown = false;
  void runtime.waitUntilKnown().then(() => (isKnown = true));
  await Promise.resolve();
  expect([isKnown, runtime.getHubRoute(), runtime.findWebhooks('account')]).toEqual([
    false,
    null,
    null,
  ]);
  expect(runtime.getReplyTeam()?.mayReplyByRule('account')).toBe(false);
  runtime.setMembership(null);
  await runtime.waitUntilKnown();
  expect(runtime.getReplyTeam()).toBeNull();
  expect(store.db.prepare('SELECT * FROM team_cursor').all()).toEqual([]);
});

it('a desktop without a team is alone at once', async () => {
  const runtime = runtimeOf(testStore());
  await runtime.waitUntilKnown();
  expect(runtime.getReplyTeam()).toBeNull();
  expect(runtime.getPoller('account').mayPoll()).toBe(true);
});

/** A running team of Ana with one account, over a log in memory to which Ben publishes. */
const startTeam = async () => {
  const { store, deliver, clock, ingest } = testIngest();
  store.db.exec('UPDATE accounts SET team_since = 1');
  const server = memoryServer({ clock });
  const ben = server.connect();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const states = new Set<(state: LogState) => void>();
  log.open = () => {
    const own = server.connect();
    return {
      ...own,
      onState: (listener) => {
        listener({ name: 'connecting' });
        states.add(listener);
        return () => void states.delete(listener);
      },
      // Releasing a duty takes a while.
      publish: async (subject, data, options) => {
        if (data.length === 0) await released;
        return own.publish(subject, data, options);
      },
    };
  };
  const keyring = createKeyring();
  const keys = createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url'));
  const slices = testSlices(clock);
  const assigned: number[] = [];
  /** Answers of the hub, in the order of the engine's requests. */
  const asked: ((answer: Answer<unknown>) => void)[] = [];
  const nothing = () => undefined;
  const team = createTeam({
    ...{ store, clock, ingest, log: testLog(), random: systemRandom, slices },
    ...{ publish: nothing, onHoursChange: nothing, onRulesChange: nothing, onMentioned: nothing },
    ...{ onLog: nothing, onRoster: nothing, pollDue: nothing, onReturn: nothing },
    ...{ repairDue: nothing, isQuiet: () => false },
    askHub: () => new Promise((resolve) => asked.push(resolve)),
    onAssigned: (leads: readonly number[]) => void assigned.push(...leads),
    membership: {
      ...{ address: '', team: 't', person: 'ana', role: 'owner', desktop: 'ana-desk' },
      ...{ servers: [], credentials: { jwt: '', seed: '' }, keyring: JSON.stringify(keyring) },
    },
  } as unknown as TeamDependencies);
  await settle();
  /** Ben assigns the lead `n1` to Ana. */
  const assign = async (): Promise<void> => {
    const ref = { account: keys.listAccounts()[0]?.service ?? '', negotiation: 'n1' };
    const lead = keys.deriveToken(ref);
    const subject = formatSubject({ of: 'fact', lead, name: 'assignee', item: [] });
    const author = { person: 'ben', desktop: 'ben-desk' };
    const body = { ...ref, person: 'ana', isByRule: false };
    const { text } = buildFact('assignee', body, { author, at: clock.now() }, null);
    await ben.publish(subject, sealForMembers(keyring, subject, text));
    await settle();
  };
  const stop = async (): Promise<void> => {
    release();
    await team?.stop();
  };
  const setState = (name: 'up' | 'down'): void => states.forEach((each) => each({ name }));
  return { team, deliver, clock, slices, assigned, assign, asked, setState, release, stop };
};

it('a lead that a colleague assigns while the membership changes is news all the same', async () => {
  const { team, deliver, assigned, assign, release } = await startTeam();
  deliver('NegotiationCreatedV4', negotiation('n1'));
  const stopped = team?.stop();
  await assign();
  release();
  await stopped;
  expect(assigned).toEqual([1]);
});

it('facts that waited for leads are applied in slices when many leads came, and delay nothing', async () => {
  const { team, deliver, clock, slices, assigned, assign, stop } = await startTeam();
  await assign();
  deliver('NegotiationCreatedV4', negotiation('n1'));
  const resume = slices.hold();
  team?.handleChange({ kinds: ['leads'], leadIDs: null });
  clock.advance(2_000);
  await settle();
  expect(assigned).toEqual([]);
  resume();
  await settle();
  expect(assigned).toEqual([1]);
  await stop();
});

it('the address at the hub is up once the hub knows it, even if an older request fails later', async () => {
  const { team, asked, setState, stop } = await startTeam();
  const reports: boolean[] = [];
  const end = team?.webhooks.route.watch((isUp) => void reports.push(isUp));
  for (const state of ['up', 'down', 'up'] as const) setState(state);
  asked[1]?.(succeed({}));
  await settle();
  asked[0]?.(fail('hub_unavailable', ''));
  await settle();
  expect(reports.at(-1)).toBe(true);
  end?.();
  await stop();
});
