/**
 * The app that the tests of a file share: started on a service of its own and connected once. Each of
 * them begins with a reloaded window, the first settings and a service that delivers as usual; leads, numbers
 * and webhooks of earlier tests are still there, so a test names its own. Playwright ends the
 * worker of a test that failed: the next one finds a fresh app.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../contract/settings.ts';
import { Browser } from './browser.ts';
import { Hearthline, usualSize } from './hearthline.ts';
import { Service } from './service.ts';

type Wanted = {
  /** The test file: two files share nothing. */
  readonly file: string;
  /** Makes an empty folder. */
  readonly makePlace: () => string;
  readonly serviceOptions: readonly string[];
  readonly profileOf: (service: Service) => Record<string, unknown>;
  /** What else the app's command line says. */
  readonly args?: readonly string[];
};

export type Shared = {
  readonly place: string;
  readonly service: Service;
  readonly browser: Browser;
  readonly hearthline: Hearthline;
  /** The settings that the app started with. */
  readonly settings: Settings;
};

/** A window as after a start, and a service that delivers as it does when nobody tells it how. */
export const beginAnew = async ({ hearthline, service, settings }: Shared): Promise<void> => {
  await service.control('POST', '/deliveries/policy', {});
  await hearthline.changeSettings(settings);
  await hearthline.page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await hearthline.page.reload();
  await hearthline.screen('inbox');
  hearthline.complaints.length = 0;
};

const isSame = (one: Wanted, other: Wanted): boolean =>
  one.file === other.file &&
  one.profileOf === other.profileOf &&
  one.serviceOptions.join(' ') === other.serviceOptions.join(' ');

/** Holds at most one app, which a worker's tests share one after another. */
export class SharedApp {
  #held: { readonly wanted: Wanted; readonly shared: Shared } | null = null;
  readonly #ends: (() => Promise<void>)[] = [];

  /** The app that is wanted; one that differs is ended first. */
  async of(wanted: Wanted): Promise<Shared> {
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
    // An app that does not end is no reason to leave its service behind.
    for (const end of this.#ends.splice(0)) await end().catch((thrown) => failures.push(thrown));
    if (failures.length > 0) throw failures[0];
  }
}
