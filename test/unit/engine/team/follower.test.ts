import { describe, expect, it, onTestFinished } from 'vitest';
import { maxFactLength, parseFact, buildFact, type Fact } from '../../../../contract/team/facts.ts';
import { createFollower } from '../../../../main/engine/team/follower.ts';
import { findFactState, readCursor } from '../../../../main/engine/team/followed.ts';
import { deriveAccountKey, deriveLeadKey } from '../../../../main/sealing/subject-keys.ts';
import { createKeyring, rotateKeyring, type Keyring } from '../../../../main/sealing/keyring.ts';
import type { TeamLog } from '../../../../main/engine/team/log/team-log.ts';
import { sealAtHub, sealForMembers } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { testIngest } from '../support/ingest.ts';
import { event, negotiation } from '../support/records.ts';
import { accountID, noon, testClock, testSlices } from '../support/store.ts';

const day = 24 * 60 * 60_000;
const keyring = createKeyring();
const subjectKey = Buffer.from(keyring.subjectKey, 'base64url');
const account = deriveAccountKey(subjectKey, {
  service: 'service',
  generation: 1,
  userID: 'user-1',
});
const testAccount = 't'.repeat(26);
const leadOf = (name: string): string => deriveLeadKey(subjectKey, account, name);
const starred = (name: string): string => `fact.${leadOf(name)}.starred`;

let count = 0;
const starredFact = (on: boolean): Fact => {
  count += 1;
  const meta = { author: { person: 'ana', desktop: 'laptop' }, at: count };
  return buildFact('starred', { account, negotiation: 'n', on }, meta, null);
};

const serverAt = (clock = testClock()) => ({ clock, server: memoryServer({ clock }) });
type Server = ReturnType<typeof memoryServer>;

const publish = (server: Server, subject: string, text: string, keys: Keyring = keyring) =>
  server.connect().publish(subject, sealForMembers(keys, subject, Buffer.from(text)));

const deliver = async (server: Server, key: string, body: string, to = account) => {
  const subject = `in.${to}.${key}`;
  const text = JSON.stringify({ version: 1, method: 'POST', target: '', body, at: 1 });
  const hub = { key: 1, publicKey: keyring.keys[1]?.publicKey ?? '' };
  const data = sealAtHub(hub, subject, Buffer.from(text)) ?? Buffer.alloc(0);
  return server.connect().publish(subject, data);
};
const newLead = (name: string): string => event('NegotiationCreatedV4', negotiation(name));

type Options = { readonly teamLog?: (log: TeamLog) => TeamLog; readonly keys?: Keyring };

/** A desktop with a store; its follower can be stopped and started again, as by a restart. */
const desktop = (
  server: Server,
  clock = testClock(),
  { teamLog, keys = keyring }: Options = {},
) => {
  const { store, ingest, view, logged } = testIngest(undefined, clock);
  store.db.exec(
    "INSERT INTO team_cursor (team, person, desktop, sequence) VALUES ('team', 'ana', 'laptop', 0)",
  );
  const applied: { readonly subject: string; readonly text: string }[] = [];
  let missed = 0;
  let lacking = 0;
  let ring = keys;
  let accounts: readonly string[] = [account];
  const tests: unknown[] = [];
  let failing: (subject: string) => void = () => undefined;
  const start = () => {
    const log = server.connect();
    return createFollower({
      store,
      clock,
      log: { ...silent, warn: (fields, text) => void logged.push({ level: 'warn', fields, text }) },
      random: { fraction: () => 0.5 },
      slices: testSlices(clock),
      teamLog: teamLog?.(log) ?? log,
      keyring: () => ring,
      ingest,
      findAccountID: (key) => (accounts.includes(key) ? accountID : null),
      parseCall: (ofAccount, { target }) =>
        target === ''
          ? { accountID: ofAccount, eventType: 'NegotiationCreatedV4', webhookID: 'w1' }
          : null,
      testAccount,
      onTestEvent: (body) => void tests.push(body),
      apply: (subject, { text }) => {
        expect(store.getOrigin()).toBe('log');
        failing(subject);
        applied.push({ subject, text });
      },
      onRosterChange: () => undefined,
      applyClaim: () => undefined,
      onMissingKey: () => void (lacking += 1),
      onMissedDeliveries: () => void (missed += 1),
    });
  };
  let follower = start();
  onTestFinished(() => follower.stop());
  return {
    store,
    clock,
    applied,
    tests,
    lacking: () => lacking,
    logged,
    leads: () => view('all').length,
    missed: () => missed,
    cursor: () => readCursor(store)?.sequence ?? null,
    shown: (subject: string) => findFactState(store, subject)?.fact?.text ?? null,
    unread: () =>
      store.db.prepare<[], string>('SELECT reason FROM team_unread ORDER BY unread').pluck().all(),
    stop: () => follower.stop(),
    restart: () => void (follower = start()),
    retry: () => follower.retry(),
    use: (more: { keys?: Keyring; accounts?: readonly string[] }) => {
      ring = more.keys ?? ring;
      accounts = more.accounts ?? accounts;
    },
    fail: (work: (subject: string) => void) => void (failing = work),
  };
};
const silent = {
  info: () => undefined,
  error: () => undefined,
  child: () => {
    throw new Error('unused');
  },
};
type Desktop = ReturnType<typeof desktop>;

const reaches = (each: Desktop, sequence: number) =>
  expect.poll(() => each.cursor(), { interval: 1 }).toBe(sequence);

/** Advances the clock while something is expected, so that waits end. */
const passes = (clock: ReturnType<typeof testClock>, ms: number, check: () => unknown) =>
  expect
    .poll(
      () => {
        clock.advance(ms);
        return check();
      },
      { interval: 1 },
    )
    .toBe(true);

describe('a desktop that follows its team’s log', () => {
  it('applies facts and deliveries, and the cursor moves with them', async () => {
    const { server, clock } = serverAt();
    const fact = starredFact(true);
    await publish(server, starred('one'), fact.text);
    await deliver(server, 'k1', newLead('one'));
    await publish(server, `claim.${leadOf('one')}`, 'not followed');
    const ana = desktop(server, clock);
    await reaches(ana, 3);
    expect(ana.applied).toEqual([{ subject: starred('one'), text: fact.text }]);
    await expect.poll(() => ana.leads(), { interval: 1 }).toBe(1);
    expect(ana.unread()).toEqual([]);
    await deliver(server, 'k2', newLead('two'));
    await expect.poll(() => ana.leads(), { interval: 1 }).toBe(2);
    expect(ana.cursor()).toBe(4);
  });

  it('ignores a fact of more than 64 KB, but no delivery', async () => {
    const { server, clock } = serverAt();
    const { text } = starredFact(true);
    await publish(server, starred('one'), text.replace('{', `{${' '.repeat(maxFactLength)}`));
    await deliver(server, 'k1', newLead('one').replace('{', `{${' '.repeat(maxFactLength)}`));
    const ana = desktop(server, clock);
    await reaches(ana, 2);
    expect(ana.applied).toEqual([]);
    await expect.poll(() => ana.leads(), { interval: 1 }).toBe(1);
    expect(ana.unread()).toEqual([]);
  });

  it('continues after a restart without applying anything twice', async () => {
    const { server, clock } = serverAt();
    await publish(server, starred('one'), starredFact(true).text);
    const ana = desktop(server, clock);
    await reaches(ana, 1);
    await ana.stop();
    await publish(server, starred('two'), starredFact(true).text);
    ana.restart();
    await reaches(ana, 2);
    expect(ana.applied.map(({ subject }) => subject)).toEqual([starred('one'), starred('two')]);
  });

  it('repeats a batch whose commit failed, and keeps nothing of it', async () => {
    const { server, clock } = serverAt();
    await publish(server, starred('one'), starredFact(true).text);
    await publish(server, starred('two'), starredFact(true).text);
    const ana = desktop(server, clock);
    let isFull = true;
    ana.fail((subject) => {
      if (isFull && subject === starred('two'))
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    });
    await expect.poll(() => ana.applied.length, { interval: 1 }).toBe(1);
    expect(ana.cursor()).toBe(0);
    expect(ana.shown(starred('one'))).toBeNull();
    isFull = false;
    await passes(clock, 1_000, () => ana.cursor() === 2);
    expect(ana.shown(starred('one'))).not.toBeNull();
  });

  it('ignores entries that it reads twice', async () => {
    const { server, clock } = serverAt();
    const [first, second] = [starredFact(true), starredFact(false)];
    await publish(server, starred('one'), first.text);
    await publish(server, starred('one'), second.text);
    const ana = desktop(server, clock, {
      teamLog: (log) => ({
        ...log,
        read: async (after, options) => {
          const answer = await log.read(after, options);
          const again = await log.read(0, { ...options, waitMs: 0 });
          return answer.ok && again.ok
            ? { ...answer, entries: [...answer.entries, ...again.entries] }
            : answer;
        },
      }),
    });
    await reaches(ana, 2);
    await deliver(server, 'k1', newLead('one'));
    await reaches(ana, 3);
    expect(ana.shown(starred('one'))).toBe(second.text);
    expect(ana.applied.map(({ text }) => text)).toEqual([first.text, second.text]);
    expect(ana.store.db.prepare('SELECT times FROM deliveries').pluck().all()).toEqual([1]);
  });

  it('keeps what it cannot read or apply and follows on', async () => {
    const { server, clock } = serverAt();
    const log = server.connect();
    await log.publish(starred('one'), Buffer.from([9, 9, 9]));
    await log.publish(starred('one'), sealForMembers(keyring, starred('other'), Buffer.from('x')));
    await publish(server, starred('one'), 'no fact');
    await publish(server, `in.${account}.k1`, '{"version":1}');
    await publish(
      server,
      `in.${account}.k2`,
      '{"version":1,"method":"PUT","target":"/v9/new","body":"{}","at":1}',
    );
    await publish(server, starred('broken'), starredFact(true).text);
    await publish(server, starred('two'), starredFact(true).text);
    const ana = desktop(server, clock);
    ana.fail((subject) => {
      if (subject === starred('broken')) throw new Error('a bug');
    });
    await reaches(ana, 7);
    expect(ana.unread()).toEqual([
      'unknown_format',
      'damaged',
      'invalid',
      'invalid',
      'invalid',
      'failed',
    ]);
    expect(ana.shown(starred('broken'))).toBeNull();
    expect(ana.shown(starred('two'))).not.toBeNull();
    expect(ana.logged.filter(({ text }) => text.includes('kept unread'))).toHaveLength(6);
  });

  it('applies what waited for a key once it has the key, and never over something newer', async () => {
    const { server, clock } = serverAt();
    const rotated = rotateKeyring(keyring);
    await publish(server, starred('one'), starredFact(true).text, rotated);
    await publish(server, starred('two'), starredFact(true).text, rotated);
    const newest = starredFact(false);
    await publish(server, starred('two'), newest.text);
    const ana = desktop(server, clock);
    await reaches(ana, 3);
    expect(ana.unread()).toEqual(['unknown_key', 'unknown_key']);
    expect(ana.lacking()).toBe(2);
    ana.use({ keys: rotated });
    await ana.retry();
    expect(ana.unread()).toEqual([]);
    expect(ana.shown(starred('one'))).not.toBeNull();
    expect(ana.shown(starred('two'))).toBe(newest.text);
  });

  it('applies no fact that the hub sealed, although the hub seals deliveries', async () => {
    const { clock, server } = serverAt();
    const ana = desktop(server, clock);
    const subject = starred('n1');
    const hub = { key: 1, publicKey: keyring.keys[1]?.publicKey ?? '' };
    const forged = sealAtHub(hub, subject, Buffer.from(starredFact(true).text));
    await server.connect().publish(subject, forged ?? Buffer.alloc(0));
    await reaches(ana, 1);
    expect([ana.applied, ana.unread(), ana.shown(subject)]).toEqual([[], ['damaged'], null]);
  });

  it('ignores what the hub says in the clear', async () => {
    const { server, clock } = serverAt();
    const ana = desktop(server, clock);
    for (const subject of ['team.epoch', 'team.roster'])
      await server.connect().publish(subject, Buffer.from('{"changed":1}'));
    await reaches(ana, 2);
    expect(ana.unread()).toEqual([]);
  });

  it('takes a test event for what it is, and no lead', async () => {
    const { server, clock } = serverAt();
    const ana = desktop(server, clock);
    await deliver(server, 'k1', newLead('one'), testAccount);
    await reaches(ana, 1);
    expect([ana.leads(), ana.unread()]).toEqual([0, []]);
    expect(ana.tests).toHaveLength(1);
  });

  it('applies deliveries of an account once the account is here', async () => {
    const { server, clock } = serverAt();
    const ana = desktop(server, clock);
    ana.use({ accounts: [] });
    await deliver(server, 'k1', newLead('one'));
    await reaches(ana, 1);
    expect([ana.leads(), ana.unread()]).toEqual([0, ['unknown_account']]);
    ana.use({ accounts: [account] });
    await ana.stop();
    ana.restart();
    await expect.poll(() => ana.leads(), { interval: 1 }).toBe(1);
    expect(ana.unread()).toEqual([]);
  });

  it('survives a server that is away and a read that never ends', async () => {
    const { server, clock } = serverAt();
    let isStalled = true;
    const ana = desktop(server, clock, {
      teamLog: (log) => ({
        ...log,
        read: (after, options) =>
          isStalled ? new Promise<never>(() => undefined) : log.read(after, options),
      }),
    });
    await publish(server, starred('one'), starredFact(true).text);
    await passes(clock, 10_000, () => ana.logged.some(({ fields }) => 'code' in fields));
    isStalled = false;
    await passes(clock, 10_000, () => ana.cursor() === 1);
    server.stop();
    await passes(clock, 10_000, () =>
      ana.logged.some(({ fields }) => 'code' in fields && fields.code === 'unavailable'),
    );
    server.start();
    await publish(server, starred('two'), starredFact(true).text);
    await passes(clock, 10_000, () => ana.cursor() === 2);
  });
});

describe('after a long absence', () => {
  const absence = async (ms: number, purge: boolean) => {
    const { server, clock } = serverAt();
    await publish(server, starred('one'), starredFact(true).text);
    const ana = desktop(server, clock);
    await reaches(ana, 1);
    await ana.stop();
    await deliver(server, 'k1', newLead('one'));
    await publish(server, starred('two'), starredFact(true).text);
    if (purge) server.purgeTo(2);
    clock.advance(ms);
    ana.restart();
    await reaches(ana, 3);
    return ana;
  };

  it('of a week a desktop reads its accounts from the service again', async () => {
    const ana = await absence(6.6 * day, false);
    expect(ana.missed()).toBe(1);
    expect(ana.shown(starred('two'))).not.toBeNull();
    await ana.stop();
    ana.restart();
    await ana.stop();
    expect(ana.missed()).toBe(1);
  });

  it('of some days it does not', async () => {
    expect((await absence(6 * day, false)).missed()).toBe(0);
  });

  it('it does when the log lost what came after its cursor', async () => {
    expect((await absence(0, true)).missed()).toBe(1);
  });
});

describe('a recreated log', () => {
  const twoDesktops = async () => {
    const { server, clock } = serverAt();
    const facts = { one: starredFact(true), old: starredFact(true), newer: starredFact(false) };
    await publish(server, starred('one'), facts.one.text);
    await publish(server, starred('two'), facts.old.text);
    const ana = desktop(server, clock);
    const ben = desktop(server, clock);
    await reaches(ana, 2);
    await reaches(ben, 2);
    return { server, clock, facts, ana, ben };
  };
  const hasOffered = ({ store }: Desktop): boolean =>
    store.db.prepare('SELECT 1 FROM team_facts WHERE offer IS NOT NULL').get() === undefined;
  const shownText = (each: Desktop, subject: string): string | null => {
    const text = each.shown(subject);
    return text === null ? null : text.replace(/"offered":\{[^}]*\},/, '');
  };

  it('gets the facts back from the desktops, and each its latest state', async () => {
    const { server, clock, facts, ana, ben } = await twoDesktops();
    await ana.stop();
    // Only Ben sees the newer one before the log is lost.
    await publish(server, starred('two'), facts.newer.text);
    await reaches(ben, 3);
    server.recreate();
    ana.restart();
    const everywhere = (subject: string, fact: Fact) =>
      [ana, ben].every((each) => shownText(each, subject) === fact.text);
    await passes(
      clock,
      1_000,
      () =>
        everywhere(starred('one'), facts.one) &&
        everywhere(starred('two'), facts.newer) &&
        hasOffered(ana) &&
        hasOffered(ben),
    );
    const newcomer = desktop(server, clock);
    await passes(clock, 1_000, () => shownText(newcomer, starred('two')) === facts.newer.text);
    expect(shownText(newcomer, starred('one'))).toBe(facts.one.text);
    expect(ana.missed()).toBe(1);
  });

  it('gets replies back for as long as replies are kept', async () => {
    const { server, clock } = serverAt();
    const ana = desktop(server, clock);
    const subject = `reply.${leadOf('n1')}.r1`;
    const body = { account, negotiation: 'n1', message: 'm1', text: 'Hi', sentAt: 1 };
    const rest = { state: 'sent', knownAt: null, rule: null, to: null, later: null } as const;
    const author = { person: 'ana', desktop: 'desk' };
    const fact = buildFact('reply', { ...body, ...rest }, { author, at: clock.now() }, null);
    await publish(server, subject, fact.text);
    await reaches(ana, 1);
    server.recreate();
    await passes(clock, 1_000, () => ana.missed() === 1 && hasOffered(ana));
    const kept = async () => (await server.connect().getBounds()) as { readonly count: number };
    expect((await kept()).count).toBe(1);
    clock.advance(91 * 24 * 60 * 60_000);
    expect((await kept()).count).toBe(0);
  });

  it('keeps what was written in it just before a desktop offers its own', async () => {
    const { server, clock } = serverAt();
    const fresh = starredFact(false);
    const ana = desktop(server, clock, {
      teamLog: (log) => ({
        ...log,
        publish: async (...offer) => {
          await publish(server, starred('one'), fresh.text);
          return log.publish(...offer);
        },
      }),
    });
    await publish(server, starred('one'), starredFact(true).text);
    await reaches(ana, 1);
    server.recreate();
    await passes(clock, 1_000, () => ana.missed() === 1 && hasOffered(ana));
    expect(ana.shown(starred('one'))).toBe(fresh.text);
  });

  it('keeps what was written in it before a desktop came back', async () => {
    const { server, clock, ana, ben } = await twoDesktops();
    await ana.stop();
    await ben.stop();
    server.recreate();
    const fresh = starredFact(false);
    await publish(server, starred('two'), fresh.text);
    ana.restart();
    await passes(clock, 1_000, () => (ana.cursor() ?? 0) >= 2);
    expect(ana.shown(starred('two'))).toBe(fresh.text);
  });

  it('of a restored backup, whose sequences went on, is noticed by its epoch', async () => {
    const { server, clock } = serverAt();
    await publish(server, 'team.epoch', starredFact(true).text);
    await publish(server, starred('one'), starredFact(true).text);
    const ana = desktop(server, clock);
    await reaches(ana, 2);
    expect(ana.missed()).toBe(0);
    await publish(server, 'team.epoch', starredFact(true).text);
    await passes(clock, 1_000, () => ana.missed() === 1 && (ana.cursor() ?? 0) >= 3);
    expect(parseFact(ana.shown(starred('one')) ?? '')).not.toBeNull();
  });

  it('of a restored backup gets back what was written after the backup', async () => {
    const { server, clock } = serverAt();
    const newer = starredFact(false);
    const fresh = starredFact(true);
    await publish(server, 'team.epoch', starredFact(true).text);
    await publish(server, starred('one'), starredFact(true).text);
    const ana = desktop(server, clock);
    const ben = desktop(server, clock);
    await reaches(ana, 2);
    await reaches(ben, 2);
    await ben.stop();
    await publish(server, starred('one'), newer.text);
    await publish(server, starred('two'), starredFact(true).text);
    await publish(server, starred('three'), starredFact(false).text);
    await reaches(ana, 5);
    server.stop();
    server.restore(2);
    server.start();
    await publish(server, 'team.epoch', starredFact(true).text);
    await publish(server, starred('three'), fresh.text);
    ben.restart();
    const newcomer = desktop(server, clock);
    await passes(clock, 1_000, () =>
      [ana, ben, newcomer].every(
        (each) =>
          shownText(each, starred('one')) === newer.text &&
          shownText(each, starred('two')) !== null &&
          shownText(each, starred('three')) === fresh.text &&
          hasOffered(each),
      ),
    );
  });

  it('that is restored during a read is noticed before its entries are applied', async () => {
    const { server, clock } = serverAt();
    let whenRead: (() => Promise<unknown>) | null = null;
    const ana = desktop(server, clock, {
      teamLog: (log) => ({
        ...log,
        read: async (...asked) => {
          const answer = await log.read(...asked);
          const work = answer.ok && answer.entries.length > 0 ? whenRead : null;
          if (work !== null) {
            whenRead = null;
            await work();
          }
          return answer;
        },
      }),
    });
    await publish(server, 'team.epoch', starredFact(true).text);
    await reaches(ana, 1);
    whenRead = async () => {
      await publish(server, 'team.epoch', starredFact(true).text);
      server.stop();
      server.start();
    };
    await publish(server, starred('one'), starredFact(true).text);
    await passes(clock, 1_000, () => ana.cursor() === 3);
    expect(ana.missed()).toBe(1);
    expect(ana.applied.filter(({ subject }) => subject === starred('one'))).toHaveLength(1);
  });

  it('does not get what a desktop may not publish, and that desktop keeps it', async () => {
    const clock = testClock(noon);
    const server = memoryServer({ clock, forbidden: [starred('two')] });
    const free = memoryServer({ clock });
    await publish(free, starred('two'), starredFact(true).text);
    let isMoved = false;
    const ana = desktop(free, clock, {
      teamLog: () => (isMoved ? server.connect() : free.connect()),
    });
    await reaches(ana, 1);
    await ana.stop();
    isMoved = true;
    server.recreate();
    ana.restart();
    await passes(clock, 1_000, () => ana.missed() === 1 && hasOffered(ana));
    expect(ana.shown(starred('two'))).not.toBeNull();
  });
});
