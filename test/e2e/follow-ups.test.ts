/** A chain of follow-ups over days: the marketplace's clock runs 30 hours behind, so that each is due at once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Service } from './support/service.ts';
import { invoke } from './support/invoke.ts';

const hour = 60 * 60_000;
const month = 30 * 24 * hour;

const saveFollowUp = async ({ page }: Hearthline, name: string, text: string): Promise<void> => {
  const answer = await invoke(page, 'automaticReplies.save', {
    ruleID: name,
    name,
    isOn: true,
    when: { kind: 'silence', count: 24, unit: 'hours', from: 0, to: 1_440 },
    leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
    content: { kind: 'text', text },
    isAnswer: false,
  });
  expect(answer).toMatchObject({ ok: true });
};

/** Makes account and rules a month older. */
const backdate = (file: string): void => {
  const database = new Database(file);
  database.prepare('UPDATE accounts SET connected_at = connected_at - ?').run(month);
  database.prepare('UPDATE automatic_rules SET on_since = on_since - ?').run(month);
  database.close();
};

const startBehind = async (service: Service, place: string): Promise<void> => {
  const file = join(place, 'service.json');
  await service.stop();
  const saved = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...saved, clockOffset: -30 * hour }));
  await service.start();
};

test.use({ serviceOptions: ['--leads', '0', '--businesses', '1', '--list-negotiations'] });

test('three follow-ups leave one after another while the customer is silent and a fourth never', async ({
  connected,
  service,
  place,
  start,
}) => {
  await saveFollowUp(connected, 'First', 'Did you get a chance to look?');
  await saveFollowUp(connected, 'Second', 'We still have time this week.');
  await saveFollowUp(connected, 'Third', 'Shall we close your request?');
  await saveFollowUp(connected, 'Fourth', 'One more time.');
  await connected.close();
  backdate(join(place, 'app', 'leads.db'));
  await startBehind(service, place);

  const silent = await service.createLead('Ada');
  const hearthline = await start([]);
  await hearthline.waitForScreen('inbox');
  const { page } = hearthline;
  await hearthline.row('Ada Rivera').click();
  const composer = page.getByRole('textbox', { name: 'Reply to Ada Rivera' });
  await composer.fill('We can come on Tuesday.');
  await composer.press('Control+Enter');
  const followUps = [
    'We can come on Tuesday.',
    'Did you get a chance to look?',
    'We still have time this week.',
    'Shall we close your request?',
  ];
  // A change of the rules looks at all leads, as a half minute does.
  const ruleIDs = ['First', 'Second', 'Third', 'Fourth'];
  const listTextsNow = async (): Promise<readonly string[]> => {
    await invoke(page, 'automaticReplies.reorder', { ruleIDs });
    return service.listTexts(silent, 'Business');
  };
  await expect.poll(listTextsNow, { timeout: 120_000 }).toEqual(followUps);
  await page.getByRole('button', { name: /^All leads/ }).click();
  await hearthline.row('Ada Rivera').click();
  await expect(page.getByText('Sent automatically by the rule “Third”')).toBeVisible();
  await look(hearthline, 'follow-ups-sent');

  await service.customerWrites(silent, 'Please close it.');
  await expect(page.getByRole('log').getByText('Please close it.')).toBeVisible();
  expect(await listTextsNow()).toEqual(followUps);
});
