/**
 * The shapes that calls of the service's areas have in common: read a record, read a page, read a
 * whole list, change something. Which paths there are, and what their records hold, is for the client
 * of each interface generation to say.
 */
import type { z } from 'zod';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { Urgency } from './budget.ts';
import type { Call, Transport } from './transport.ts';
import { readPage, type Query, type RecordPage } from './pages.ts';
import { parse } from './parse.ts';

/**
 * An id as one segment of a path; dots are escaped because `..` would be another path, and half a
 * character, which no address can hold, becomes the sign for one that is unknown.
 */
export const segment = (id: string): string =>
  encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E');

/** No list of businesses or webhooks is longer than this many pages. */
const mostPages = 50;

export type Calls = {
  readonly ask: Transport;
  readonly get: (
    name: string,
    path: string,
    query: Query,
    urgency: Urgency,
  ) => Promise<Answer<unknown>>;
  readonly getPage: (
    name: string,
    path: string,
    query: Query,
    urgency: Urgency,
  ) => Promise<Answer<RecordPage>>;
  /** Every page of a list; ends at a page that is empty or repeats the one before it. */
  readonly getAll: (
    name: string,
    path: string,
    urgency: Urgency,
  ) => Promise<Answer<readonly unknown[]>>;
  /** Any success will do. */
  readonly change: (
    name: string,
    method: Call['method'],
    path: string,
    body: object | undefined,
    urgency: Urgency,
  ) => Promise<Answer<void>>;
  /** Sends a body and reads the record that is answered. */
  readonly submit: <T extends z.ZodType>(
    name: string,
    method: Call['method'],
    path: string,
    body: object,
    record: T,
    urgency: Urgency,
  ) => Promise<Answer<z.output<T>>>;
};

/** The calls of one account over its transport. */
export const createCalls = (ask: Transport): Calls => {
  const get: Calls['get'] = (name, path, query, urgency) =>
    ask({ name, method: 'GET', path, query, urgency, expects: 'record' });

  const getPage: Calls['getPage'] = async (name, path, query, urgency) => {
    const answer = await get(name, path, query, urgency);
    return answer.ok ? readPage(answer.value, query) : answer;
  };

  return {
    ask,
    get,
    getPage,
    getAll: async (name, path, urgency) => {
      const records: unknown[] = [];
      let query: Query = {};
      let before = '';
      for (let pages = 0; pages < mostPages; pages += 1) {
        const answer = await getPage(name, path, query, urgency);
        if (!answer.ok) return answer;
        const content = JSON.stringify(answer.value.records);
        if (content === before) break;
        records.push(...answer.value.records);
        before = content;
        const { next, limit } = answer.value;
        if (next === null || answer.value.records.length < (limit ?? 1)) break;
        query = next;
      }
      return succeed(records);
    },
    change: async (name, method, path, body, urgency) => {
      const answer = await ask({
        name,
        method,
        path,
        ...(body === undefined ? {} : { body }),
        urgency,
        expects: 'nothing',
      });
      return answer.ok ? succeed(undefined) : answer;
    },
    submit: async (name, method, path, body, record, urgency) => {
      const answer = await ask({ name, method, path, body, urgency, expects: 'record' });
      return answer.ok ? parse(record, answer.value) : answer;
    },
  };
};
