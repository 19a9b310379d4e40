/**
 * Registering a whole list: what was pasted, what each row would become, and what became of it. The
 * list is sent in parts, so that progress can be seen and the rest stopped; every row keeps its own
 * outcome, and only what failed is sent again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NumberOwner, Outcome, PreviewRow } from '../../contract/commands/phone-numbers.ts';
import type { Failure } from '../../contract/errors.ts';
import { longestList, mostAtOnce } from '../../contract/limits.ts';
import type { Bridge } from '../platform/bridge.ts';

/** What became of a row: `stopped` by the professional before its turn, or never meant to be sent. */
export type Result = Outcome | { readonly state: 'stopped' } | { readonly state: 'leftOut' };

export type BulkRow = PreviewRow & { readonly result: Result | null };

export type Bulk = {
  readonly step: 'write' | 'preview' | 'sending' | 'result';
  readonly text: string;
  readonly rows: readonly BulkRow[];
  /** How many of those that are being sent have an outcome. */
  readonly sent: number;
  readonly sending: number;
  readonly stopping: boolean;
  /** Why there is no preview. */
  readonly error: Failure | null;
  readonly write: (text: string) => void;
  readonly preview: () => Promise<void>;
  readonly back: () => void;
  /** Sends what is new, or what failed before. */
  readonly send: () => Promise<void>;
  /** Sends no further part. */
  readonly stop: () => void;
};

/** A list that was begun for one business. */
export type OpenList = { readonly owner: NumberOwner; readonly store: StoreApi<Bulk> };

type Sendable = { readonly phoneNumber: string; readonly name: string };

const repeatable: ReadonlySet<Result['state']> = new Set([
  'refused',
  'untried',
  'unknown',
  'stopped',
]);

/** The number of a row that would be sent now, or null. */
export const sendable = ({ verdict, name, result }: BulkRow): Sendable | null =>
  verdict.state === 'new' && (result === null || repeatable.has(result.state))
    ? { phoneNumber: verdict.phoneNumber, name }
    : null;

const partsOf = (list: readonly Sendable[]): readonly (readonly Sendable[])[] =>
  Array.from({ length: Math.ceil(list.length / mostAtOnce) }, (_, part) =>
    list.slice(part * mostAtOnce, (part + 1) * mostAtOnce),
  );

/** @param owner the business that the numbers are for */
export const createBulk = (
  bridge: Bridge,
  { accountID, businessID }: Pick<NumberOwner, 'accountID' | 'businessID'>,
): StoreApi<Bulk> =>
  createStore<Bulk>()((set, get) => {
    const of = { accountID, businessID };

    const settle = (results: ReadonlyMap<string, Result>): void =>
      set(({ rows, sent }) => ({
        sent: sent + results.size,
        rows: rows.map((row) => {
          const result =
            row.verdict.state === 'new' ? results.get(row.verdict.phoneNumber) : undefined;
          return result === undefined ? row : { ...row, result };
        }),
      }));

    /** Sends a part; returns what must keep the rest from being sent, or null. */
    const sendPart = async (part: readonly Sendable[]): Promise<Failure | null> => {
      const answer = await bridge.invoke('phoneNumbers.addMany', { ...of, numbers: [...part] });
      const outcomes: readonly Result[] = answer.ok
        ? answer.value.outcomes
        : part.map(() => ({ state: 'untried', error: answer.error }));
      settle(
        new Map(
          part.map(({ phoneNumber }, index) => [
            phoneNumber,
            outcomes[index] ?? { state: 'stopped' },
          ]),
        ),
      );
      const bad = outcomes.find(({ state }) => state === 'untried' || state === 'unknown');
      return bad !== undefined && 'error' in bad ? bad.error : null;
    };

    return {
      step: 'write',
      text: '',
      rows: [],
      sent: 0,
      sending: 0,
      stopping: false,
      error: null,
      write: (text) => set({ text, error: null }),
      preview: async () => {
        const { text } = get();
        if (text.length > longestList) {
          const message = 'The text is longer than a list may be.';
          return set({ error: { code: 'invalid_input', message } });
        }
        const answer = await bridge.invoke('phoneNumbers.preview', { ...of, text });
        if (!answer.ok) return set({ error: answer.error });
        const rows = answer.value.rows.map((row) => ({ ...row, result: null }));
        set({ step: 'preview', rows, error: null });
      },
      back: () => set({ step: 'write', rows: [] }),
      send: async () => {
        const list = get().rows.flatMap((row) => sendable(row) ?? []);
        set(({ rows }) => ({
          step: 'sending',
          sent: 0,
          sending: list.length,
          stopping: false,
          rows: rows.map((row) =>
            row.verdict.state !== 'new'
              ? { ...row, result: { state: 'leftOut' } }
              : sendable(row) === null
                ? row
                : { ...row, result: null },
          ),
        }));
        let stop: Result | null = null;
        for (const part of partsOf(list)) {
          if (get().stopping) stop ??= { state: 'stopped' };
          if (stop === null) {
            const error: Failure | null = await sendPart(part);
            if (error !== null) stop = { state: 'untried', error };
          } else {
            const rest: Result = stop;
            settle(new Map(part.map(({ phoneNumber }) => [phoneNumber, rest])));
          }
        }
        set({ step: 'result', stopping: false });
      },
      stop: () => set({ stopping: true }),
    };
  });
