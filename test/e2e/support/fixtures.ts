/**
 * What an end-to-end test is given: a place (kept after the run, for the secrets scan), a service, a
 * browser, and the app connected to that service through the real code flow. They are its own, or with
 * `sharesApp` those of all such tests of its file (shared-app.ts): that saves most of what a short test
 * costs, and suits one that ends neither app nor account.
 */
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { openKeychain } from '../../../scripts/keychain.mjs';
import { startXvfb } from '../../../scripts/xvfb.mjs';
import { Browser } from './browser.ts';
import { Hearthline, repo, usualSize } from './hearthline.ts';
import { Service } from './service.ts';
import { beginAnew, SharedApp, type Shared } from './shared-app.ts';

/** Where what the apps write is kept; `npm test` names a folder that no disk slows down. */
const data = process.env['HEARTHLINE_TEST_DATA'] ?? join(repo, 'test-results/data');

/** The profile that the service's operator would hand out. */
const ofService = (service: Service): Record<string, unknown> => service.profile();

const emptyPlace = (name: string): string => {
  const place = join(data, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
};

/** What a worker has for itself: another one's windows take no focus from its own. */
type WorkerFixtures = {
  /** Its own keychain and its own screen, in the environment of all that it starts. */
  readonly surroundings: undefined;
  /** Ended before a test begins that has an app of its own: both would use the same ports. */
  readonly sharedApp: SharedApp;
};

type Fixtures = {
  /** Whether the test has its app together with others of its file; they run one after another then. */
  readonly sharesApp: boolean;
  readonly shared: Shared | null;
  readonly place: string;
  /** Options of the sandbox; a test changes them with `test.use`. */
  readonly serviceOptions: readonly string[];
  /** The profile that the app is connected with. */
  readonly profileOf: (service: Service) => Record<string, unknown>;
  readonly service: Service;
  readonly browser_: Browser;
  readonly profileFile: string;
  /** Starts the app with the service's profile; a second call starts it again on the same data. */
  readonly start: (args?: readonly string[]) => Promise<Hearthline>;
  /** The app, connected by the code flow and showing its inbox. */
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
  profileOf: async ({}, use) => use(ofService),
  sharesApp: [false, { option: true }],
  shared: async ({ sharesApp, sharedApp, serviceOptions, profileOf }, use, { file, testId }) => {
    if (sharesApp) {
      const makePlace = (): string => emptyPlace(testId);
      await use(await sharedApp.of({ file, makePlace, serviceOptions, profileOf }));
    } else {
      await sharedApp.end();
      await use(null);
    }
  },
  place: async ({ shared }, use, { testId }) => use(shared?.place ?? emptyPlace(testId)),
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
    if (shared) await beginAnew(shared);
    else await hearthline.connect(browser_);
    await use(hearthline);
    expect(hearthline.complaints).toEqual([]);
  },
});

export { expect };
