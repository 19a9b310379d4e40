/** When Hearthline asks for updates, what it takes, and what becomes of it, by a clock that the test moves. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { keepUpdates } from '../../../../main/shell/updates/kept.ts';
import { createUpdates, type Updater } from '../../../../main/shell/updates/updates.ts';
import { handClock } from '../../connect/support/hand-clock.ts';
import { datedReleaseOf, foreignKey, ours, releaseOf } from './signing.ts';

type Latest = Awaited<ReturnType<Updater['latest']>>;

const minute = 60_000;
const hour = 60 * minute;
const running = '1.2.0';

const offered = (metadata: unknown): Latest => succeed(metadata);

/** A question whose answer the test gives when it likes. */
class Question<T> {
  readonly #waiting: ((answer: T) => void)[] = [];
  asked = 0;
  readonly ask = (): Promise<T> => {
    this.asked += 1;
    return new Promise((resolve) => this.#waiting.push(resolve));
  };
  async answer(answer: T): Promise<void> {
    this.#waiting.shift()?.(answer);
    await new Promise(setImmediate);
  }
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

const newFile = (): string =>
  join(mkdtempSync(join(tmpdir(), 'hearthline-updates-')), 'updates.json');

const bench = (
  source: Parameters<typeof createUpdates>[0]['source'] = ours,
  file: string = newFile(),
) => {
  const clock = handClock();
  const latest = new Question<Latest>();
  const download = new Question<Answer<unknown>>();
  let progress: (percent: number) => void = () => undefined;
  let loads = 0;
  let cancels = 0;
  let quits = 0;
  let told = 0;
  const installs: boolean[] = [];
  let installed: Answer<unknown> = succeed({});
  const kept = keepUpdates(file);
  const updates = createUpdates({
    source,
    load: async () => {
      loads += 1;
      return {
        latest: latest.ask,
        download: (_release, progressed) => {
          progress = progressed;
          return download.ask();
        },
        cancel: () => void (cancels += 1),
        install: async (restarts) => {
          installs.push(restarts);
          return installed;
        },
      };
    },
    running,
    kept,
    changed: () => void (told += 1),
    quit: () => void (quits += 1),
    clock,
    chance: () => 0.5,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const state = () => updates.report().update;
  return {
    clock,
    file,
    latest,
    download,
    progress: (percent: number) => progress(percent),
    loads: () => loads,
    cancels: () => cancels,
    quits: () => quits,
    told: () => told,
    installs,
    failInstall: () => (installed = fail('read_only', 'It cannot be replaced.')),
    kept: () => keepUpdates(file).now(),
    updates,
    state,
    /** Asks now and has a newer release downloaded. */
    makeReady: async (version = '1.3.0'): Promise<void> => {
      updates.check();
      await settle();
      await latest.answer(offered(releaseOf(version)));
      await download.answer(succeed({}));
      expect(state()).toEqual({ state: 'ready', version });
    },
  };
};

let it_: ReturnType<typeof bench>;
beforeEach(() => {
  it_ = bench();
});

describe('a check for updates', () => {
  it('is made a minute after the first leads are painted or a minute has passed, and nothing is loaded before', async () => {
    const { updates, clock, loads, latest } = it_;
    await clock.advance(24 * hour);
    expect(loads()).toBe(0);
    updates.begin();
    await clock.advance(minute - 1);
    expect([loads(), it_.state().state]).toEqual([0, 'idle']);
    await clock.advance(1);
    expect([loads(), latest.asked, it_.state().state]).toEqual([1, 1, 'checking']);
  });

  it('is made again every four hours, and says when a server last answered', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(releaseOf(running)));
    expect(updates.report()).toMatchObject({ update: { state: 'idle' }, checkedAt: clock.now() });
    await clock.advance(4 * hour - 1);
    expect(latest.asked).toBe(1);
    await clock.advance(1);
    expect(latest.asked).toBe(2);
    expect(it_.kept().checkedAt).toBe(clock.now() - 4 * hour);
  });

  it('is one, however often it is asked for while it is made', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    updates.check();
    updates.check();
    await clock.advance(minute - 1);
    updates.check();
    expect(latest.asked).toBe(1);
  });

  it('is not waited for longer than a minute, and its late answer is not heard', async () => {
    const { updates, clock, latest, cancels, download } = it_;
    updates.check();
    await clock.advance(minute);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(cancels()).toBe(1);
    await latest.answer(offered(releaseOf('1.3.0')));
    expect([it_.state().state, download.asked]).toEqual(['failed', 0]);
  });

  it('that failed is made again after a while, longer each time', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(fail('offline', 'No network.'));
    await clock.advance(15 * minute);
    expect(latest.asked).toBe(2);
    await latest.answer(fail('offline', 'No network.'));
    await clock.advance(29 * minute);
    expect(latest.asked).toBe(2);
    await clock.advance(minute);
    expect(latest.asked).toBe(3);
  });

  it('is not hastened by a clock that is set forward, and not put off by one that is set back', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(releaseOf(running)));
    clock.set(clock.now() + 365 * 24 * hour);
    await clock.advance(hour);
    expect(latest.asked).toBe(1);
    clock.set(clock.now() - 730 * 24 * hour);
    await clock.advance(3 * hour);
    expect(latest.asked).toBe(2);
  });

  it('follows half a minute after a sleep in which one was missed, and not after a short one', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(releaseOf(running)));
    clock.set(clock.now() + hour);
    updates.wake();
    await clock.advance(minute);
    expect(latest.asked).toBe(1);
    // The steady clock stands still while the computer sleeps.
    clock.set(clock.now() + 8 * hour);
    updates.wake();
    await clock.advance(minute / 2 - 1);
    expect(latest.asked).toBe(1);
    await clock.advance(1);
    expect(latest.asked).toBe(2);
  });

  it('follows a sleep also where the clock was set back behind the last one', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(releaseOf(running)));
    clock.set(clock.now() - 24 * hour);
    updates.wake();
    await clock.advance(minute / 2);
    expect(latest.asked).toBe(2);
  });

  it('is not made before the first leads are painted or a minute has passed, whatever is switched', async () => {
    const { updates, clock, loads } = it_;
    updates.follow(false);
    updates.follow(true);
    updates.wake();
    await clock.advance(24 * hour);
    expect(loads()).toBe(0);
  });

  it('that breaks us says so and is made again', async () => {
    const broken = createUpdates({
      source: ours,
      load: () => Promise.reject(new Error('not there')),
      running,
      kept: keepUpdates(join(tmpdir(), 'hearthline-no-folder', 'updates.json')),
      changed: () => undefined,
      quit: () => undefined,
      clock: it_.clock,
      chance: () => 0.5,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    broken.check();
    await settle();
    expect(broken.report().update).toMatchObject({ state: 'failed', error: { code: 'internal' } });
  });
});

describe('a release', () => {
  const offer = async (metadata: unknown): Promise<void> => {
    it_.updates.check();
    await settle();
    await it_.latest.answer(offered(metadata));
  };

  it('that is newer and signed is downloaded, percent by percent, and ready when it is whole', async () => {
    await offer(releaseOf('1.3.0'));
    const at = (percent: number) => ({ state: 'downloading', version: '1.3.0', percent });
    expect(it_.state()).toEqual(at(0));
    it_.progress(41.7);
    expect(it_.state()).toEqual(at(41));
    const told = it_.told();
    it_.progress(41.9);
    expect(it_.told()).toBe(told);
    await it_.download.answer(succeed({}));
    expect(it_.state()).toEqual({ state: 'ready', version: '1.3.0' });
  });

  it.each([
    ['signed by somebody else', 'update_unsigned', releaseOf('1.3.0', foreignKey)],
    ['not signed', 'update_unsigned', { ...releaseOf('1.3.0'), signature: undefined }],
    ['changed after it was signed', 'update_unsigned', { ...releaseOf('1.3.0'), version: '1.4.0' }],
    ['older', 'update_older', releaseOf('1.1.9')],
    ['older and not signed', 'update_unsigned', releaseOf('1.1.9', foreignKey)],
    ['a prerelease of what runs', 'update_older', releaseOf('1.2.0-rc.1')],
    ['none at all', 'update_unreadable', 'a page that asks for a sign-in'],
  ])('that is %s is refused: %s', async (_what, code, metadata) => {
    await offer(metadata);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code } });
    expect(it_.download.asked).toBe(0);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });

  it('that is not signed changes nothing of what is kept: no last check, no earlier failure', async () => {
    await it_.makeReady();
    it_.failInstall();
    await it_.updates.end();
    const { clock, latest, updates, kept } = bench(ours, it_.file);
    const before = kept();
    await clock.advance(hour);
    updates.check();
    await settle();
    await latest.answer(offered(releaseOf('1.3.0', foreignKey)));
    expect(kept()).toEqual(before);
  });

  it.each([
    ['the same version', releaseOf(running)],
    ['a prerelease, while a release runs', releaseOf('1.3.0-beta.1')],
  ])('that is %s is left where it is', async (_what, metadata) => {
    await offer(metadata);
    expect([it_.state().state, it_.download.asked]).toEqual(['idle', 0]);
  });

  it('whose file is not what was signed is refused', async () => {
    await offer(releaseOf('1.3.0'));
    await it_.download.answer(fail('update_damaged', 'Another digest.'));
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'update_damaged' } });
  });

  it('whose download stalls is given up after two minutes without a byte, and not taken when it ends late', async () => {
    await offer(releaseOf('1.3.0'));
    for (const percent of [10, 20, 30]) {
      await it_.clock.advance(2 * minute - 1);
      it_.progress(percent);
    }
    expect(it_.state().state).toBe('downloading');
    await it_.clock.advance(2 * minute);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(it_.cancels()).toBe(1);
    it_.progress(40);
    await it_.download.answer(succeed({}));
    expect(it_.state().state).toBe('failed');
  });

  it('whose download sleep has held up is given all of its time again', async () => {
    await offer(releaseOf('1.3.0'));
    await it_.clock.advance(2 * minute - 1);
    it_.updates.wake();
    await it_.clock.advance(2 * minute - 1);
    expect(it_.state().state).toBe('downloading');
  });
});

describe('a server that holds updates back', () => {
  const day = 24 * hour;
  /** Asks now and is answered that. */
  const offer = async (metadata: unknown): Promise<void> => {
    it_.updates.check();
    await settle();
    await it_.latest.answer(offered(metadata));
  };
  const oldRelease = () => it_.updates.report().oldRelease;

  it('is noticed when the newest signed date is 60 days old, also after a restart', async () => {
    const signedAt = it_.clock.now() - 10 * day;
    const metadata = datedReleaseOf(running, signedAt);
    await offer(metadata);
    await it_.clock.advance(50 * day - 1);
    await offer(metadata);
    expect([it_.state().state, oldRelease()]).toEqual(['idle', null]);
    await it_.clock.advance(1);
    expect(oldRelease()).toEqual({ at: signedAt, isDated: true });
    const restarted = bench(ours, it_.file);
    await restarted.clock.advance(50 * day);
    expect(restarted.updates.report().oldRelease).toEqual({ at: signedAt, isDated: true });
  });

  it('cannot hide it by leaving the date out, at first or later', async () => {
    const { clock } = it_;
    const asked = clock.now();
    await offer(releaseOf(running));
    await clock.advance(60 * day);
    await offer(releaseOf(running));
    expect(oldRelease()).toEqual({ at: asked, isDated: false });
    const signedAt = clock.now();
    await offer(datedReleaseOf(running, signedAt));
    expect(oldRelease()).toBe(null);
    await clock.advance(60 * day);
    await offer(releaseOf(running));
    expect(oldRelease()).toEqual({ at: signedAt, isDated: true });
  });

  it('is not suspected again once the same release was signed anew', async () => {
    await offer(datedReleaseOf(running, it_.clock.now()));
    await it_.clock.advance(61 * day);
    await offer(datedReleaseOf(running, it_.clock.now()));
    expect([it_.state().state, oldRelease()]).toEqual(['idle', null]);
  });

  it('is refused when it serves what was signed before the newest release that was seen', async () => {
    const { clock, download } = it_;
    const older = datedReleaseOf('1.2.1', clock.now() - 2 * day);
    await offer(datedReleaseOf(running, clock.now() - day));
    await offer(older);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'update_older' } });
    expect(download.asked).toBe(0);
    const restarted = bench(ours, it_.file);
    restarted.updates.check();
    await settle();
    await restarted.latest.answer(offered(older));
    expect(restarted.state()).toMatchObject({ error: { code: 'update_older' } });
  });

  it('gains nothing by a date in the future: the release is taken, its date is not', async () => {
    const { clock } = it_;
    const signedAt = clock.now();
    await offer(datedReleaseOf(running, signedAt));
    await offer(datedReleaseOf(running, clock.now() + 2 * day));
    expect([it_.state().state, it_.kept().signedAt]).toEqual(['idle', signedAt]);
    await clock.advance(60 * day);
    expect(oldRelease()).toEqual({ at: signedAt, isDated: true });
  });

  it('is judged by a clock that jumps without being blamed for it, and a true date counts again afterwards', async () => {
    const { clock } = it_;
    const today = clock.now();
    await offer(datedReleaseOf(running, today));
    clock.set(today + 3_650 * day);
    // Seen while the clock was wrong, by makers whose clock was wrong too.
    await offer(datedReleaseOf(running, today + 3_000 * day));
    clock.set(today - 3_650 * day);
    await offer(datedReleaseOf(running, today));
    expect([it_.state().state, oldRelease()]).toEqual(['idle', null]);
    clock.set(today);
    expect(oldRelease()).toBe(null);
    await offer(datedReleaseOf(running, today));
    expect([it_.state().state, it_.kept().signedAt]).toEqual(['idle', today]);
    clock.set(today + 60 * day);
    expect(oldRelease()).toEqual({ at: today, isDated: true });
  });
});

describe('an update that is ready', () => {
  it('is not asked for again, and installed when the app quits, without a restart', async () => {
    await it_.makeReady();
    it_.updates.begin();
    it_.updates.check();
    it_.updates.wake();
    await it_.clock.advance(24 * hour);
    expect(it_.latest.asked).toBe(1);
    await it_.updates.end();
    await it_.updates.end();
    expect(it_.installs).toEqual([false]);
  });

  it('has the app quit once, however often its button is pressed, and started again', async () => {
    await it_.makeReady();
    expect(it_.updates.restart()).toEqual(succeed({}));
    expect(it_.updates.restart()).toEqual(succeed({}));
    expect(it_.quits()).toBe(1);
    await it_.updates.end();
    expect(it_.installs).toEqual([true]);
  });

  it('waits when the professional stays, and a later quit is no restart', async () => {
    await it_.makeReady();
    it_.updates.restart();
    it_.updates.stayed();
    await it_.updates.end();
    expect([it_.quits(), it_.installs]).toEqual([1, [false]]);
  });

  it('can be asked for again by who stayed', async () => {
    await it_.makeReady();
    it_.updates.restart();
    it_.updates.stayed();
    it_.updates.restart();
    expect(it_.quits()).toBe(2);
  });

  it('that could not be installed is said at the next start', async () => {
    await it_.makeReady();
    it_.failInstall();
    await it_.updates.end();
    expect(it_.kept().failed).toBe('read_only');
  });

  it('is not there before it is: a restart is refused', () => {
    expect(it_.updates.restart()).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(it_.quits()).toBe(0);
  });
});

describe('updates that are switched off', () => {
  it('ask nobody, whatever happens, and remember it', async () => {
    it_.updates.follow(false);
    it_.updates.begin();
    it_.updates.wake();
    expect(it_.updates.check()).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await it_.clock.advance(48 * hour);
    expect([it_.loads(), it_.latest.asked]).toEqual([0, 0]);
    expect(it_.state()).toEqual({ state: 'off', reason: 'switched_off' });
    expect(it_.kept().isOn).toBe(false);
  });

  it('during a download end it, and nothing of it is installed', async () => {
    it_.updates.begin();
    it_.updates.check();
    await settle();
    await it_.latest.answer(offered(releaseOf('1.3.0')));
    it_.updates.follow(false);
    expect(it_.cancels()).toBe(1);
    await it_.download.answer(succeed({}));
    expect(it_.state()).toEqual({ state: 'off', reason: 'switched_off' });
    await it_.clock.advance(48 * hour);
    expect(it_.latest.asked).toBe(1);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });

  it('during a check do not hear its answer', async () => {
    it_.updates.check();
    await settle();
    it_.updates.follow(false);
    await it_.latest.answer(offered(releaseOf('1.3.0')));
    expect([it_.state().state, it_.download.asked]).toEqual(['off', 0]);
  });

  it('leave a ready update alone, and check again a minute after they are switched on', async () => {
    it_.updates.begin();
    await it_.makeReady();
    it_.updates.follow(false);
    it_.updates.follow(true);
    expect(it_.state()).toEqual({ state: 'idle' });
    await it_.clock.advance(minute);
    expect(it_.latest.asked).toBe(2);
    it_.updates.follow(false);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });
});

describe('a copy that cannot update itself', () => {
  it('says why, asks nobody, and does not by being switched on', async () => {
    const fixed = bench({ off: 'no_address' });
    fixed.updates.begin();
    fixed.updates.wake();
    fixed.updates.follow(false);
    fixed.updates.follow(true);
    expect(fixed.updates.check()).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await fixed.clock.advance(48 * hour);
    expect(fixed.state()).toEqual({ state: 'off', reason: 'no_address' });
    expect(fixed.loads()).toBe(0);
  });
});

describe('the end of the app', () => {
  it('ends what is under way, and begins nothing', async () => {
    it_.updates.begin();
    it_.updates.check();
    await settle();
    await it_.updates.end();
    expect(it_.cancels()).toBe(1);
    await it_.latest.answer(offered(releaseOf('1.3.0')));
    it_.updates.check();
    await it_.clock.advance(48 * hour);
    expect([it_.latest.asked, it_.download.asked]).toEqual([1, 0]);
  });
});
