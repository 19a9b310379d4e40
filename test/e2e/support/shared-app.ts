/**
 * The app that the tests of a file share, connected once. Each test begins with a reloaded window, the first
 * settings and no delivery policy; leads, numbers and webhooks of earlier tests remain, so a test names its own.
 * After a failure Playwright ends the worker, and the next test gets a new app.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../contract/settings.ts';
import { Browser } from './browser.ts';
import { Hearthline, usualSize } from './hearthline.ts';
import { Service } from './service.ts';

type Wanted = {
  /** The test file; files share nothing. */
  readonly file: string;
  /** Creates an empty folder. */
  readonly makePlace: () => string;
  readonly serviceOptions: readonly string[];
  readonly profileOf: (service: Service) => Record<string, unknown>;
  /** More arguments of the app. */
  readonly args?: readonly string[];
};

export type Shared = {
  readonly place: string;
  readonly service: Service;
  readonly browser: Browser;
  readonly hearthline: Hearthline;
  /** Settings at the app's start. */
  readonly settings: Settings;
};

/** Resets window and its size, settings and the service's deliveries. */
export const resetApp = async ({ hearthline, service, settings }: Shared): Promise<void> => {
  await service.control('POST', '/deliveries/policy', {});
  await hearthline.changeSettings(settings);
  await hearthline.page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await hearthline.resize(usualSize);
  await hearthline.page.reload();
  await hearthline.waitForScreen('inbox');
  hearthline.complaints.length = 0;
};

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.file === other.file &&
  one.profileOf === other.profileOf &&
  one.serviceOptions.join(' ') === other.serviceOptions.join(' ');

/** Holds at most one app at a time. */
export class SharedApp {
  #held: { readonly wanted: Wanted; readonly shared: Shared } | null = null;
  readonly #ends: (() => Promise<void>)[] = [];

  /** Returns the requested app and ends a different one first. */
  async get(wanted: Wanted): Promise<Shared> {
    if (this.#held && isSame(this.#held.wanted, wanted)) return this.#held.shared;
    await this.end();
    const shared = await this.#open(wanted);
    this.#held = { wanted, shared };
    return shared;
  }

  async #open({ makePlace, serviceOptions, profileOf, args = [] }: Wanted): Promise<Shared> {
    const place = makePlace();
    const service = new Service(place, serviceOptions);
    this.#ends.unshift(() => service.stop());
    await service.start();
    const profile = join(place, 'profile.json');
    writeFileSync(profile, JSON.stringify(profileOf(service)));
    const browser = new Browser(place);
    const hearthline = await Hearthline.start({
      dataFolder: join(place, 'app'),
      args: [`--profile=${profile}`, ...args],
      path: browser.path,
      size: usualSize,
    });
    this.#ends.unshift(() => hearthline.close());
    await hearthline.connect(browser);
    const settings = await hearthline.changeSettings({});
    return { place, service, browser, hearthline, settings };
  }

  async end(): Promise<void> {
    this.#held = null;
    const failures: unknown[] = [];
    // Even if the app does not end, its service is stopped.
    for (const end of this.#ends.splice(0)) await end().catch((thrown) => failures.push(thrown));
    if (failures.length > 0) throw failures[0];
  }
}
