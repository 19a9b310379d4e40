/** Photos are thumbnails in the conversation, and can be viewed by keyboard. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseSavePath } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';
import { usualSize } from './support/hearthline.ts';
import { look } from './support/look.ts';
import type { Lead, Service } from './support/service.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const sendPhotos = async (service: Service, lead: Lead, ...texts: string[]): Promise<void> => {
  for (const text of texts)
    await service.control('POST', `/leads/${lead.negotiationID}/messages`, { text, photo: true });
};

test('photos are shown in their message, opened by Space, browsed by arrows, saved and closed', async ({
  connected,
  service,
  place,
}) => {
  const { page, app } = connected;
  const lead = await service.createLead('Uma');
  await sendPhotos(service, lead, 'This is the leak.', '', 'And the valve.');
  await connected.row('Uma').click();
  const thumbnails = page.getByRole('button', { name: /^Open photo/ });
  const request = page.getByRole('article', { name: 'Request' });
  await expect(request).toBeVisible();
  const count = 3 + (await request.getByRole('button', { name: /^Open photo/ }).count());
  await expect(thumbnails).toHaveCount(count);
  const drawn = () =>
    thumbnails
      .locator('img')
      .evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth === 192));
  await expect.poll(drawn).toBe(true);
  await look(connected, 'photos');

  // From the list, where no text is typed.
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Space');
  const viewer = page.getByRole('dialog', { name: 'Photo' });
  await expect(viewer).toContainText(`1 of ${count}`);
  await expect(viewer.getByRole('img')).toBeVisible();
  await look(connected, 'photos-viewer');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText(`2 of ${count}`);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toContainText(`1 of ${count}`);
  await viewer.getByRole('button', { name: 'Show at full size' }).click();
  const toFit = viewer.getByRole('button', { name: 'Fit to window' });
  await expect(toFit).toBeVisible();

  const saved = join(place, 'saved.jpg');
  await chooseSavePath(app, saved);
  await viewer.getByRole('button', { name: 'Save as…' }).click();
  await expect.poll(() => existsSync(saved)).toBe(true);
  expect(readFileSync(saved).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('listbox')).toBeFocused();

  // The photo has the focus again after closing.
  await thumbnails.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(viewer).toContainText(`2 of ${count}`);
  // In a window smaller than the photo, its edges at full size can be reached, and all of it fits.
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(700, 400);
  });
  await connected.resize({ width: 700, height: 400 });
  const photo = viewer.getByRole('img');
  const whole = await photo.boundingBox();
  expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBeLessThan(400);
  await viewer.getByRole('button', { name: 'Show at full size' }).click();
  await expect(toFit).toBeVisible();
  expect((await photo.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await connected.resize(usualSize);
  await page.keyboard.press('Escape');
  await expect(thumbnails.nth(1)).toBeFocused();
});

test('a photo that cannot be loaded is shown as a file, and can be retried', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  // The first lead opens automatically and loads its photos.
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await connected.waitForScreen('settings');
  const lead = await service.createLead('Viktor');
  const { attachments } = await service.control<{ attachments: { url: string }[] }>(
    'POST',
    `/leads/${lead.negotiationID}/messages`,
    { text: 'Here it is.', photo: true },
  );
  await service.control('POST', '/faults', {
    match: { path: new URL(attachments[0]?.url ?? '').pathname },
    times: 1,
    status: 503,
  });
  await page.getByRole('button', { name: /^All leads/ }).click();
  await connected.row('Viktor').click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await look(connected, 'photos-failed');
  await retry.click();
  await expect(retry).toBeHidden();
  await expect(
    page
      .getByRole('log')
      .getByRole('button', { name: /^Open photo/ })
      .last(),
  ).toBeVisible();
});
