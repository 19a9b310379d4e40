/** All pages have the same frame, so that the title stays in place from one to the next. */
import { expect, test } from './support/fixtures.ts';

test.describe.configure({ mode: 'default' });
test.use({ sharesApp: true });

const titles = {
  Insights: 'insights',
  'Saved replies': 'savedReplies',
  'Automatic replies': 'automaticReplies',
  'Phone numbers': 'phoneNumbers',
  Reviews: 'reviews',
  Connected: 'connection',
  Settings: 'settings',
  Webhooks: 'webhooks',
  'Marketplace lookup': 'lookup',
  'Staging preview': 'staging',
} as const;

// First, because the service's first lead proposes times.
test('no date in the inbox breaks into two lines', async ({ connected, service }) => {
  const { page } = connected;
  await service.createLead('Uma');
  await connected.row('Uma').click();
  const request = page.getByRole('article', { name: 'Request' });
  await expect(request.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  const dates = page.locator('time, article ul ul li > :first-child').filter({ visible: true });
  await expect.poll(() => dates.count()).toBeGreaterThan(2);
  const listBroken = (): Promise<(string | null)[]> =>
    dates.evaluateAll((elements) => {
      const countLines = (element: Element): number => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size;
      };
      return elements.filter((each) => countLines(each) > 1).map(({ textContent }) => textContent);
    });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ]) {
    await connected.resize(size);
    await expect.poll(listBroken).toEqual([]);
  }
});

test('the titles of all pages start at the same position, at every width', async ({
  connected,
}) => {
  const { page } = connected;
  await connected.openAdvanced('Webhooks');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 940, height: 700 },
  ]) {
    await connected.resize(size);
    const places: Record<string, string> = {};
    for (const [name, screen] of Object.entries(titles)) {
      await page
        .getByRole('navigation', { name: 'Views and businesses' })
        .getByRole('button', { name, exact: true })
        .click();
      await connected.waitForScreen(screen);
      const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox()) ?? {};
      places[name] = `${x} ${y}`;
    }
    expect(new Set(Object.values(places)), JSON.stringify(places)).toHaveProperty('size', 1);
  }
});

test('a very long word in a list row or the sidebar ends with an ellipsis', async ({
  connected,
  service,
}) => {
  const { page } = connected;
  await service.createLead('W'.repeat(80), 'W'.repeat(400));
  await expect(connected.row('W'.repeat(80))).toBeVisible();
  const cut = await page.evaluate(() => {
    for (const label of document.querySelectorAll('nav bdi')) label.textContent = 'W'.repeat(150);
    const labels = [...document.querySelectorAll<HTMLElement>('nav bdi, [role="option"] bdi')];
    return labels
      .filter((label) => label.checkVisibility() && label.textContent.includes('W'.repeat(50)))
      .map((label) => {
        let box = label;
        while (box.parentElement !== null && getComputedStyle(box).overflowX !== 'hidden')
          box = box.parentElement;
        const { textOverflow, webkitLineClamp } = getComputedStyle(box);
        const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
        const isMarked = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        return isCut && isMarked ? 'cut' : label.parentElement?.outerHTML;
      });
  });
  expect(cut.length).toBeGreaterThan(10);
  expect(cut.filter((each) => each !== 'cut')).toEqual([]);
});

test.describe('with businesses and reviews', () => {
  test.use({ serviceOptions: ['--leads', '6', '--businesses', '2', '--list-negotiations'] });

  test('a very long word in a text never widens a page', async ({ connected }) => {
    const { page } = connected;
    await connected.openAdvanced('Webhooks');
    await connected.resize({ width: 940, height: 700 });
    for (const [name, screen] of Object.entries(titles)) {
      await page
        .getByRole('navigation', { name: 'Views and businesses' })
        .getByRole('button', { name, exact: true })
        .click();
      await connected.waitForScreen(screen);
      if (screen === 'reviews') await expect(page.getByRole('article').first()).toBeVisible();
      const beyond = await page.getByRole('main').evaluate((main) => {
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const text = walker.currentNode as Text;
          if (text.parentElement?.closest('bdi') && text.data.trim() !== '')
            text.data = 'W'.repeat(150);
        }
        const edge = main.getBoundingClientRect().left + main.clientWidth;
        const isCutRight = (element: Element): boolean => {
          const { overflowX, textOverflow } = getComputedStyle(element);
          return overflowX === 'auto' || textOverflow === 'ellipsis';
        };
        const isWithin = (element: Element): boolean => {
          for (let each: Element | null = element; each !== null && each !== main;)
            if (isCutRight(each)) return true;
            else each = each.parentElement;
          return false;
        };
        return [...main.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > edge + 1 && !isWithin(one))
          .map((one) => one.outerHTML.slice(0, 120));
      });
      expect(beyond, name).toEqual([]);
    }
  });
});
