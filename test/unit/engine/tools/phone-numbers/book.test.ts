import { describe, expect, it } from 'vitest';
import {
  findReadTime,
  listPhoneNumbers,
} from '../../../../../main/engine/tools/phone-numbers/rows.ts';
import { createNumberBook } from '../../../../../main/engine/tools/phone-numbers/book.ts';
import { json } from '../../support/http.ts';
import { noon, testClock, testStore } from '../../support/store.ts';
import { austin, calls, numberBench, owner } from './marketplace.ts';

describe('the registered numbers of a business', () => {
  it('are stored as the service lists them, active ones by name, then deleted ones', async () => {
    const { book, registered, kept, store, changes } = await numberBench();
    registered.push(
      { phoneNumberID: 'x1', phoneNumber: austin(1), name: '', isDeleted: false },
      { phoneNumberID: 'x2', phoneNumber: austin(2), name: 'Van', isDeleted: false },
      { phoneNumberID: 'x3', phoneNumber: austin(3), name: 'Attic', isDeleted: true },
      { phoneNumberID: 'x4', phoneNumber: austin(4), name: 'office', isDeleted: false },
    );
    expect(await book.refresh(owner)).toMatchObject({ ok: true });
    expect(kept()).toEqual([
      `${austin(4)} office`,
      `${austin(2)} Van`,
      austin(1),
      `${austin(3)} Attic deleted`,
    ]);
    expect(findReadTime(store, owner)).toBe(noon);
    expect(changes).toEqual([{ kinds: ['phoneNumbers'], leadIDs: [] }]);
  });

  it('are kept as deleted when the service no longer lists them', async () => {
    const { book, registered, kept } = await numberBench();
    registered.push({ phoneNumberID: 'x1', phoneNumber: austin(1), name: 'A', isDeleted: false });
    await book.refresh(owner);
    registered.length = 0;
    await book.refresh(owner);
    expect(kept()).toEqual([`${austin(1)} A deleted`]);
  });

  it('are unchanged after a list that is unreadable as a whole or in part', async () => {
    const { book, registered, kept, step } = await numberBench();
    registered.push({ phoneNumberID: 'x1', phoneNumber: austin(1), name: 'A', isDeleted: false });
    await book.refresh(owner);
    step.current = (_asked, response) => {
      json(response, 200, { numbers: [] });
      return true;
    };
    expect(await book.refresh(owner)).toMatchObject({ error: { code: 'unexpected_answer' } });
    step.current = (_asked, response) => {
      json(response, 200, { phoneNumbers: [{ phoneNumber: 7 }] });
      return true;
    };
    await book.refresh(owner);
    expect(kept()).toEqual([`${austin(1)} A`]);
  });

  it('have a time of last use unless they were not used since registration', async () => {
    const { book, store, step } = await numberBench();
    const createdTime = '2026-02-01T10:00:00Z';
    step.current = (_asked, response) => {
      const record = (n: number, lastActivityTime?: string) => ({
        phoneNumberID: `x${n}`,
        phoneNumber: austin(n),
        name: `No. ${n}`,
        createdTime,
        lastActivityTime,
        carrier: 'kept',
      });
      const phoneNumbers = [record(1, '2026-02-03T10:00:00Z'), record(2, createdTime), record(3)];
      json(response, 200, { phoneNumbers });
      return true;
    };
    await book.refresh(owner);
    expect(listPhoneNumbers(store, owner).map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      Date.UTC(2026, 1, 3, 10),
      null,
      null,
    ]);
  });

  it('cannot be fetched for an account that is not connected', async () => {
    const store = testStore();
    const book = createNumberBook({
      store,
      findService: () => null,
      clock: testClock(),
      publish: () => undefined,
    });
    expect(await book.refresh(owner)).toMatchObject({ error: { code: 'reconnect_needed' } });
  });

  it('fail with scope_missing when the account lacks the permission', async () => {
    const { book, step } = await numberBench();
    step.current = (_asked, response) => {
      const detail = 'missing scope supply::businesses/associate-phone-numbers.read';
      json(response, 401, { title: 'Unauthorized', status: 401, detail });
      return true;
    };
    expect(await book.refresh(owner)).toMatchObject({ error: { code: 'scope_missing' } });
  });
});

describe('a change of a number', () => {
  it('is made at the service, and the list is fetched again each time', async () => {
    const { book, kept, asked, registered } = await numberBench();
    const added = await book.add(owner, { phoneNumber: austin(1), name: 'Van' });
    const phoneNumberID = added.ok ? added.value.phoneNumberID : '';
    expect(kept()).toEqual([`${austin(1)} Van`]);
    await book.change(owner, phoneNumberID, { phoneNumber: austin(1), name: 'Truck' });
    expect(kept()).toEqual([`${austin(1)} Truck`]);
    await book.change(owner, phoneNumberID, { phoneNumber: austin(2), name: 'Truck' });
    expect(kept()).toEqual([`${austin(2)} Truck`]);
    await book.remove(owner, phoneNumberID);
    expect(kept()).toEqual([`${austin(2)} Truck deleted`]);
    const path = '/api/v4/businesses/b1/associate-phone-numbers';
    const list = `GET ${path} `;
    expect(asked.map((one) => `${one.method} ${one.path} ${one.body}`)).toEqual([
      `POST ${path} {"phoneNumber":"${austin(1)}","name":"Van"}`,
      list,
      `PUT ${path}/p1 {"phoneNumber":"${austin(1)}","name":"Truck"}`,
      list,
      `PUT ${path}/p1 {"phoneNumber":"${austin(2)}","name":"Truck"}`,
      list,
      `DELETE ${path}/p1 `,
      list,
    ]);
    expect(registered).toMatchObject([{ isDeleted: true }]);
  });

  it('registers a number without a name under its digits and shows no name', async () => {
    const { book, kept, registered } = await numberBench();
    const added = await book.add(owner, { phoneNumber: austin(1), name: '' });
    expect(registered).toMatchObject([{ name: '(512) 555-0001' }]);
    expect(kept()).toEqual([austin(1)]);
    const phoneNumberID = added.ok ? added.value.phoneNumberID : '';
    await book.change(owner, phoneNumberID, { phoneNumber: austin(2), name: '' });
    expect(registered).toMatchObject([{ name: '(512) 555-0002' }]);
    await book.change(owner, phoneNumberID, { phoneNumber: austin(2), name: 'Van' });
    expect(kept()).toEqual([`${austin(2)} Van`]);
  });

  it('creates a new registration when a deleted number is added again', async () => {
    const { book, kept } = await numberBench();
    const first = await book.add(owner, { phoneNumber: austin(1), name: 'Van' });
    if (first.ok) await book.remove(owner, first.value.phoneNumberID);
    const again = await book.add(owner, { phoneNumber: austin(1), name: 'Van' });
    expect(kept()).toEqual([`${austin(1)} Van`, `${austin(1)} Van deleted`]);
    expect(again.ok && first.ok && again.value.phoneNumberID !== first.value.phoneNumberID).toBe(
      true,
    );
  });

  it('fails as a conflict, with the service’s text, if the number is already registered', async () => {
    const { book, taken, kept } = await numberBench();
    taken.add(austin(9));
    expect(await book.add(owner, { phoneNumber: austin(9), name: '' })).toMatchObject({
      error: { code: 'conflict', status: 409, detail: 'already registered', traceID: 'trace-9' },
    });
    expect(kept()).toEqual([]);
  });

  it('without an answer succeeds if the list has the number, and is not sent again', async () => {
    const { book, step, registered, asked } = await numberBench();
    step.current = ({ method }, response) => {
      if (method !== 'POST') return false;
      registered.push({ phoneNumberID: 'p7', phoneNumber: austin(1), name: 'A', isDeleted: false });
      response.destroy();
      return true;
    };
    expect(await book.add(owner, { phoneNumber: austin(1), name: 'A' })).toMatchObject({
      ok: true,
      value: { phoneNumberID: 'p7' },
    });
    expect(calls(asked)).toEqual(['single', 'GET']);
  });

  it('without an answer fails if the list does not have the number', async () => {
    const { book, step } = await numberBench();
    step.current = ({ method }, response) => {
      if (method === 'POST') response.destroy();
      return method === 'POST';
    };
    expect(await book.add(owner, { phoneNumber: austin(1), name: 'A' })).toMatchObject({
      error: { code: 'service_unavailable' },
    });
  });

  it('without an answer has an unknown outcome if the list fails too', async () => {
    const { book, step, asked } = await numberBench();
    step.current = ({ method }, response) => {
      if (method === 'POST') response.destroy();
      else json(response, 500, {});
      return true;
    };
    expect(await book.add(owner, { phoneNumber: austin(1), name: 'A' })).toMatchObject({
      error: { code: 'outcome_unknown' },
    });
    expect(calls(asked).filter((call) => call === 'single')).toHaveLength(1);
  });

  it('with an empty answer is looked up in the list', async () => {
    const { book, step, registered } = await numberBench();
    step.current = ({ method }, response) => {
      if (method !== 'POST') return false;
      registered.push({ phoneNumberID: 'p7', phoneNumber: austin(1), name: 'A', isDeleted: false });
      response.writeHead(201).end();
      return true;
    };
    expect(await book.add(owner, { phoneNumber: austin(1), name: 'A' })).toMatchObject({
      ok: true,
    });
  });

  it('succeeds when it deletes a number that the service no longer has', async () => {
    const { book, registered, kept } = await numberBench();
    registered.push({ phoneNumberID: 'x1', phoneNumber: austin(1), name: 'A', isDeleted: false });
    await book.refresh(owner);
    registered.length = 0;
    expect(await book.remove(owner, 'x1')).toMatchObject({ ok: true });
    expect(kept()).toEqual([`${austin(1)} A deleted`]);
  });

  it('is not reverted by a list requested before it', async () => {
    const { book, step, kept, origin } = await numberBench();
    let release = (): void => undefined;
    const held = new Promise<void>((waiting) => {
      step.current = (_asked, response) => {
        release = () => json(response, 200, { phoneNumbers: [] });
        step.current = () => false;
        waiting();
        return true;
      };
    });
    const refreshed = book.refresh(owner);
    await held;
    const added = book.add(owner, { phoneNumber: austin(1), name: 'A' });
    // Enough time for the registration to overtake the list, if it could.
    for (let calls = 0; calls < 5; calls += 1) await fetch(origin);
    release();
    await Promise.all([refreshed, added]);
    expect(kept()).toEqual([`${austin(1)} A`]);
  });
});
