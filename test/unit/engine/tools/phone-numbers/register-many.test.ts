import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Outcome } from '../../../../../contract/commands/phone-numbers.ts';
import { json } from '../../support/http.ts';
import { austin, calls, numberBench, owner, type NumberBench } from './marketplace.ts';

const numbers = (...which: readonly number[]) =>
  which.map((n) => ({ phoneNumber: austin(n), name: `No. ${n}` }));

/** The outcomes in short: the state and the error code. */
const send = async (
  { book }: NumberBench,
  list: readonly { readonly phoneNumber: string; readonly name: string }[],
): Promise<readonly string[]> => {
  const answer = await book.addMany(owner, list);
  if (!answer.ok) throw new Error(answer.error.message);
  const short = (outcome: Outcome): string =>
    'error' in outcome ? `${outcome.state} ${outcome.error.code}` : outcome.state;
  return answer.value.map(short);
};

const times = <T>(count: number, item: T): readonly T[] =>
  Array.from({ length: count }, () => item);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('registering many numbers', () => {
  it('makes one bulk call when the service accepts all numbers', async () => {
    const bench = await numberBench();
    expect(await send(bench, numbers(...upTo(50)))).toEqual(times(50, 'added'));
    expect(calls(bench.asked)).toEqual(['GET', 'bulk', 'GET']);
    expect(bench.asked[1]).toMatchObject({
      path: '/api/v4/businesses/b1/associate-phone-numbers-bulk-create',
      body: JSON.stringify({ phoneNumbers: numbers(...upTo(50)) }),
    });
    expect(bench.kept()).toHaveLength(50);
  });

  it('reports the outcome of each number when the bulk call is rejected', async () => {
    const bench = await numberBench();
    bench.refused.add(austin(3));
    bench.taken.add(austin(6));
    expect(await send(bench, numbers(1, 2, 3, 4, 5, 6, 7, 8))).toEqual([
      'added',
      'added',
      'refused rejected',
      'added',
      'added',
      'refused conflict',
      'added',
      'added',
    ]);
    expect(bench.registered.map(({ phoneNumber }) => phoneNumber)).toEqual(
      numbers(1, 2, 4, 5, 7, 8).map(({ phoneNumber }) => phoneNumber),
    );
  });

  it('finds one bad number among fifty in fewer than 16 calls', async () => {
    const bench = await numberBench();
    bench.refused.add(austin(33));
    const outcomes = await send(bench, numbers(...upTo(50)));
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(49);
    expect(outcomes[32]).toBe('refused rejected');
    expect(calls(bench.asked).length).toBeLessThan(16);
  });

  it('reports numbers that the business already has, without sending them', async () => {
    const bench = await numberBench();
    const [known] = numbers(2);
    bench.registered.push({ phoneNumberID: 'x', isDeleted: false, ...known! });
    expect(await send(bench, numbers(1, 2, 3))).toEqual(['added', 'registered', 'added']);
    expect(bench.asked[1]?.body).toBe(JSON.stringify({ phoneNumbers: numbers(1, 3) }));
  });

  it('sends nothing when the current list cannot be read', async () => {
    const bench = await numberBench();
    bench.step.current = (_asked, response) => {
      json(response, 403, { status: 403, detail: 'not yours' });
      return true;
    };
    expect(await bench.book.addMany(owner, numbers(1, 2))).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(calls(bench.asked)).toEqual(['GET']);
  });

  it('stops at a failure that is not about a number and reports it for the untried rest', async () => {
    const bench = await numberBench();
    bench.refused.add(austin(1));
    bench.step.current = ({ method, body }, response) => {
      if (method !== 'POST' || !body.includes(austin(3)) || body.includes(austin(1))) return false;
      const detail = 'missing scope supply::businesses/associate-phone-numbers.write';
      json(response, 401, { status: 401, detail });
      return true;
    };
    expect(await send(bench, numbers(1, 2, 3, 4))).toEqual([
      'refused rejected',
      'added',
      'untried scope_missing',
      'untried scope_missing',
    ]);
  });

  it('reports a number as registered that somebody else registers before it could be sent', async () => {
    const bench = await numberBench();
    const [number] = numbers(1);
    bench.step.current = ({ method }, response) => {
      if (method !== 'POST') return false;
      bench.registered.push({ phoneNumberID: 'x', isDeleted: false, ...number! });
      json(response, 429, { status: 429, detail: 'too many requests' });
      return true;
    };
    expect(await send(bench, numbers(1, 2))).toEqual(['registered', 'untried rate_limited']);
  });

  it('checks the list when the answer is lost and sends nothing twice', async () => {
    const bench = await numberBench();
    bench.step.current = ({ method }, response) => {
      if (method !== 'POST') return false;
      for (const [n, number] of numbers(1, 2).entries())
        bench.registered.push({ phoneNumberID: `q${n}`, isDeleted: false, ...number });
      response.destroy();
      return true;
    };
    expect(await send(bench, numbers(1, 2, 3))).toEqual([
      'added',
      'added',
      'untried service_unavailable',
    ]);
    expect(calls(bench.asked).filter((call) => call === 'bulk')).toHaveLength(1);
  });

  it('reports a number as added that the list shows late, after the answer was lost', async () => {
    const bench = await numberBench();
    let lists = 0;
    bench.step.current = ({ method }, response) => {
      if (method === 'POST') response.destroy();
      lists += Number(method === 'GET');
      const [number] = numbers(1);
      if (method === 'GET' && lists === 3)
        bench.registered.push({ phoneNumberID: 'q1', isDeleted: false, ...number! });
      return method === 'POST';
    };
    expect(await send(bench, numbers(1, 2))).toEqual(['added', 'untried service_unavailable']);
  });

  it('reports an unknown outcome when both the answer and the list are lost', async () => {
    const bench = await numberBench();
    let isCut = false;
    bench.step.current = ({ method }, response) => {
      isCut ||= method === 'POST';
      if (isCut) response.destroy();
      return isCut;
    };
    expect(await send(bench, numbers(1, 2))).toEqual([
      'unknown outcome_unknown',
      'unknown outcome_unknown',
    ]);
  });

  it('sends the numbers missing from a bulk answer one by one', async () => {
    const bench = await numberBench();
    bench.refused.add(austin(2));
    bench.step.current = ({ path, body }, response) => {
      if (!path.endsWith('-bulk-create')) return false;
      const { phoneNumbers } = JSON.parse(body) as { phoneNumbers: { phoneNumber: string }[] };
      const records = phoneNumbers
        .filter(({ phoneNumber }) => phoneNumber !== austin(2))
        .map((number, n) => ({ phoneNumberID: `q${n}`, name: '', isDeleted: false, ...number }));
      bench.registered.push(...records);
      json(response, 200, { phoneNumbers: records });
      return true;
    };
    expect(await send(bench, numbers(1, 2, 3))).toEqual(['added', 'refused rejected', 'added']);
  });

  it('can be repeated for the numbers that failed', async () => {
    const bench = await numberBench();
    bench.refused.add(austin(2));
    await send(bench, numbers(1, 2));
    bench.refused.clear();
    expect(await send(bench, numbers(1, 2))).toEqual(['registered', 'added']);
  });

  it('reports the right outcome for each number, whichever are bad', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('fine', 'bad', 'taken', 'known'), {
          minLength: 1,
          maxLength: 12,
        }),
        async (kinds) => {
          const bench = await numberBench();
          const list = numbers(...upTo(kinds.length));
          for (const [index, number] of list.entries()) {
            const kind = kinds[index];
            if (kind === 'bad') bench.refused.add(number.phoneNumber);
            if (kind === 'taken') bench.taken.add(number.phoneNumber);
            if (kind === 'known')
              bench.registered.push({ phoneNumberID: `x${index}`, isDeleted: false, ...number });
          }
          const wanted = {
            fine: 'added',
            bad: 'refused rejected',
            taken: 'refused conflict',
            known: 'registered',
          };
          expect(await send(bench, list)).toEqual(kinds.map((kind) => wanted[kind]));
          expect(bench.registered.filter((each) => !each.isDeleted)).toHaveLength(
            kinds.filter((kind) => kind === 'fine' || kind === 'known').length,
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});
