/** The pages beside the inbox have one frame: whoever goes from one to the next sees the title stay where it is. */
import { expect, test } from './support/fixtures.ts';

const titles = {
  Insights: 'insights',
  'Saved replies': 'savedReplies',
  'Phone numbers': 'phoneNumbers',
  Reviews: 'reviews',
  Connected: 'connection',
  Settings: 'settings',
  Webhooks: 'webhooks',
  'Marketplace lookup': 'lookup',
  'Staging preview': 'staging',
} as const;

test('the titles of all pages start at the same place, at every width', async ({ connected }) => {
  const { page } = connected;
  await connected.openAdvanced('Webhooks');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 940, height: 700 },
  ]) {
    await connected.resize(size);
    const places: Record<string, string> = {};
    for (const [name, screen] of Object.entries(titles)) {
      await page
        .getByRole('navigation', { name: 'Views and businesses' })
        .getByRole('button', { name, exact: true })
        .click();
      await connected.screen(screen);
      const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
      places[name] = `${x} ${y}`;
    }
    expect(new Set(Object.values(places)), JSON.stringify(places)).toHaveProperty('size', 1);
  }
});
