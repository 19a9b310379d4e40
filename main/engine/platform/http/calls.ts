/**
 * Common kinds of calls: read a record, read a page, read a whole list, change something. The
 * clients of each generation provide the paths and the schemas.
 */
import type { z } from 'zod';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { Urgency } from './budget.ts';
import type { Call, Transport } from './transport.ts';
import { readPage, type Query, type RecordPage } from './pages.ts';
import { parse } from './parse.ts';

/**
 * Escapes an id as one path segment. Dots are escaped because `..` would be another path; half a
 * surrogate pair becomes the replacement character.
 */
export const segment = (id: string): string =>
  encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E');

/** Page limit for lists of businesses and webhooks. */
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
  /** Reads all pages of a list, until one is empty or repeats the previous one. */
  readonly getAll: (
    name: string,
    path: string,
    urgency: Urgency,
  ) => Promise<Answer<readonly unknown[]>>;
  /** Accepts any success. */
  readonly change: (
    name: string,
    method: Call['method'],
    path: string,
    body: object | undefined,
    urgency: Urgency,
  ) => Promise<Answer<void>>;
  /** Sends a body and reads the record of the response. */
  readonly submit: <T extends z.ZodType>(
    name: string,
    method: Call['method'],
    path: string,
    body: object,
    record: T,
    urgency: Urgency,
  ) => Promise<Answer<z.output<T>>>;
};

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
