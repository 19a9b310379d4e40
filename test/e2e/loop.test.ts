/** The main loop (read, decide, reply, next), with every key and click counted. */
import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import type { Lead, Service } from './support/service.ts';

/** The first starter reply, for any customer. */
const answer = /^Hi .+, thanks for reaching out\./;

/** The focused composer: the previous one stays until the next lead is loaded. */
const getFocusedComposer = ({ page }: Hearthline): Locator => page.locator('#composer:focus');

const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gwen', 'Hugo', 'Iris', 'Jack'];

/** Creates new leads and shows the app as after its start. */
const createTenLeads = async (hearthline: Hearthline, service: Service) => {
  const leads: Lead[] = [];
  for (const name of names) leads.push(await service.createLead(name));
  const waiting = hearthline.page.getByRole('button', { name: /^Needs reply/ });
  await expect(waiting).toContainText('10');
  await hearthline.page.reload();
  await hearthline.waitForScreen('inbox');
  await expect(hearthline.page.locator('[data-lead-id]').first()).toBeVisible();
  return leads;
};

const addStarters = async ({ page }: Hearthline): Promise<void> => {
  await page.getByRole('button', { name: 'Saved replies', exact: true }).click();
  const add = page.getByRole('button', { name: 'Add three starter replies' });
  const list = page.getByRole('list', { name: 'Saved replies' });
  await expect(add.or(list)).toBeVisible();
  if (await add.isVisible()) await add.click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: /^Needs reply/ }).click();
};

const expectAllAnswered = async (service: Service, leads: readonly Lead[]): Promise<void> => {
  for (const lead of leads)
    await expect
      .poll(() => service.listTexts(lead, 'Business'), { timeout: 30_000 })
      .toEqual([expect.stringMatching(answer)]);
};

const expectNobodyWaits = async ({ page }: Hearthline): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Everyone has a reply' })).toBeVisible();
  await expect(
    page.getByRole('button', { name: /Median of your \d+ first replies/ }),
  ).toBeVisible();
};

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

test('ten new leads are answered in twenty keys', async ({ connected, service }) => {
  const { page } = connected;
  await addStarters(connected);
  const leads = await createTenLeads(connected, service);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  for (let nth = 0; nth < leads.length; nth += 1) {
    await press('Alt+1');
    await expect(getFocusedComposer(connected)).toHaveValue(answer);
    await press('Control+Enter');
  }
  expect(keys).toBeLessThanOrEqual(20);
  await expectNobodyWaits(connected);
  await expectAllAnswered(service, leads);
});

test('ten new leads are answered in twenty clicks', async ({ connected, service }) => {
  const { page } = connected;
  await addStarters(connected);
  const leads = await createTenLeads(connected, service);
  // The first lead opens automatically.
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible();
  let clicks = 0;
  const click = async (name: string | RegExp): Promise<void> => {
    clicks += 1;
    await page.getByRole('button', { name }).click();
  };
  for (let nth = 0; nth < leads.length; nth += 1) {
    const lead = (await page.locator('[data-lead]').getAttribute('data-lead')) ?? '';
    await click(/Ask for details/);
    await expect(getFocusedComposer(connected)).toHaveValue(answer);
    await click(/^Send(?! later)/);
    await expect(page.locator(`[data-lead="${lead}"]`)).toHaveCount(0);
  }
  expect(clicks).toBeLessThanOrEqual(20);
  await expectNobodyWaits(connected);
  await expectAllAnswered(service, leads);
});
