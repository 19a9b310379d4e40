/**
 * A small service over real HTTP that registers phone numbers like the real one (conformance.md, K
 * and Phone numbers), and a number book that talks to it. A test sets a `step` to answer instead of
 * the service.
 */
import type { ServerResponse } from 'node:http';
import type { Change } from '../../../../../contract/events.ts';
import {
  createNumberBook,
  type NumberBook,
} from '../../../../../main/engine/tools/phone-numbers/book.ts';
import {
  listPhoneNumbers,
  type Owner,
} from '../../../../../main/engine/tools/phone-numbers/rows.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { json, testService, type Asked } from '../../support/http.ts';
import { accountID, testClock, testStore } from '../../support/store.ts';

export const owner: Owner = { accountID, businessID: 'b1' };

export type Registered = {
  phoneNumberID: string;
  phoneNumber: string;
  name: string;
  isDeleted: boolean;
};

/** Answers in the service's place and returns true, or lets the service answer. */
export type Step = (asked: Asked, response: ServerResponse) => boolean;

export type NumberBench = {
  readonly book: NumberBook;
  readonly store: Store;
  readonly origin: string;
  readonly asked: readonly Asked[];
  readonly changes: readonly Change[];
  /** The numbers registered at the service. */
  readonly registered: Registered[];
  /** Numbers that the service rejects. */
  readonly refused: Set<string>;
  /** Numbers that another business has. */
  readonly taken: Set<string>;
  readonly step: { current: Step };
  /** The stored numbers, as `number name`, with `deleted` after deleted ones. */
  readonly kept: () => readonly string[];
};

const problem = (response: ServerResponse, status: number, detail: string): true => {
  json(response, status, { type: 'about:blank', title: 'No', status, detail, traceID: 'trace-9' });
  return true;
};

/** A business `b1` of a connected account, with its own service and store. */
export const numberBench = async (): Promise<NumberBench> => {
  const registered: Registered[] = [];
  const refused = new Set<string>();
  const taken = new Set<string>();
  const step: { current: Step } = { current: () => false };
  let lastID = 0;

  const objection = (number: Registered): readonly [number, string] | null => {
    if (!/^\+1\d{1,14}$/.test(number.phoneNumber) || refused.has(number.phoneNumber))
      return [400, 'the phone number is not accepted'];
    const others = registered.filter((other) => other.phoneNumberID !== number.phoneNumberID);
    const isTaken = others.some((o) => !o.isDeleted && o.phoneNumber === number.phoneNumber);
    return isTaken || taken.has(number.phoneNumber) ? [409, 'already registered'] : null;
  };
  const made = ({ phoneNumber, name }: Registered): Registered => {
    lastID += 1;
    return { phoneNumberID: `p${lastID}`, phoneNumber, name, isDeleted: false };
  };

  const answer = ({ method, path, body }: Asked, response: ServerResponse): void => {
    const sent = body === '' ? null : (JSON.parse(body) as Registered);
    const id = path.split('/associate-phone-numbers/')[1];
    if (method === 'GET') return json(response, 200, { phoneNumbers: registered });
    if (path.endsWith('-bulk-create')) {
      const records = (sent as unknown as { phoneNumbers: Registered[] }).phoneNumbers.map(made);
      const [objected] = records.flatMap((record) => objection(record) ?? []);
      if (objected !== undefined) {
        problem(response, Number(objected), 'a number of the list cannot be taken');
        return;
      }
      registered.push(...records);
      return json(response, 200, { phoneNumbers: records });
    }
    if (method === 'DELETE') {
      const found = registered.find((each) => each.phoneNumberID === id && !each.isDeleted);
      if (found === undefined) {
        problem(response, 404, 'no such number');
        return;
      }
      found.isDeleted = true;
      return void response.writeHead(204).end();
    }
    if (sent === null) return void problem(response, 400, 'no body');
    const record = id === undefined ? made(sent) : { ...sent, phoneNumberID: id, isDeleted: false };
    const refusal = objection(record);
    if (refusal !== null) return void problem(response, ...refusal);
    const old = registered.findIndex((each) => each.phoneNumberID === id);
    if (old >= 0) registered[old] = record;
    else registered.push(record);
    return json(response, 200, record);
  };

  const { client, asked, origin } = await testService((one, response) => {
    if (!step.current(one, response)) answer(one, response);
  });
  const clock = testClock();
  const store = testStore(clock);
  const changes: Change[] = [];
  const publish = (change: Change): void => void changes.push(change);
  return {
    book: createNumberBook({ store, findService: () => client, clock, publish }),
    store,
    origin,
    asked,
    changes,
    registered,
    refused,
    taken,
    step,
    kept: () =>
      listPhoneNumbers(store, owner).map(({ phoneNumber, name, isDeleted }) =>
        [phoneNumber, name, isDeleted ? 'deleted' : ''].join(' ').trim(),
      ),
  };
};

/** The n-th number of Austin, E.164. */
export const austin = (n: number): string => `+1512555${String(n).padStart(4, '0')}`;

/** The requests in short: the method, or whether a POST was single or bulk. */
export const calls = (asked: readonly Asked[]): readonly string[] =>
  asked.map(({ method, path }) =>
    path.endsWith('-bulk-create') ? 'bulk' : method === 'POST' ? 'single' : method,
  );
