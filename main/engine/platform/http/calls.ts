/** Kinds of calls to a service: get a record, a page or a whole list, change something, submit a body. */
import type { z } from 'zod';
import { succeed, type Answer } from '../../../../contract/errors.ts';
import type { Urgency } from './budget.ts';
import type { Call, Transport } from './transport.ts';
import { parsePage, type Query, type RecordPage } from './pages.ts';
import { parse } from './parse.ts';

/** Escapes an id as one path segment; `..` would be another path, a lone surrogate would throw. */
export const escapeSegment = (id: string): string =>
  encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E');

const maxPages = 50;

export type Calls = ReturnType<typeof createCalls>;

export const createCalls = (ask: Transport) => {
  const get = (name: string, path: string, query: Query, urgency: Urgency) =>
    ask({ name, method: 'GET', path, query, urgency, expects: 'record' });

  const getPage = async (
    name: string,
    path: string,
    query: Query,
    urgency: Urgency,
  ): Promise<Answer<RecordPage>> => {
    const answer = await get(name, path, query, urgency);
    return answer.ok ? parsePage(answer.value, query) : answer;
  };

  return {
    ask,
    get,
    getPage,
    /** Fetches the pages of a list up to a short one or one that repeats the previous one, at most 50. */
    getAll: async (
      name: string,
      path: string,
      urgency: Urgency,
    ): Promise<Answer<readonly unknown[]>> => {
      const records: unknown[] = [];
      let query: Query = {};
      let before = '';
      for (let pages = 0; pages < maxPages; pages += 1) {
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
    /** Changes something; any success is accepted. */
    change: async (
      name: string,
      method: Call['method'],
      path: string,
      body: object | undefined,
      urgency: Urgency,
    ): Promise<Answer<void>> => {
      const sent = body === undefined ? {} : { body };
      const answer = await ask({ name, method, path, ...sent, urgency, expects: 'nothing' });
      return answer.ok ? succeed(undefined) : answer;
    },
    /** Sends a body and parses the record of the response. */
    submit: async <T extends z.ZodType>(
      name: string,
      method: Call['method'],
      path: string,
      body: object,
      record: T,
      urgency: Urgency,
      maySend?: Call['maySend'],
    ): Promise<Answer<z.output<T>>> => {
      const answer = await ask({ name, method, path, body, urgency, expects: 'record', maySend });
      return answer.ok ? parse(record, answer.value) : answer;
    },
  };
};
