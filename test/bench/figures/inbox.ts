/**
 * The inbox in a real window: time to paint the next lead after j, when idle and under load; time to paint
 * a delivery; and the cost of a page's way through the processes, next to the smallest answer's.
 */
import type { Page } from '@playwright/test';
import { request } from 'undici';
import type { CommandName } from '../../../contract/commands.ts';
import { Hearthline } from '../../e2e/support/hearthline.ts';
import { invoke } from '../../e2e/support/invoke.ts';
import type { Context, Figure } from '../figure.ts';
import { median, percentile, sleep } from '../measure.ts';
import { createDeliveries, type Posted } from '../records.ts';
import { ratioAtMost, createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, credentials, dispose, buildHookPath } from '../seed.ts';

const presses = 60;
const arrivals = 30;
const roundTrips = 200;
const aSecond = 50;

/** Sends a command from the page `times` times; returns each duration in milliseconds. */
const askInPage = (
  page: Page,
  command: CommandName,
  input: object,
  times: number,
): Promise<number[]> =>
  page.evaluate(
    async ({ command, input, times }) => {
      const took: number[] = [];
      for (let run = -20; run < times; run += 1) {
        const began = performance.now();
        JSON.parse(await window.hearthline.invoke(command, input));
        if (run >= 0) took.push(performance.now() - began);
      }
      return took;
    },
    { command, input, times },
  );

/** Presses j and waits for the next lead's conversation, repeatedly. */
export const pressJ = async (page: Page): Promise<number[]> => {
  const took: number[] = [];
  for (let press = -5; press < presses; press += 1) {
    // A handle of the page's promise: the page listens before the key is pressed.
    const handle = await page.evaluateHandle(() => {
      const painted = new Promise<number>((resolve) => {
        const shown = (): string | null =>
          document.querySelector('[data-lead]:has([role=log] time)')?.getAttribute('data-lead') ??
          null;
        const before = shown();
        let pressedAt = Number.NaN;
        const look = (): void => {
          if (shown() === before || shown() === null || Number.isNaN(pressedAt)) return;
          watcher.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
        addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), {
          once: true,
          capture: true,
        });
        setTimeout(() => resolve(5_000), 5_000);
      });
      return { painted };
    });
    await sleep(60);
    await page.keyboard.press('j');
    const ms = await handle.evaluate(({ painted }) => painted);
    if (press >= 0) took.push(ms);
  }
  return took;
};

/** Repeat interval of a held key. */
const repeatMs = 33;

/** Holds j down; returns the milliseconds from each repeat to the paint of a next lead. */
export const holdJ = async (page: Page): Promise<number[]> => {
  const waits = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const pressed: number[] = [];
        const waits: number[] = [];
        let last: string | null = null;
        const watcher = new MutationObserver(() => {
          const shown =
            document.querySelector('[data-lead]:has([role=log] time)')?.getAttribute('data-lead') ??
            null;
          if (shown === last || shown === null) return;
          last = shown;
          requestAnimationFrame(() =>
            setTimeout(() => {
              const now = performance.now();
              waits.push(...pressed.splice(0).map((at) => now - at));
            }),
          );
        });
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
        const down = ({ timeStamp }: KeyboardEvent): number => pressed.push(timeStamp);
        addEventListener('keydown', down, { capture: true });
        const up = (): void => {
          setTimeout(() => {
            watcher.disconnect();
            removeEventListener('keydown', down, { capture: true });
            // A repeat without a paint counts with the time waited.
            resolve([...waits, ...pressed.map((at) => performance.now() - at)]);
          }, 500);
        };
        addEventListener('keyup', up, { once: true, capture: true });
      }),
  );
  await sleep(100);
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.down('j');
    await sleep(repeatMs);
  }
  await page.keyboard.up('j');
  return waits;
};

const findReceiver = async (page: Page): Promise<string> => {
  for (;;) {
    const answer = await invoke(page, 'connection.report', {});
    const ports = answer.ok ? answer.value.reports.map(({ receiver }) => receiver.port) : [];
    const port = ports.find((each) => each !== null);
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    await sleep(100);
  }
};

const createPoster =
  (base: string) =>
  async ({ businessID, body }: Posted): Promise<void> => {
    const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const url = `${base}/hook/${buildHookPath(businessID)}`;
    const answer = await request(url, { method: 'POST', headers, body });
    await answer.body.dump();
  };

/** Delivers new leads one by one; returns the milliseconds until each is painted. */
const deliver = async (page: Page, post: (one: Posted) => Promise<void>): Promise<number[]> => {
  const leads = createDeliveries(5_000_000, 550).filter(
    ({ eventType }) => eventType === 'NegotiationCreatedV4',
  );
  const took: number[] = [];
  for (const [index, lead] of leads.slice(0, arrivals).entries()) {
    const name = `Arrival${index}x`;
    // A canceled lead would not be in the visible view.
    const body = lead.body
      .replace(/"firstName":"[^"]*"/, `"firstName":"${name}"`)
      .replace('"status":"Canceled"', '"status":"Open"');
    const painted = page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            const rows = [...document.querySelectorAll('[data-lead-id]')];
            if (!rows.some((row) => row.textContent.includes(name))) return;
            watcher.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
          };
          const watcher = new MutationObserver(look);
          watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
          setTimeout(() => resolve(Number.POSITIVE_INFINITY), 10_000);
        }),
      name,
    );
    await sleep(100);
    const began = Date.now();
    await post({ ...lead, body });
    took.push((await painted) - began);
  }
  return took;
};

/** Posts a delivery every 20 ms until `work` is done; also returns the deliveries accepted per second. */
const pourDuring = async <T>(post: (one: Posted) => Promise<void>, work: () => Promise<T>) => {
  const deliveries = createDeliveries(6_000_000, 50_000).values();
  const posted: Promise<void>[] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * aSecond);
    for (const delivery of deliveries.take(due - posted.length)) posted.push(post(delivery));
  }, 1_000 / aSecond);
  const answer = await work();
  clearInterval(timer);
  await Promise.all(posted);
  return { answer, rate: posted.length / ((performance.now() - began) / 1_000) };
};

/** Starts the app on a data folder and opens all leads, newest first. */
export const openAllLeads = async (dataFolder: string): Promise<Hearthline> => {
  const app = await Hearthline.start({
    dataFolder,
    args: ['--welcome'],
    size: { width: 1280, height: 800 },
  });
  const { page } = app;
  await page.locator('html[data-painted=leads]').waitFor({ state: 'attached' });
  // Sorts the newest first instead of the longest waiting.
  await page.keyboard.press('Control+3');
  await page.locator('[aria-current=page]', { hasText: 'All leads' }).waitFor();
  await page.locator('[data-lead-id]').first().waitFor();
  return app;
};

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const folder = copyStore(store);
  const app = await openAllLeads(folder);
  const { page } = app;
  const bare = await askInPage(page, 'settings.get', {}, roundTrips);
  const whole = await askInPage(page, 'leads.list', { view: 'all', limit: 50 }, roundTrips);
  const post = createPoster(await findReceiver(page));
  const arrived = await deliver(page, post);
  const idle = await pressJ(page);
  const held = await holdJ(page);
  const { answer: busy, rate } = await pourDuring(post, () => pressJ(page));
  await app.close();
  dispose(folder);
  return [
    createResult({
      figure: 'a page of 50 to the window, median (floor: a bare message)',
      size,
      value: median(whole),
      unit: 'ms',
      floor: median(bare),
      goal: ratioAtMost(2),
    }),
    createResult({
      figure: 'a page of 50 to the window, p95',
      size,
      value: percentile(whole, 0.95),
      unit: 'ms',
      floor: percentile(bare, 0.95),
      goal: valueAtMost(5),
    }),
    createResult({
      figure: 'delivery received to lead painted, p95',
      size,
      value: percentile(arrived, 0.95),
      unit: 'ms',
      goal: valueAtMost(150),
    }),
    createResult({
      figure: 'j to next lead painted, p95',
      size,
      value: percentile(idle, 0.95),
      unit: 'ms',
      goal: valueAtMost(50),
    }),
    createResult({
      figure: 'j held down: repeat to next lead painted, p95',
      size,
      value: percentile(held, 0.95),
      unit: 'ms',
      goal: valueAtMost(50),
    }),
    createResult({
      figure: 'j to next lead painted while 50 changes a second arrive, p95',
      size,
      value: percentile(busy, 0.95),
      unit: 'ms',
      goal: valueAtMost(50),
    }),
    createResult({
      figure: 'changes that arrived meanwhile',
      size,
      value: rate,
      unit: 'a second',
    }),
  ];
};

export const inbox: Figure = { name: 'inbox', needsScreen: true, measure };
