/** Rules reply to new leads once they were switched on. */
import { expect, test } from './support/fixtures.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.use({ serviceOptions: ['--leads', '12', '--businesses', '2', '--list-negotiations'] });

test('a starter rule shows what it would have done, is switched on, and answers each new lead once until it is paused', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await expect(page.locator('[data-lead-id]').first()).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Views and businesses' });
  await sidebar.getByRole('button', { name: 'Automatic replies', exact: true }).click();
  await connected.waitForScreen('automaticReplies');
  await expect(page.getByText('No automatic replies yet')).toBeVisible();
  await look(connected, 'automatic-replies-empty');

  await page.getByRole('button', { name: 'First reply', exact: true }).click();
  const rules = page.getByRole('list', { name: 'Automatic replies' }).getByRole('listitem');
  await expect(rules).toHaveText(/To new leads, after 30 seconds, no later than 15 minutes/);
  await page.getByRole('button', { name: 'Follow-up', exact: true }).click();
  await expect(rules).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit' }).first().click();
  const editor = page.getByRole('dialog', { name: 'Edit rule' });
  await expect(editor.getByLabel('Name', { exact: true })).toBeFocused();
  await editor.getByLabel('Delay').selectOption('None');
  const measureIndent = (text: string): Promise<string> =>
    editor.getByText(text).evaluate((element) => getComputedStyle(element).paddingInlineStart);
  const description = await measureIndent('Otherwise the lead stays there until you answer.');
  expect(description).toBe(await measureIndent('Leaves Needs reply'));
  await look(connected, 'automatic-replies-editor');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(rules.first()).toContainText('To new leads, at once, no later than 15 minutes');

  const toggle = page.getByRole('switch', { name: '“First reply” is on' });
  await page.locator('label').filter({ has: toggle }).click();
  const preview = page.getByRole('dialog', { name: 'First reply' });
  await expect(preview.getByText(/^In the last 30 days: \d+ of \d+ leads$/)).toBeVisible();
  await look(connected, 'automatic-replies-preview');
  await expect(toggle).not.toBeChecked();
  await preview.getByRole('button', { name: 'Switch on' }).click();
  await expect(toggle).toBeChecked();
  const status = sidebar.getByRole('button', { name: /^Automatic replies (on|paused)/ });
  await expect(status).toContainText('Automatic replies on');
  await look(connected, 'automatic-replies-on');
  const contrastInDark = await rules.first().evaluate((card) => {
    const readLuminance = (element: Element): number => {
      const [red = 0, green = 0, blue = 0] = [
        ...getComputedStyle(element).backgroundColor.matchAll(/[\d.]+/g),
      ].map(([part]) => (Number(part) / 255) ** 2.2);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const variable = [...card.querySelectorAll('p span')].find(
      ({ textContent }) => textContent === 'first name',
    );
    document.documentElement.style.colorScheme = 'dark';
    const [darker, lighter] = [card, variable ?? card].map(readLuminance);
    document.documentElement.style.colorScheme = '';
    return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
  });
  expect(contrastInDark).toBeGreaterThan(1.1);
  await connected.changeSettings({ language: 'es' });
  const label = page
    .getByRole('button', { name: /automáticas (activas|en pausa)$/i })
    .locator('bdi');
  for (const [isPaused, state] of [
    [true, /en pausa$/],
    [false, /activas$/],
  ] as const) {
    await invoke(page, 'automaticReplies.pause', { isPaused });
    await expect(label).toHaveText(state);
    expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
  await connected.changeSettings({ language: 'en' });

  const nina = await service.createLead('Nina');
  await expect
    .poll(() => service.listTexts(nina, 'Business'), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/^Hi Nina, thanks for reaching out\./)]);

  await status.click();
  await expect(status).toContainText('Automatic replies paused');
  const omar = await service.createLead('Omar');
  await expect
    .poll(() =>
      invoke(page, 'leads.list', { view: 'all', limit: 100 }).then(
        (answer) =>
          answer.ok && answer.value.leads.some(({ customerName }) => customerName.includes('Omar')),
      ),
    )
    .toBe(true);
  await page.keyboard.press('Shift+P');
  await expect(status).toContainText('Automatic replies on');

  const pia = await service.createLead('Pia');
  await expect.poll(() => service.listTexts(pia, 'Business'), { timeout: 60_000 }).toHaveLength(1);
  expect(await service.listTexts(omar, 'Business')).toEqual([]);
  expect(await service.listTexts(nina, 'Business')).toHaveLength(1);
});
