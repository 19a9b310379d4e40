/** A team in two windows: joining, people, computers, leaving. */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { openRecords } from '../../hub/records.ts';
import { openTeamAccounts } from '../../hub/team-accounts.ts';
import { createDesktop } from '../integration/hub/support/hub.ts';
import { look } from './support/look.ts';
import { ask, expect, createFirstInvitation, startApp, test } from './support/office.ts';

test.describe.configure({ mode: 'default' });

test('the first owner founds a team from Welcome, and a colleague joins with six digits', async ({
  office,
  place,
}) => {
  const { hub } = office;
  const cara = await startApp(place, 'cara');
  const dan = await startApp(place, 'dan');
  const [owner, member] = [cara.page, dan.page];
  await cara.waitForScreen('welcome');
  await owner.getByRole('button', { name: 'Join a team' }).click();
  await cara.waitForScreen('join');
  await owner.getByRole('textbox', { name: 'Invitation' }).fill('not an invitation');
  await owner.keyboard.press('Enter');
  await expect(owner.locator('[data-error="invalid_input"]')).toContainText("isn't an invitation");
  await owner.getByRole('textbox', { name: 'Invitation' }).fill(await createFirstInvitation(hub));
  await owner.keyboard.press('Enter');
  await expect(owner.getByRole('heading', { name: /in the team$/ })).toBeVisible();
  await look(cara, 'team-joined');
  await owner.getByRole('button', { name: 'Open the inbox' }).click();
  await owner.getByRole('button', { name: 'Team', exact: true }).click();
  await cara.waitForScreen('team');

  await owner.getByRole('button', { name: 'Change the name of No name yet' }).click();
  await owner.getByRole('textbox', { name: 'Name' }).fill('Cara Lind');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByRole('group', { name: 'Cara Lind' })).toContainText('You · Owner');

  await owner.getByRole('button', { name: 'Invite a person' }).click();
  await owner.getByRole('textbox', { name: 'Name' }).fill('Dan Poe');
  await owner.getByRole('button', { name: 'Create the invitation' }).click();
  await expect(owner.getByRole('img', { name: 'The invitation as a QR code' })).toBeVisible();
  const link = await owner.getByLabel('Invitation', { exact: true }).innerText();
  await look(cara, 'team-invitation');
  await owner.getByRole('button', { name: 'Done' }).click();
  await expect(owner.getByRole('region', { name: 'Invitations' })).toContainText('Dan Poe');

  // The invitation as a file.
  await dan.waitForScreen('welcome');
  await member.getByRole('button', { name: 'Join a team' }).click();
  await look(dan, 'team-join');
  const file = join(place, 'invitation.hearthline-team');
  writeFileSync(file, link);
  await member.getByLabel('Open the invitation file').setInputFiles(file);
  const shown = member.getByLabel(/^\d \d \d \d \d \d$/);
  await expect(shown).toBeVisible();
  await look(dan, 'team-digits');
  const asks = owner.getByRole('group', { name: 'Dan Poe' }).filter({ hasText: 'wants to join' });
  await expect(asks).toBeVisible({ timeout: 30_000 });
  await expect(asks).toContainText(await shown.innerText());
  await look(cara, 'team-compare');
  await owner.getByRole('button', { name: 'They match' }).click();
  await expect(member.getByRole('heading', { name: /in the team$/ })).toBeVisible();
  await expect(owner.getByRole('region', { name: 'Invitations' })).toHaveCount(0);
  await expect(owner.getByRole('group', { name: 'Dan Poe' })).toContainText('1 computer');
  await expect(owner.getByText(/^Computer 1 · since .* · on now · version \d/)).toBeVisible({
    timeout: 45_000,
  });
  await look(cara, 'team');
  const ends = await owner
    .getByRole('group', { name: 'Cara Lind' })
    .evaluate((row: HTMLElement) => {
      row.style.width = '450px';
      const last = [...row.querySelectorAll('button')].at(-1)?.getBoundingClientRect();
      const first = row.firstElementChild?.getBoundingClientRect();
      const { right } = row.getBoundingClientRect();
      row.style.width = '';
      return {
        isWrapped: (last?.top ?? 0) > (first?.bottom ?? 0),
        gap: right - (last?.right ?? 0),
      };
    });
  expect(ends).toEqual({ isWrapped: true, gap: 16 });

  await member.getByRole('button', { name: 'Open the inbox' }).click();
  await member.getByRole('button', { name: 'Team', exact: true }).click();
  await dan.waitForScreen('team');
  await expect(member.getByRole('group', { name: 'Dan Poe' })).toBeVisible();
  await expect(member.getByRole('button', { name: 'Invite a person' })).toBeHidden();
  await look(dan, 'team-member');

  // The owner removes the computer, which says so.
  await owner.getByRole('button', { name: 'Remove Computer 1 of Dan Poe' }).click();
  await look(cara, 'team-remove');
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(member.getByText('This computer was removed from the team.')).toBeVisible({
    timeout: 30_000,
  });
  await look(dan, 'team-removed');

  // The recovery code brings it back as a computer of the owner.
  await owner.getByRole('button', { name: 'Create a recovery code' }).click();
  const printed = owner.getByLabel('Recovery code', { exact: true }).last();
  await expect(printed).toHaveText(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){7}$/);
  const code = await printed.innerText();
  await look(cara, 'team-recovery');
  await owner.keyboard.press('Escape');
  await member.getByRole('button', { name: 'I have a recovery code' }).click();
  await member.getByRole('textbox', { name: 'Address of the hub' }).fill(hub.hub.address);
  await member.getByRole('textbox', { name: 'Recovery code' }).fill(code);
  await member.getByRole('button', { name: 'Join with the code' }).click();
  await expect(member.getByRole('group', { name: 'Cara Lind' })).toContainText('3 computers');

  await member.getByRole('button', { name: 'Leave the team' }).click();
  await look(dan, 'team-leave');
  await member.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click();
  await expect(member.getByRole('heading', { name: 'Join a team' })).toBeVisible();
  await Promise.all([cara.close(), dan.close()]);
});

test('an owner sees a computer that only the hub names, and a key that cannot be changed yet', async ({
  office: { hub },
  place,
}) => {
  const eve = await startApp(place, 'eve');
  await eve.waitForScreen('welcome');
  await eve.page.getByRole('button', { name: 'Join a team' }).click();
  const invitation = await createFirstInvitation(hub);
  await eve.page.getByRole('textbox', { name: 'Invitation' }).fill(invitation);
  await eve.page.keyboard.press('Enter');
  await eve.page.getByRole('button', { name: 'Open the inbox' }).click();
  const { team: self } = await ask(eve, 'team.status', {});
  if (self.state !== 'member') throw new Error(self.state);
  const { team, person } = self;
  await ask(eve, 'team.rename', { person, name: 'Eve Moss' });

  const accounts = await openTeamAccounts(hub.keys, { servers: [hub.nats.address], replicas: 1 });
  const records = await openRecords(accounts.own, 1);
  const { desktop, wrapping } = createDesktop(hub.hub);
  const rights = { state: 'active', refusedUntil: 0, since: Date.now() } as const;
  const ghost = { person, wrapping, wrapped: 'x', key: 1, ...rights };
  await records.write('desktop', team, desktop, ghost, 0);
  const last = { publicKey: wrapping, wraps: {}, older: 'x' };
  await records.write('key', team, String(0xff_ff), last, 0);
  await accounts.close();

  await eve.page.getByRole('button', { name: 'Team', exact: true }).click();
  await eve.waitForScreen('team');
  const alert = eve.page.locator(`[data-desktop="${desktop}"]`).getByRole('alert');
  await expect(alert).toContainText('No owner confirmed this computer');
  await expect(eve.page.getByText(/^Has to change/)).toBeVisible();
  await look(eve, 'team-unconfirmed');
  await eve.close();
});
