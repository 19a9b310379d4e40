/**
 * State of registering a list of phone numbers: text, preview, sending and results. The list is
 * sent in parts, so that it shows progress and can be stopped; only failed numbers are sent again.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NumberOwner, Outcome, PreviewRow } from '../../contract/commands/phone-numbers.ts';
import type { Failure } from '../../contract/errors.ts';
import { maxListLength, maxNumbersAtOnce } from '../../contract/limits.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { BusinessIDs } from './phone-numbers.ts';

/** `stopped`: the professional stopped before it was sent. `leftOut`: its verdict excludes it from sending. */
export type Result = Outcome | { readonly state: 'stopped' } | { readonly state: 'leftOut' };

export type BulkRow = PreviewRow & { readonly result: Result | null };

export type Bulk = {
  readonly step: 'write' | 'preview' | 'sending' | 'result';
  readonly text: string;
  readonly rows: readonly BulkRow[];
  /** Numbers of this run that have an outcome. */
  readonly sentCount: number;
  /** Numbers that this run sends. */
  readonly sendingCount: number;
  readonly isStopping: boolean;
  /** Failure of the preview. */
  readonly error: Failure | null;
  readonly write: (text: string) => void;
  readonly preview: () => Promise<void>;
  readonly back: () => void;
  readonly send: () => Promise<void>;
  /** Sends no further parts. */
  readonly stop: () => void;
};

/** A list in progress for one business. */
export type OpenList = { readonly owner: NumberOwner; readonly store: StoreApi<Bulk> };

/** Decodes a CSV file by its byte order mark, else as UTF-8, else as Windows-1252. */
export const decodeText = (bytes: ArrayBuffer): string => {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

type Sendable = { readonly phoneNumber: string; readonly name: string };

const retryableStates: ReadonlySet<Result['state']> = new Set([
  'refused',
  'untried',
  'unknown',
  'stopped',
]);

/** The number of a row to send now, or null. */
export const toSendable = ({ verdict, name, result }: BulkRow): Sendable | null =>
  verdict.state === 'new' && (result === null || retryableStates.has(result.state))
    ? { phoneNumber: verdict.phoneNumber, name }
    : null;

const splitIntoParts = (list: readonly Sendable[]): readonly (readonly Sendable[])[] =>
  Array.from({ length: Math.ceil(list.length / maxNumbersAtOnce) }, (_, part) =>
    list.slice(part * maxNumbersAtOnce, (part + 1) * maxNumbersAtOnce),
  );

export const createBulk = (
  bridge: Bridge,
  { accountID, businessID }: BusinessIDs,
): StoreApi<Bulk> =>
  createStore<Bulk>()((set, get) => {
    const recordResults = (results: ReadonlyMap<string, Result>): void =>
      set(({ rows, sentCount }) => ({
        sentCount: sentCount + results.size,
        rows: rows.map((row) => {
          const result =
            row.verdict.state === 'new' ? results.get(row.verdict.phoneNumber) : undefined;
          return result === undefined ? row : { ...row, result };
        }),
      }));

    /** Sends a part. Returns the failure that stops the remaining parts, or null. */
    const sendPart = async (part: readonly Sendable[]): Promise<Failure | null> => {
      const answer = await bridge.invoke('phoneNumbers.addMany', {
        accountID,
        businessID,
        numbers: [...part],
      });
      const outcomes: readonly Result[] = answer.ok
        ? answer.value.outcomes
        : part.map(() => ({ state: 'untried', error: answer.error }));
      recordResults(
        new Map(
          part.map(({ phoneNumber }, index) => [
            phoneNumber,
            outcomes[index] ?? { state: 'stopped' },
          ]),
        ),
      );
      const failed = outcomes.find(({ state }) => state === 'untried' || state === 'unknown');
      return failed !== undefined && 'error' in failed ? failed.error : null;
    };

    /** Incremented by each change of the text and each shown preview; answers to older versions are ignored. */
    let version = 0;

    return {
      step: 'write',
      text: '',
      rows: [],
      sentCount: 0,
      sendingCount: 0,
      isStopping: false,
      error: null,
      write: (text) => {
        version += 1;
        set({ text, error: null });
      },
      preview: async () => {
        const { text } = get();
        const startVersion = version;
        if (text.length > maxListLength) {
          const message = 'The text is longer than a list may be.';
          return set({ error: { code: 'invalid_input', message } });
        }
        const answer = await bridge.invoke('phoneNumbers.preview', { accountID, businessID, text });
        if (startVersion !== version) return;
        if (!answer.ok) return set({ error: answer.error });
        const rows = answer.value.rows.map((row) => ({ ...row, result: null }));
        version += 1;
        set({ step: 'preview', rows, error: null });
      },
      back: () => set({ step: 'write', rows: [] }),
      send: async () => {
        const list = get().rows.flatMap((row) => toSendable(row) ?? []);
        set(({ rows }) => ({
          step: 'sending',
          sentCount: 0,
          sendingCount: list.length,
          isStopping: false,
          rows: rows.map((row) =>
            row.verdict.state !== 'new'
              ? { ...row, result: { state: 'leftOut' } }
              : toSendable(row) === null
                ? row
                : { ...row, result: null },
          ),
        }));
        let stop: Result | null = null;
        for (const part of splitIntoParts(list)) {
          if (get().isStopping) stop ??= { state: 'stopped' };
          if (stop === null) {
            const error: Failure | null = await sendPart(part);
            if (error !== null) stop = { state: 'untried', error };
          } else {
            const rest: Result = stop;
            recordResults(new Map(part.map(({ phoneNumber }) => [phoneNumber, rest])));
          }
        }
        set({ step: 'result', isStopping: false });
      },
      stop: () => set({ isStopping: true }),
    };
  });
