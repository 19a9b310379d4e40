/** When the app checks for updates, which releases it accepts, and when it installs them, with a fake clock. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { openUpdateStore } from '../../../../main/shell/updates/store.ts';
import { createUpdates, type Updater } from '../../../../main/shell/updates/updates.ts';
import { createHandClock } from '../../connect/support/hand-clock.ts';
import { createDatedRelease, foreignKey, ours, createRelease } from './signing.ts';

type Latest = Awaited<ReturnType<Updater['fetchLatest']>>;

const minute = 60_000;
const hour = 60 * minute;
const running = '1.2.0';

const offered = (metadata: unknown): Latest => succeed(metadata);

/** An async call that the test resolves. */
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

const createFile = (): string =>
  join(mkdtempSync(join(tmpdir(), 'hearthline-updates-')), 'updates.json');

const bench = (
  source: Parameters<typeof createUpdates>[0]['source'] = ours,
  file: string = createFile(),
) => {
  const clock = createHandClock();
  const latest = new Question<Latest>();
  const download = new Question<Answer<unknown>>();
  let progress: (percent: number) => void = () => undefined;
  let loads = 0;
  let cancels = 0;
  let quits = 0;
  let changes = 0;
  const installs: boolean[] = [];
  let installed: Answer<unknown> = succeed({});
  const kept = openUpdateStore(file);
  const updates = createUpdates({
    source,
    load: async () => {
      loads += 1;
      return {
        fetchLatest: latest.ask,
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
    store: kept,
    onChange: () => void (changes += 1),
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
    changes: () => changes,
    installs,
    failInstall: () => (installed = fail('read_only', 'It cannot be replaced.')),
    kept: () => openUpdateStore(file).get(),
    updates,
    state,
    /** Checks now and downloads a newer release. */
    makeReady: async (version = '1.3.0'): Promise<void> => {
      updates.check();
      await settle();
      await latest.answer(offered(createRelease(version)));
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
  it('runs a minute after it may begin, and nothing is loaded before', async () => {
    const { updates, clock, loads, latest } = it_;
    await clock.advance(24 * hour);
    expect(loads()).toBe(0);
    updates.begin();
    await clock.advance(minute - 1);
    expect([loads(), it_.state().state]).toEqual([0, 'idle']);
    await clock.advance(1);
    expect([loads(), latest.asked, it_.state().state]).toEqual([1, 1, 'checking']);
  });

  it('runs again every four hours, and the time of the last response is stored', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(createRelease(running)));
    expect(updates.report()).toMatchObject({ update: { state: 'idle' }, checkedAt: clock.now() });
    await clock.advance(4 * hour - 1);
    expect(latest.asked).toBe(1);
    await clock.advance(1);
    expect(latest.asked).toBe(2);
    expect(it_.kept().checkedAt).toBe(clock.now() - 4 * hour);
  });

  it('runs once when it is requested again meanwhile', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    updates.check();
    updates.check();
    await clock.advance(minute - 1);
    updates.check();
    expect(latest.asked).toBe(1);
  });

  it('times out after a minute, and a late response is ignored', async () => {
    const { updates, clock, latest, cancels, download } = it_;
    updates.check();
    await clock.advance(minute);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'timeout' } });
    expect(cancels()).toBe(1);
    await latest.answer(offered(createRelease('1.3.0')));
    expect([it_.state().state, download.asked]).toEqual(['failed', 0]);
  });

  it('that failed is retried after a delay that doubles', async () => {
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

  it('does not depend on changes of the system clock', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(createRelease(running)));
    clock.set(clock.now() + 365 * 24 * hour);
    await clock.advance(hour);
    expect(latest.asked).toBe(1);
    clock.set(clock.now() - 730 * 24 * hour);
    await clock.advance(3 * hour);
    expect(latest.asked).toBe(2);
  });

  it('runs half a minute after a sleep that skipped one, not after a short sleep', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(createRelease(running)));
    clock.set(clock.now() + hour);
    updates.wake();
    await clock.advance(minute);
    expect(latest.asked).toBe(1);
    // The steady clock stops while the computer sleeps.
    clock.set(clock.now() + 8 * hour);
    updates.wake();
    await clock.advance(minute / 2 - 1);
    expect(latest.asked).toBe(1);
    await clock.advance(1);
    expect(latest.asked).toBe(2);
  });

  it('runs after a sleep even if the clock was set back before the last check', async () => {
    const { updates, clock, latest } = it_;
    updates.begin();
    await clock.advance(minute);
    await latest.answer(offered(createRelease(running)));
    clock.set(clock.now() - 24 * hour);
    updates.wake();
    await clock.advance(minute / 2);
    expect(latest.asked).toBe(2);
  });

  it('does not run before it may begin, whatever is switched', async () => {
    const { updates, clock, loads } = it_;
    updates.setOn(false);
    updates.setOn(true);
    updates.wake();
    await clock.advance(24 * hour);
    expect(loads()).toBe(0);
  });

  it('that throws is reported as an internal failure', async () => {
    const broken = createUpdates({
      source: ours,
      load: () => Promise.reject(new Error('not there')),
      running,
      store: openUpdateStore(join(tmpdir(), 'hearthline-no-folder', 'updates.json')),
      onChange: () => undefined,
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

  it('that is newer and signed is downloaded with its progress in percent, and is then ready', async () => {
    await offer(createRelease('1.3.0'));
    const at = (percent: number) => ({ state: 'downloading', version: '1.3.0', percent });
    expect(it_.state()).toEqual(at(0));
    it_.progress(41.7);
    expect(it_.state()).toEqual(at(41));
    const changes = it_.changes();
    it_.progress(41.9);
    expect(it_.changes()).toBe(changes);
    await it_.download.answer(succeed({}));
    expect(it_.state()).toEqual({ state: 'ready', version: '1.3.0' });
  });

  it.each([
    ['signed by somebody else', 'update_unsigned', createRelease('1.3.0', foreignKey)],
    ['not signed', 'update_unsigned', { ...createRelease('1.3.0'), signature: undefined }],
    [
      'changed after it was signed',
      'update_unsigned',
      { ...createRelease('1.3.0'), version: '1.4.0' },
    ],
    ['older', 'update_older', createRelease('1.1.9')],
    ['older and not signed', 'update_unsigned', createRelease('1.1.9', foreignKey)],
    ['a prerelease of the running version', 'update_older', createRelease('1.2.0-rc.1')],
    ['none at all', 'update_unreadable', 'a page that asks for a sign-in'],
  ])('that is %s is refused: %s', async (_what, code, metadata) => {
    await offer(metadata);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code } });
    expect(it_.download.asked).toBe(0);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });

  it('that is not signed leaves the stored state unchanged', async () => {
    await it_.makeReady();
    it_.failInstall();
    await it_.updates.end();
    const { clock, latest, updates, kept } = bench(ours, it_.file);
    const before = kept();
    await clock.advance(hour);
    updates.check();
    await settle();
    await latest.answer(offered(createRelease('1.3.0', foreignKey)));
    expect(kept()).toEqual(before);
  });

  it.each([
    ['the same version', createRelease(running)],
    ['a prerelease, while a release runs', createRelease('1.3.0-beta.1')],
  ])('that is %s is ignored', async (_what, metadata) => {
    await offer(metadata);
    expect([it_.state().state, it_.download.asked]).toEqual(['idle', 0]);
  });

  it('whose file does not match the signed digest is refused', async () => {
    await offer(createRelease('1.3.0'));
    await it_.download.answer(fail('update_damaged', 'Another digest.'));
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'update_damaged' } });
  });

  it('whose download makes no progress for two minutes times out, and a late end is ignored', async () => {
    await offer(createRelease('1.3.0'));
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

  it('gets the full download time again after a sleep', async () => {
    await offer(createRelease('1.3.0'));
    await it_.clock.advance(2 * minute - 1);
    it_.updates.wake();
    await it_.clock.advance(2 * minute - 1);
    expect(it_.state().state).toBe('downloading');
  });
});

describe('a server that withholds updates', () => {
  const day = 24 * hour;
  /** Checks now, with this response. */
  const offer = async (metadata: unknown): Promise<void> => {
    it_.updates.check();
    await settle();
    await it_.latest.answer(offered(metadata));
  };
  const oldRelease = () => it_.updates.report().oldRelease;

  it('is detected when the newest signed date is 60 days old, even after a restart', async () => {
    const signedAt = it_.clock.now() - 10 * day;
    const metadata = createDatedRelease(running, signedAt);
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

  it('is detected without signed dates too', async () => {
    const { clock } = it_;
    const asked = clock.now();
    await offer(createRelease(running));
    await clock.advance(60 * day);
    await offer(createRelease(running));
    expect(oldRelease()).toEqual({ at: asked, isDated: false });
    const signedAt = clock.now();
    await offer(createDatedRelease(running, signedAt));
    expect(oldRelease()).toBe(null);
    await clock.advance(60 * day);
    await offer(createRelease(running));
    expect(oldRelease()).toEqual({ at: signedAt, isDated: true });
  });

  it('is no longer suspected once the release is signed again', async () => {
    await offer(createDatedRelease(running, it_.clock.now()));
    await it_.clock.advance(61 * day);
    await offer(createDatedRelease(running, it_.clock.now()));
    expect([it_.state().state, oldRelease()]).toEqual(['idle', null]);
  });

  it('is refused when it offers a release signed before the newest known one', async () => {
    const { clock, download } = it_;
    const older = createDatedRelease('1.2.1', clock.now() - 2 * day);
    await offer(createDatedRelease(running, clock.now() - day));
    await offer(older);
    expect(it_.state()).toMatchObject({ state: 'failed', error: { code: 'update_older' } });
    expect(download.asked).toBe(0);
    const restarted = bench(ours, it_.file);
    restarted.updates.check();
    await settle();
    await restarted.latest.answer(offered(older));
    expect(restarted.state()).toMatchObject({ error: { code: 'update_older' } });
  });

  it('gains nothing from a future date: the release is accepted without it', async () => {
    const { clock } = it_;
    const signedAt = clock.now();
    await offer(createDatedRelease(running, signedAt));
    await offer(createDatedRelease(running, clock.now() + 2 * day));
    expect([it_.state().state, it_.kept().signedAt]).toEqual(['idle', signedAt]);
    await clock.advance(60 * day);
    expect(oldRelease()).toEqual({ at: signedAt, isDated: true });
  });

  it('is not suspected because the clock jumps, and a correct date counts again afterwards', async () => {
    const { clock } = it_;
    const today = clock.now();
    await offer(createDatedRelease(running, today));
    clock.set(today + 3_650 * day);
    // Both this clock and the makers' clock were wrong.
    await offer(createDatedRelease(running, today + 3_000 * day));
    clock.set(today - 3_650 * day);
    await offer(createDatedRelease(running, today));
    expect([it_.state().state, oldRelease()]).toEqual(['idle', null]);
    clock.set(today);
    expect(oldRelease()).toBe(null);
    await offer(createDatedRelease(running, today));
    expect([it_.state().state, it_.kept().signedAt]).toEqual(['idle', today]);
    clock.set(today + 60 * day);
    expect(oldRelease()).toEqual({ at: today, isDated: true });
  });
});

describe('an update that is ready', () => {
  it('is not downloaded again and is installed when the app quits, without a restart', async () => {
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

  it('restarts the app once, even if its button is pressed twice', async () => {
    await it_.makeReady();
    expect(it_.updates.restart()).toEqual(succeed({}));
    expect(it_.updates.restart()).toEqual(succeed({}));
    expect(it_.quits()).toBe(1);
    await it_.updates.end();
    expect(it_.installs).toEqual([true]);
  });

  it('waits when the professional cancels the restart, and a later quit does not restart', async () => {
    await it_.makeReady();
    it_.updates.restart();
    it_.updates.cancelRestart();
    await it_.updates.end();
    expect([it_.quits(), it_.installs]).toEqual([1, [false]]);
  });

  it('can be restarted later after a canceled restart', async () => {
    await it_.makeReady();
    it_.updates.restart();
    it_.updates.cancelRestart();
    it_.updates.restart();
    expect(it_.quits()).toBe(2);
  });

  it('that could not be installed is remembered for the next start', async () => {
    await it_.makeReady();
    it_.failInstall();
    await it_.updates.end();
    expect(it_.kept().failed).toBe('read_only');
  });

  it('is required for a restart', () => {
    expect(it_.updates.restart()).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(it_.quits()).toBe(0);
  });
});

describe('switching updates off', () => {
  it('stops every check and is stored', async () => {
    it_.updates.setOn(false);
    it_.updates.begin();
    it_.updates.wake();
    expect(it_.updates.check()).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await it_.clock.advance(48 * hour);
    expect([it_.loads(), it_.latest.asked]).toEqual([0, 0]);
    expect(it_.state()).toEqual({ state: 'off', reason: 'switched_off' });
    expect(it_.kept().isOn).toBe(false);
  });

  it('cancels a download, which is not installed', async () => {
    it_.updates.begin();
    it_.updates.check();
    await settle();
    await it_.latest.answer(offered(createRelease('1.3.0')));
    it_.updates.setOn(false);
    expect(it_.cancels()).toBe(1);
    await it_.download.answer(succeed({}));
    expect(it_.state()).toEqual({ state: 'off', reason: 'switched_off' });
    await it_.clock.advance(48 * hour);
    expect(it_.latest.asked).toBe(1);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });

  it('during a check ignores its response', async () => {
    it_.updates.check();
    await settle();
    it_.updates.setOn(false);
    await it_.latest.answer(offered(createRelease('1.3.0')));
    expect([it_.state().state, it_.download.asked]).toEqual(['off', 0]);
  });

  it('discards a ready update, and switching them on checks again after a minute', async () => {
    it_.updates.begin();
    await it_.makeReady();
    it_.updates.setOn(false);
    it_.updates.setOn(true);
    expect(it_.state()).toEqual({ state: 'idle' });
    await it_.clock.advance(minute);
    expect(it_.latest.asked).toBe(2);
    it_.updates.setOn(false);
    await it_.updates.end();
    expect(it_.installs).toEqual([]);
  });
});

describe('a copy that cannot update itself', () => {
  it('reports the reason and never checks, even when switched on', async () => {
    const fixed = bench({ off: 'no_address' });
    fixed.updates.begin();
    fixed.updates.wake();
    fixed.updates.setOn(false);
    fixed.updates.setOn(true);
    expect(fixed.updates.check()).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await fixed.clock.advance(48 * hour);
    expect(fixed.state()).toEqual({ state: 'off', reason: 'no_address' });
    expect(fixed.loads()).toBe(0);
  });
});

describe('the end of the app', () => {
  it('cancels the check that runs and starts no other', async () => {
    it_.updates.begin();
    it_.updates.check();
    await settle();
    await it_.updates.end();
    expect(it_.cancels()).toBe(1);
    await it_.latest.answer(offered(createRelease('1.3.0')));
    it_.updates.check();
    await it_.clock.advance(48 * hour);
    expect([it_.latest.asked, it_.download.asked]).toEqual([1, 0]);
  });
});
