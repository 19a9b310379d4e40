import { describe, expect, it } from 'vitest';
import type { PhoneNumber } from '../../../contract/commands/phone-numbers.ts';
import { startEngine } from './support/engine.ts';
import type { Desk } from './support/desk.ts';
import { accountID, openMarketplace, type Marketplace } from './support/marketplace.ts';

const owned = (marketplace: Marketplace, nth = 0) => ({
  accountID,
  businessID: marketplace.businesses[nth]?.businessID ?? '',
});

/** Starts an engine and waits until it knows the marketplace's businesses. */
const settled = async (marketplace: Marketplace): Promise<Desk> => {
  const engine = await startEngine(marketplace);
  await engine.until('the businesses are known', async () => {
    const { owners } = await engine.ask('phoneNumbers.owners', {});
    return owners.length === marketplace.businesses.length;
  });
  return engine;
};

const live = async (engine: Desk, owner: ReturnType<typeof owned>): Promise<PhoneNumber[]> =>
  (await engine.ask('phoneNumbers.list', owner)).numbers.filter((number) => !number.isDeleted);

const mine = (numbers: readonly PhoneNumber[], phoneNumber: string): PhoneNumber | undefined =>
  numbers.find((number) => number.phoneNumber === phoneNumber);

describe('registered phone numbers of a business', () => {
  it('can be added, renamed, changed and deleted at the service', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const owner = owned(marketplace);
    const { number } = await engine.ask('phoneNumbers.add', {
      ...owner,
      phoneNumber: '+15125550142',
      name: 'Van',
    });
    const { phoneNumberID } = number;
    await engine.ask('phoneNumbers.change', {
      ...owner,
      phoneNumberID,
      phoneNumber: '+15125550143',
      name: 'Truck',
    });
    expect(mine(await live(engine, owner), '+15125550143')).toMatchObject({
      phoneNumberID,
      name: 'Truck',
    });
    await engine.ask('phoneNumbers.remove', { ...owner, phoneNumberID });
    expect(mine(await live(engine, owner), '+15125550143')).toBeUndefined();
    const { numbers } = await engine.ask('phoneNumbers.list', owner);
    expect(numbers).toContainEqual(expect.objectContaining({ phoneNumberID, isDeleted: true }));

    const again = await engine.ask('phoneNumbers.add', {
      ...owner,
      phoneNumber: '+15125550143',
      name: 'Truck',
    });
    expect(again.number.phoneNumberID).not.toBe(phoneNumberID);
  });

  it('can be added again after they were deleted', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const owner = owned(marketplace);
    const before = { ...owner, phoneNumber: '+15551234567', name: 'Van' };
    const { number } = await engine.ask('phoneNumbers.add', before);
    await engine.ask('phoneNumbers.remove', { ...owner, phoneNumberID: number.phoneNumberID });
    await engine.ask('phoneNumbers.add', before);
    expect(mine(await live(engine, owner), '+15551234567')).toMatchObject({ name: 'Van' });
    expect(await engine.ask('phoneNumbers.read', { text: '555-123-4567' })).toMatchObject({
      ok: false,
    });
  });

  it('conflict with 409 when already registered', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const entry = { ...owned(marketplace), phoneNumber: '+15125550142', name: '' };
    await engine.ask('phoneNumbers.add', entry);
    const refused = await engine.call('phoneNumbers.add', entry);
    expect(refused).toMatchObject({ ok: false, error: { code: 'conflict', status: 409 } });
    expect(!refused.ok && refused.error.traceID).toBeTruthy();
  });

  it('are registered one by one when the service refuses the bulk call for one of them', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const owner = owned(marketplace);
    await marketplace.control('POST', '/faults', {
      match: {
        method: 'POST',
        path: `/api/v4/businesses/${owner.businessID}/associate-phone-numbers`,
      },
      times: 3,
      status: 400,
      body: { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'not a number' },
    });
    const numbers = [1, 2, 3, 4].map((n) => ({ phoneNumber: `+1512555020${n}`, name: `No. ${n}` }));
    const { outcomes } = await engine.ask('phoneNumbers.addMany', { ...owner, numbers });
    expect(outcomes.map(({ state }) => state)).toEqual(['refused', 'added', 'added', 'added']);
    const held = await live(engine, owner);
    expect(numbers.map(({ phoneNumber }) => mine(held, phoneNumber)?.name)).toEqual([
      undefined,
      'No. 2',
      'No. 3',
      'No. 4',
    ]);

    const repeated = await engine.ask('phoneNumbers.addMany', { ...owner, numbers });
    expect(repeated.outcomes.map(({ state }) => state)).toEqual([
      'added',
      'registered',
      'registered',
      'registered',
    ]);
  });

  it('are found at the service when the response to the bulk call was lost', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const owner = owned(marketplace);
    await marketplace.control('POST', '/faults', {
      match: {
        method: 'POST',
        path: `/api/v4/businesses/${owner.businessID}/associate-phone-numbers`,
      },
      drop: 'after',
    });
    const numbers = [1, 2].map((n) => ({ phoneNumber: `+1512555021${n}`, name: '' }));
    const { outcomes } = await engine.ask('phoneNumbers.addMany', { ...owner, numbers });
    expect(outcomes).toEqual([{ state: 'added' }, { state: 'added' }]);
  });

  it('are separate for each business, and readable while offline', async () => {
    const marketplace = await openMarketplace({ businesses: 2 });
    const engine = await settled(marketplace);
    await engine.ask('phoneNumbers.add', {
      ...owned(marketplace, 1),
      phoneNumber: '+15125550142',
      name: 'Van',
    });
    await engine.ask('phoneNumbers.refresh', owned(marketplace, 0));
    await marketplace.cut();
    expect(await engine.call('phoneNumbers.refresh', owned(marketplace, 1))).toMatchObject({
      error: { code: 'offline' },
    });
    expect(mine(await live(engine, owned(marketplace, 0)), '+15125550142')).toBeUndefined();
    expect(mine(await live(engine, owned(marketplace, 1)), '+15125550142')).toMatchObject({
      name: 'Van',
    });
  });

  it('outside North America are rejected before any request', async () => {
    const marketplace = await openMarketplace();
    const engine = await settled(marketplace);
    const entry = { ...owned(marketplace), phoneNumber: '+442079460958', name: '' };
    expect(await engine.call('phoneNumbers.add', entry)).toMatchObject({
      error: { code: 'invalid_input' },
    });
  });
});
