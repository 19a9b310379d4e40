/** Sent, waiting and declined replies of rules, in the list and the conversation. */
import { expect, test } from './support/fixtures.ts';
import type { Hearthline } from './support/hearthline.ts';
import { look } from './support/look.ts';
import { invoke } from './support/invoke.ts';

test.use({ serviceOptions: ['--leads', '0', '--businesses', '1'] });

const saveRule = async ({ page }: Hearthline, afterSeconds: number): Promise<void> => {
  const answer = await invoke(page, 'automaticReplies.save', {
    ruleID: 'rule',
    name: 'First reply',
    isOn: true,
    when: { kind: 'newLead', afterSeconds, withinMinutes: 15 },
    leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
    content: { kind: 'text', text: 'Thank you for writing!' },
    isAnswer: false,
  });
  expect(answer.ok).toBe(true);
};

test('a lead that a rule answers says so and needs a reply; a waiting one can be declined, edited, or typed over', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  const composer = page.locator('textarea#composer');
  await saveRule(connected, 0);
  await service.createLead('Ada');
  await page.getByRole('button', { name: /^Needs reply/ }).click();
  await expect(connected.row('Ada Rivera')).toContainText('Answered automatically');
  await connected.row('Ada Rivera').click();
  await expect(page.getByText('Sent automatically by the rule “First reply”')).toBeVisible();
  await look(connected, 'rule-sent');

  await saveRule(connected, 600);
  await service.createLead('Ben');
  await connected.row('Ben Rivera').click();
  await expect(page.getByText('Automatic reply of the rule “First reply”')).toBeVisible();
  await look(connected, 'rule-waiting');
  await page.getByRole('button', { name: "Don't send" }).click();
  await expect(page.getByText('was not sent. You chose not to send it.')).toBeVisible();
  await look(connected, 'rule-not-sent');

  await service.createLead('Cy');
  await connected.row('Cy Rivera').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(composer).toHaveValue('Thank you for writing!');
  await expect(page.getByText('was not sent. You edited it yourself.')).toBeVisible();

  await service.createLead('Dee');
  await connected.row('Dee Rivera').click();
  await expect(page.getByRole('button', { name: "Don't send" })).toBeVisible();
  await composer.press('H');
  await expect(page.getByText('was not sent. Someone was writing a reply.')).toBeVisible();
});
