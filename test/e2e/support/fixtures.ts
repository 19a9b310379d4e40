/**
 * What an end-to-end test is given: a place of its own (kept after the run, for the secrets scan), a
 * service, a browser, and the app connected to that service through the real code flow.
 */
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { openKeychain } from '../../../scripts/keychain.mjs';
import { startXvfb } from '../../../scripts/xvfb.mjs';
import { Browser } from './browser.ts';
import { Hearthline, repo, usualSize } from './hearthline.ts';
import { Service } from './service.ts';

/** Where what the apps write is kept; `npm test` names a folder that no disk slows down. */
const data = process.env['HEARTHLINE_TEST_DATA'] ?? join(repo, 'test-results/data');

/** What a worker has for itself: another one's windows take no focus from its own. */
type WorkerFixtures = {
  /** Its own keychain and its own screen, in the environment of all that it starts. */
  readonly surroundings: undefined;
};

type Fixtures = {
  readonly place: string;
  /** Options of the sandbox; a test changes them with `test.use`. */
  readonly serviceOptions: readonly string[];
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
  serviceOptions: [['--leads', '0', '--businesses', '1'], { option: true }],
  place: async ({}, use, info) => {
    const place = join(data, info.testId);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    await use(place);
  },
  service: async ({ place, serviceOptions }, use) => {
    const service = new Service(place, serviceOptions);
    await service.start();
    await use(service);
    await service.stop();
  },
  browser_: async ({ place }, use) => use(new Browser(place)),
  profileFile: async ({ place, service }, use) => {
    const file = join(place, 'profile.json');
    writeFileSync(file, JSON.stringify(service.profile()));
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
  connected: async ({ start, browser_ }, use) => {
    const hearthline = await start();
    await connect(hearthline, browser_);
    await use(hearthline);
    expect(hearthline.complaints).toEqual([]);
  },
});

/** Goes through the code flow, from the profile on the screen to the inbox. */
export const connect = async (hearthline: Hearthline, browser: Browser): Promise<void> => {
  await hearthline.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await browser.agree();
  await hearthline.screen('inbox');
};

export { expect };
