/** Two people at the same leads, in two windows: each answers, and the other sees it. */
import { look } from './support/look.ts';
import { ask, expect, test } from './support/office.ts';
import type { Hearthline } from './support/hearthline.ts';
import type { Lead, Service } from './support/service.ts';

test.describe.configure({ mode: 'default' });

const view = ({ page }: Hearthline, name: string) =>
  page.getByRole('list', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${name}`) });
const composer = ({ page }: Hearthline, customer: string) =>
  page.getByRole('textbox', { name: `Reply to ${customer}` });

/** Creates a lead and waits until all apps list it. */
const createLead = async (
  apps: readonly Hearthline[],
  service: Service,
  name: string,
): Promise<Lead> => {
  const lead = await service.createLead(name);
  for (const app of apps) {
    await view(app, 'Needs reply').click();
    await app.waitForScreen('inbox');
    await expect(app.row(name)).toBeVisible({ timeout: 30_000 });
  }
  return lead;
};

test('a key assigns a lead, both see it in their views, and Z undoes it', async ({
  office: { ana, ben, service },
}) => {
  await createLead([ana, ben], service, 'Una');
  await ana.row('Una').click();
  await ana.page.keyboard.press('a');
  const picker = ana.page.getByRole('dialog', { name: 'Assign to' });
  await expect(picker.getByRole('option')).toHaveText(
    ['Me', 'Ben Ode', 'Nobody'].map((name) => new RegExp(name)),
  );
  await look(ana, 'assign-picker');
  await ana.page.keyboard.type('ben');
  await ana.page.keyboard.press('Enter');
  await expect(ana.row('Una')).toContainText('Assigned to Ben Ode');
  await expect(ben.row('Una')).toContainText('Assigned to you');
  await expect(view(ana, 'Colleagues')).toHaveText(/^Colleagues\s*1$/);
  await expect(view(ben, 'Mine')).toHaveText(/^Mine\s*1$/);
  await look(ana, 'assigned');
  await view(ben, 'Mine').click();
  await expect(ben.row('Una')).toBeVisible();
  await view(ana, 'Unassigned').click();
  await expect(ana.page.getByText('Everyone has somebody')).toBeVisible();
  await expect(ana.row('Una')).toBeHidden();
  await view(ana, 'Colleagues').click();
  await expect(ana.row('Una')).toBeVisible();
  await ana.page.keyboard.press('z');
  await view(ana, 'Unassigned').click();
  await expect(ana.row('Una')).toBeVisible();
  await expect(ben.row('Una')).not.toContainText('Assigned');
  // One key takes it.
  await view(ben, 'Needs reply').click();
  await ben.row('Una').click();
  await expect(ben.page.getByRole('log', { name: /Una/ })).toBeVisible();
  await ben.page.keyboard.press('m');
  await expect(ana.row('Una')).toContainText('Assigned to Ben Ode');
  await view(ana, 'Needs reply').click();
  await view(ana, 'Unassigned').click();
  await expect(ana.page.getByText('Everyone has somebody')).toBeVisible();
  await expect(ana.row('Una')).toBeHidden();
  await ana.page.keyboard.press('/');
  await ana.page.keyboard.type('assignee:ben ');
  await expect(ana.row('Una')).toBeVisible();
  await ana.page.keyboard.press('Escape');
});

test('of two people who take a lead at once the first has it, and the other hears of it', async ({
  office: { ana, ben, service },
}) => {
  await createLead([ana, ben], service, 'Ida');
  const take = async (app: Hearthline): Promise<void> => {
    const { leads } = await ask(app, 'leads.list', { view: 'needs_reply', limit: 100 });
    const { team } = await ask(app, 'team.status', {});
    const ida = leads.find(({ customerName }) => customerName.startsWith('Ida'));
    if (ida === undefined || team.state !== 'member') throw new Error('there is no lead');
    await ask(app, 'leads.mark', { leadIDs: [ida.leadID], assignee: team.person });
  };
  await Promise.all([take(ana), take(ben)]);
  const heard = (app: Hearthline) => app.page.getByText(/^Ida Rivera was assigned to .* first/);
  await expect
    .poll(async () => (await heard(ana).count()) + (await heard(ben).count()))
    .not.toBe(0);
  const assignees = async () => {
    const texts = await Promise.all([ana, ben].map((app) => app.row('Ida').innerText()));
    return texts.map((text) => /Assigned to (you|\w+)/.exec(text)?.[1]).toSorted();
  };
  await expect.poll(assignees).toEqual([expect.stringMatching(/^(Ana|Ben)$/), 'you']);
});

test('who looks and who writes is seen, and writing beside a colleague takes one more click', async ({
  office: { ana, ben, service },
}) => {
  await createLead([ana, ben], service, 'Otto');
  await ana.row('Otto').click();
  await ben.row('Otto').click();
  await expect(ana.page.getByText('Ben Ode is looking')).toBeVisible();
  await composer(ana, 'Otto').fill('Hi Otto');
  const claimed = ben.page.getByText(/^Ana Ruiz began to write/);
  await expect(claimed).toBeVisible();
  await look(ben, 'claimed');
  await expect(composer(ben, 'Otto')).not.toBeEditable();
  await ben.page.getByRole('button', { name: 'Write anyway' }).click();
  await ben.page.keyboard.type('Hello');
  await expect(ana.page.getByText('Ben Ode is writing')).toBeVisible();
  await look(ana, 'writing-beside');
  await composer(ben, 'Otto').fill('');
  await composer(ana, 'Otto').fill('');
  await expect(claimed).toBeHidden();
});

test('a note that mentions a colleague brings the lead to the top of theirs, until they open it', async ({
  office: { ana, ben, service },
}) => {
  await createLead([ana, ben], service, 'Hugo');
  await view(ben, 'Mine').click();
  await ana.row('Hugo').click();
  await ana.page.keyboard.press('n');
  await ana.page.keyboard.type('Call back, @be');
  await expect(ana.page.getByRole('option', { name: 'Ben Ode', exact: true })).toBeVisible();
  await look(ana, 'note-mention');
  await ana.page.keyboard.press('Enter');
  await ana.page.keyboard.type('before noon');
  await ana.page.keyboard.press('Control+Enter');
  await expect(
    ana.page.getByRole('log').getByText('Call back, @Ben Ode before noon'),
  ).toBeVisible();
  await expect(ben.row('Hugo')).toContainText('A note mentions you');
  await expect(ben.page.locator('[data-lead-id]').first()).toContainText('Hugo');
  await look(ben, 'mentioned');
  await ben.row('Hugo').click();
  await expect(
    ben.page.getByRole('log').getByText('Call back, @Ben Ode before noon'),
  ).toBeVisible();
  await expect(ben.row('Hugo')).not.toContainText('A note mentions you');
});

test('a reply stops at what a colleague answered meanwhile, and the customer gets one', async ({
  office: { ana, ben, service },
}) => {
  const lead = await createLead([ana, ben], service, 'Wanda');
  await ana.row('Wanda').click();
  await ben.row('Wanda').click();
  await composer(ben, 'Wanda').fill('Nine works for me.');
  await ana.page.getByRole('button', { name: 'Write anyway' }).click();
  await ask(ana, 'settings.change', { undoSeconds: 0 });
  await ana.reply('Wanda', 'I can come at ten.');
  const answer = ben.page.locator('[data-message-id]', { hasText: 'I can come at ten.' });
  // Until its author is known, a reply waits for its turn and is held only then.
  await expect(answer).toContainText('Ana Ruiz');
  await composer(ben, 'Wanda').press('Control+Shift+Enter');
  const held = ben.page.locator('[data-error="colleague_answered"]');
  await expect(held).toContainText('Ana Ruiz answered while you were writing.');
  await look(ben, 'colleague-answered');
  expect(await service.listTexts(lead, 'Business')).toEqual(['I can come at ten.']);
  await expect(composer(ben, 'Wanda')).toHaveValue('Nine works for me.');
  await ask(ben, 'settings.change', { undoSeconds: 0 });
  await held.getByRole('button', { name: 'Send anyway' }).click();
  await expect
    .poll(() => service.listTexts(lead, 'Business'), { timeout: 30_000 })
    .toEqual(['I can come at ten.', 'Nine works for me.']);
  await ben.page.getByRole('button', { name: 'Insights', exact: true }).click();
  await ben.waitForScreen('insights');
  const people = ben.page.locator('section').filter({ hasText: 'First replies by person' }).last();
  await expect(people).toContainText('Ana Ruiz');
  await people.scrollIntoViewIfNeeded();
  await look(ben, 'insights-people');
});

test('a rule of the owner gives new leads to who is on duty in turn, and the activity names it', async ({
  office: { ana, ben, service },
}) => {
  const { page } = ana;
  await createLead([ana, ben], service, 'Hilda');
  const sidebar = page.getByRole('navigation', { name: 'Views and businesses' });
  await sidebar.getByRole('button', { name: 'Automatic replies', exact: true }).click();
  await ana.waitForScreen('automaticReplies');
  const section = page.getByRole('region', { name: 'New leads' });
  await expect(section.getByText(/^New leads are in Unassigned/)).toBeVisible();
  await section.getByRole('button', { name: 'Assign new leads in turn' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one person.')).toBeVisible();
  for (const name of ['Ana Ruiz', 'Ben Ode'])
    await dialog.getByRole('button', { name, exact: true }).click();
  await look(ana, 'assigning-rule');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByRole('listitem')).toHaveText(/Ana Ruiz and Ben Ode/);
  await look(ana, 'assigning-rules');
  await expect.poll(async () => (await ask(ben, 'team.assigning', {})).rules.length).toBe(1);

  // Those of the last minutes are assigned too.
  await view(ben, 'Needs reply').click();
  await expect(ben.row('Hilda')).toContainText('Assigned to');
  await createLead([ana, ben], service, 'Rita');
  await createLead([ana, ben], service, 'Rosa');
  const assigned = /Assigned to (you|Ana|Ben)/;
  const assignees = async (): Promise<readonly (string | undefined)[]> =>
    Promise.all(
      ['Rita', 'Rosa'].map(async (name) => assigned.exec(await ben.row(name).innerText())?.[1]),
    );
  await expect.poll(async () => new Set(await assignees())).toEqual(new Set(['you', 'Ana']));

  // Ben is away: Ana gets the next ones.
  await ask(ben, 'team.setAway', { isAway: true });
  await expect(ben.page.getByRole('button', { name: /^Team · You’re away/ })).toBeVisible();
  const duties = async () =>
    (await ask(ana, 'team.attendance', {})).desktops.map(({ duty }) => duty);
  // Ana's computer may be the one that assigns.
  await expect.poll(duties).toContain('away');
  await createLead([ana, ben], service, 'Rhea');
  await createLead([ana, ben], service, 'Romy');
  for (const name of ['Rhea', 'Romy']) await expect(ana.row(name)).toContainText('Assigned to you');
  await ask(ben, 'team.setAway', { isAway: false });
  await ana.row('Rhea').click();
  const details = page.getByRole('complementary', { name: 'About this lead' });
  await expect(details.getByText('A rule assigned it to Ana Ruiz')).toBeVisible();
  await ask(ana, 'team.setAssigning', { rules: [] });
  await expect.poll(async () => (await ask(ben, 'team.assigning', {})).rules).toEqual([]);
});

test('a lead is handed over with a note, and its activity tells who did what', async ({
  office: { ana, ben, service },
}) => {
  const { page } = ana;
  await createLead([ana, ben], service, 'Nora');
  await ana.row('Nora').click();
  await expect(page.getByRole('log', { name: /Nora/ })).toBeVisible();
  await page.keyboard.press('m');
  await expect(ana.row('Nora')).toContainText('Assigned to you');
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog', { name: 'Hand over Nora Rivera' });
  await dialog.getByLabel('Note').fill('She wants a call before noon');
  await look(ana, 'hand-over');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toBeHidden();
  await expect(ben.row('Nora')).toContainText('A note mentions you');
  await expect(ben.row('Nora')).toContainText('Assigned to you');
  const details = page.getByRole('complementary', { name: 'About this lead' });
  await expect(details.getByText('Ana Ruiz handed it over to Ben Ode')).toBeVisible();
  await look(ana, 'lead-activity');
});

test('an owner takes over a reply that waits on a colleague’s computer, and it leaves once', async ({
  office: { ana, ben, service },
}) => {
  const lead = await createLead([ana, ben], service, 'Xena');
  const { leads } = await ask(ben, 'leads.list', { view: 'needs_reply', limit: 100 });
  const xena = leads.find(({ customerName }) => customerName.startsWith('Xena'));
  await ask(ben, 'messages.send', {
    leadID: xena?.leadID ?? '',
    replyID: crypto.randomUUID(),
    text: 'We can come on Friday.',
    later: { at: Date.now() + 60 * 60_000, unlessAnswered: false },
  });
  await ana.row('Xena').click();
  const waiting = ana.page.locator('[data-reply]');
  await expect(waiting).toContainText("Ben Ode's reply waits on their computer");
  await look(ana, 'reply-elsewhere');
  await waiting.getByRole('button', { name: 'Take over' }).click();
  await ana.page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => service.listTexts(lead, 'Business')).toEqual(['We can come on Friday.']);
  await expect(waiting).toBeHidden();
  await view(ben, 'All leads').click();
  await ben.row('Xena').click();
  await expect(
    ben.page.locator('[data-message-id]', { hasText: 'We can come on Friday.' }),
  ).toContainText('Ana Ruiz');
  await expect(ben.page.locator('[data-reply]')).toBeHidden();
  expect(await service.listTexts(lead, 'Business')).toHaveLength(1);
});

test('a scheduled reply is handed over, waits for the colleague’s computer, and leaves there', async ({
  office: { ana, ben, service },
}) => {
  const lead = await createLead([ana, ben], service, 'Yoko');
  const { leads } = await ask(ana, 'leads.list', { view: 'needs_reply', limit: 100 });
  const yoko = leads.find(({ customerName }) => customerName.startsWith('Yoko'));
  await ask(ana, 'messages.send', {
    leadID: yoko?.leadID ?? '',
    replyID: crypto.randomUUID(),
    text: 'We can come on Monday.',
    later: { at: Date.now() + 60 * 60_000, unlessAnswered: false },
  });
  await view(ana, 'All leads').click();
  await ana.row('Yoko').click();
  const waiting = ana.page.locator('[data-reply]');
  const own = ana.page.locator('[data-message-state]').last();
  await own.getByRole('button', { name: 'Hand over' }).click();
  const people = ana.page.getByRole('dialog', { name: 'Who sends this reply?' });
  await expect(people).toBeVisible();
  await look(ana, 'hand-reply');
  await ben.runWhileEngineIsFrozen(async () => {
    await people.getByRole('option', { name: 'Ben Ode' }).click();
    await expect(waiting).toContainText("Your reply waits for Ben Ode's computer");
    await expect(waiting.getByRole('button', { name: 'Take back' })).toBeVisible();
    await look(ana, 'reply-handed');
  });
  await expect(waiting).toContainText("Ben Ode's reply waits on their computer");
  await view(ben, 'All leads').click();
  await ben.row('Yoko').click();
  await ben.page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => service.listTexts(lead, 'Business')).toEqual(['We can come on Monday.']);
  await expect(waiting).toBeHidden();
});

test('the team page names the accounts and who connected them, and passes on the leads of a person', async ({
  office: { ana, service },
}) => {
  const { page } = ana;
  await createLead([ana], service, 'Tess');
  await ana.row('Tess').click();
  await page.keyboard.press('a');
  await page
    .getByRole('dialog', { name: 'Assign to' })
    .getByRole('option', { name: 'Ben Ode' })
    .click();
  await expect(ana.row('Tess')).toContainText('Assigned to Ben Ode');
  await page.getByRole('button', { name: 'Team', exact: true }).click();
  await ana.waitForScreen('team');
  const accounts = page.getByRole('region', { name: 'Accounts' });
  await expect(accounts).toContainText('connected by Ana Ruiz');
  const row = page.getByRole('group', { name: 'Ben Ode' });
  await row.getByRole('button', { name: 'Activity of Ben Ode' }).click();
  const activity = page.getByRole('dialog', { name: 'Activity of Ben Ode' });
  await expect(activity.getByRole('listitem').first()).toContainText('Ben Ode');
  await look(ana, 'person-activity');
  await activity.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Reassign the leads of Ben Ode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign the leads of Ben Ode' });
  await dialog.getByLabel('Assign them to').selectOption({ label: 'Ana Ruiz' });
  await dialog.getByRole('button', { name: 'Reassign' }).click();
  await expect(dialog).toBeHidden();
  await view(ana, 'Mine').click();
  await expect(ana.row('Tess')).toContainText('Assigned to you');
});

test('a member sees what only owners change, and a change that the team refuses is taken back', async ({
  office: { ben },
}) => {
  const { page } = ben;
  const sidebar = page.getByRole('navigation', { name: 'Views and businesses' });
  await sidebar.getByRole('button', { name: 'Automatic replies', exact: true }).click();
  await ben.waitForScreen('automaticReplies');
  await expect(page.getByText("Your team's owners make these rules.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'New rule' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Assign new leads in turn' })).toBeHidden();
  await sidebar.getByRole('button', { name: 'Saved replies', exact: true }).click();
  await expect(page.getByText(/^Your team's owners change its saved replies/)).toBeVisible();
  const { settings } = await ask(ben, 'settings.get', {});
  const hours = { ...settings.businessHours, timeZone: 'Pacific/Honolulu' };
  await ask(ben, 'settings.change', { businessHours: hours });
  await expect(page.getByText('Only an owner of the team can do this.').first()).toBeVisible();
  await expect
    .poll(async () => (await ask(ben, 'settings.get', {})).settings.businessHours)
    .toEqual(settings.businessHours);
});
