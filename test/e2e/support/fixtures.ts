/**
 * Fixtures of end-to-end tests: a folder (kept for the secrets scan), a service, a browser, and the app connected
 * to that service by the real code flow. Each test has its own, or with `sharesApp` the tests of a file share
 * them (shared-app.ts). Sharing is faster, but no test may end the app or the account.
 */
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { openKeychain } from '../../../scripts/keychain.mjs';
import { startXvfb } from '../../../scripts/xvfb.mjs';
import { Browser } from './browser.ts';
import { Hearthline, repo, usualSize } from './hearthline.ts';
import { Service } from './service.ts';
import { resetApp, SharedApp, type Shared } from './shared-app.ts';

/** Folder of all data; `npm test` names a fast one. */
const data = process.env['HEARTHLINE_TEST_DATA'] ?? join(repo, 'test-results/data');

/** A constant, because apps are shared only between tests with the same function. */
const buildProfile = (service: Service): Record<string, unknown> => service.buildProfile();

const createEmptyPlace = (name: string): string => {
  const place = join(data, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
};

/** Separate for each worker, so that windows do not take each other's focus. */
type WorkerFixtures = {
  /** The worker's keychain and screen, in the environment of all programs. */
  readonly surroundings: undefined;
  /** Ended before a test with a separate app: both would use the same ports. */
  readonly sharedApp: SharedApp;
};

type Fixtures = {
  /** Shares the app with the other tests of the file, which then run in sequence. */
  readonly sharesApp: boolean;
  readonly shared: Shared | null;
  readonly place: string;
  /** Options of the sandbox; set by `test.use`. */
  readonly serviceOptions: readonly string[];
  /** Profile to connect the app with. */
  readonly profileOf: (service: Service) => Record<string, unknown>;
  readonly service: Service;
  readonly browser_: Browser;
  readonly profileFile: string;
  /** Starts the app with the service's profile; a second call restarts it on the same data. */
  readonly start: (args?: readonly string[]) => Promise<Hearthline>;
  /** The app, connected by the code flow and with its inbox open. */
  readonly connected: Hearthline;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  surroundings: [
    async ({}, use) => {
      if (process.platform !== 'linux') return use(undefined);
      const keychain = await openKeychain();
      const screen = await startXvfb('1920x1200x24');
      Object.assign(process.env, keychain.env, screen.env);
      await use(undefined);
      screen.close();
      await keychain.close();
    },
    { scope: 'worker', auto: true },
  ],
  sharedApp: [
    async ({}, use) => {
      const sharedApp = new SharedApp();
      await use(sharedApp);
      await sharedApp.end();
    },
    { scope: 'worker' },
  ],
  serviceOptions: [['--leads', '0', '--businesses', '1'], { option: true }],
  profileOf: async ({}, use) => use(buildProfile),
  sharesApp: [false, { option: true }],
  shared: async ({ sharesApp, sharedApp, serviceOptions, profileOf }, use, { file, testId }) => {
    if (sharesApp) {
      const makePlace = (): string => createEmptyPlace(testId);
      await use(await sharedApp.get({ file, makePlace, serviceOptions, profileOf }));
    } else {
      await sharedApp.end();
      await use(null);
    }
  },
  place: async ({ shared }, use, { testId }) => use(shared?.place ?? createEmptyPlace(testId)),
  service: async ({ shared, place, serviceOptions }, use) => {
    if (shared) return use(shared.service);
    const service = new Service(place, serviceOptions);
    await service.start();
    await use(service);
    await service.stop();
  },
  browser_: async ({ shared, place }, use) => use(shared?.browser ?? new Browser(place)),
  profileFile: async ({ place, service, profileOf }, use) => {
    const file = join(place, 'profile.json');
    writeFileSync(file, JSON.stringify(profileOf(service)));
    await use(file);
  },
  start: async ({ place, profileFile, browser_ }, use) => {
    const running: Hearthline[] = [];
    await use(async (args = [`--profile=${profileFile}`]) => {
      const hearthline = await Hearthline.start({
        dataFolder: join(place, 'app'),
        args,
        path: browser_.path,
        size: usualSize,
      });
      running.push(hearthline);
      return hearthline;
    });
    for (const hearthline of running) await hearthline.close();
  },
  connected: async ({ shared, start, browser_ }, use) => {
    const hearthline = shared?.hearthline ?? (await start());
    if (shared) await resetApp(shared);
    else await hearthline.connect(browser_);
    await use(hearthline);
    expect(hearthline.complaints).toEqual([]);
  },
});

export { expect };
