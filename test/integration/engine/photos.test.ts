/** Photos of requests and messages are downloaded once and kept across restarts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEngine, temporaryFolder } from './support/engine.ts';
import { openMarketplace } from './support/marketplace.ts';

const bench = async () => {
  const marketplace = await openMarketplace({ listNegotiations: true });
  const folder = temporaryFolder();
  const negotiationID = await marketplace.request('Uma');
  await marketplace.control('POST', `/leads/${negotiationID}/messages`, { text: '', photo: true });
  const engine = await startEngine(marketplace, folder);
  const { leadID } = await engine.until('the photo is here', async () => {
    const lead = await engine.leadOf('Uma');
    if (lead === null) return null;
    const { photos } = await engine.ask('photos.list', { leadID: lead.leadID });
    return photos.some(({ messageID }) => messageID !== null) ? lead : null;
  });
  return { marketplace, folder, engine, leadID };
};

it('a photo is downloaded once into a folder, and readable offline after a restart', async () => {
  const { marketplace, folder, engine, leadID } = await bench();
  const { photos } = await engine.ask('photos.list', { leadID });
  const [photo] = photos.filter(({ side }) => side === 'customer');
  if (photo === undefined) throw new Error('no photo of the customer');
  const { messageID, index } = photo;
  const { file } = await engine.ask('photos.get', { leadID, messageID, index });
  const bytes = readFileSync(join(folder, 'photos', file));
  const original = await fetch(photo.file.url ?? '');
  expect(bytes).toEqual(Buffer.from(await original.arrayBuffer()));

  await engine.stop();
  await marketplace.cut();
  const next = await startEngine(marketplace, folder);
  expect(await next.ask('photos.get', { leadID, messageID, index })).toEqual({
    file,
    thumbnail: null,
  });
  expect(await next.call('photos.get', { leadID, messageID, index: 99 })).toMatchObject({
    error: { code: 'not_found' },
  });
  await next.stop();
});

it('removing an account removes its photos', async () => {
  const { folder, engine, marketplace, leadID } = await bench();
  const { photos } = await engine.ask('photos.list', { leadID });
  for (const { messageID, index } of photos)
    await engine.ask('photos.get', { leadID, messageID, index });
  expect(readdirSync(join(folder, 'photos')).length).toBeGreaterThan(0);
  const { account } = marketplace;
  engine.send({ type: 'account', account: { ...account, connected: false } });
  await engine.forget(account.accountID);
  expect(readdirSync(join(folder, 'photos'))).toEqual([]);
  expect(existsSync(join(folder, 'leads.db'))).toBe(true);
  await engine.stop();
});
