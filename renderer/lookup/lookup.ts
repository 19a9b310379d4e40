/** The lookups' forms and last responses; the input is stored until the window closes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LookupKind, LookupResult } from '../../contract/commands/lookup.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { AccountID, LeadID } from '../../contract/records.ts';
import {
  forms,
  findPastedIDs,
  findMistakes,
  buildRequest,
  initialValues,
  type Mistakes,
  type FieldName,
  type Values,
} from './forms.ts';
import type { Bridge } from '../platform/bridge.ts';

export type Run = {
  readonly isRunning: boolean;
  /** Number of finished requests. */
  readonly nth: number;
  readonly result: LookupResult | null;
  /** The reason why no request was made. */
  readonly error: Failure | null;
};

export type Lookup = {
  readonly kind: LookupKind;
  readonly values: Readonly<Partial<Record<LookupKind, Values>>>;
  /** Mistakes of submitted forms. */
  readonly mistakes: Readonly<Partial<Record<LookupKind, Mistakes>>>;
  /** By account, whose responses differ. */
  readonly runs: Readonly<Record<AccountID, Runs>>;
  /** The account that sends the requests; null for the first one. */
  readonly senderID: AccountID | null;
  readonly chooseSender: (accountID: AccountID) => void;
  readonly choose: (kind: LookupKind) => void;
  readonly type: (name: FieldName, text: string) => void;
  /** Extracts the ids of a pasted text; false if it has none or is just an id. */
  readonly paste: (name: FieldName, text: string) => boolean;
  /** Imports a lead. */
  readonly addLead: (accountID: AccountID, negotiationID: string) => Promise<Answer<unknown>>;
  /** Sends the request, or returns the first field with a mistake. */
  readonly run: (accountID: AccountID) => Promise<FieldName | null>;
};

const storageKey = 'hearthline.lookup';

type StoredInput = Pick<Lookup, 'kind' | 'values'>;

/** The stored input, without unknown names. */
const readInput = (storage: Storage): StoredInput => {
  const initial: StoredInput = { kind: 'negotiation', values: {} };
  try {
    const stored = JSON.parse(storage.getItem(storageKey) ?? 'null') as Partial<StoredInput> | null;
    if (stored === null || !Object.hasOwn(forms, stored.kind ?? '')) return initial;
    const values = Object.entries(stored.values ?? {}).map(([kind, typed]) => [
      kind,
      Object.fromEntries(
        Object.entries(typed).filter(
          ([name, text]) => Object.hasOwn(initialValues, name) && typeof text === 'string',
        ),
      ),
    ]);
    return {
      kind: stored.kind ?? initial.kind,
      values: Object.fromEntries(values) as StoredInput['values'],
    };
  } catch {
    return initial;
  }
};

const initialRun: Run = { isRunning: false, nth: 0, result: null, error: null };

type Runs = Readonly<Partial<Record<LookupKind, Run>>>;

/** The runs of an account in which an imported negotiation has its lead. */
const linkLead = (runs: Runs = {}, negotiationID: string, leadID: LeadID): Runs =>
  Object.fromEntries(
    Object.entries(runs).map(([kind, run]) => {
      const { result } = run;
      if (result?.outcome.state !== 'answered') return [kind, run];
      const parsedRecords = result.outcome.parsedRecords.map((each) =>
        each.negotiationID === negotiationID ? { ...each, leadID } : each,
      );
      const outcome = { ...result.outcome, parsedRecords };
      return [kind, { ...run, result: { ...result, outcome } }];
    }),
  );

/** @param storage stores the input: the window's session storage */
export const createLookup = (bridge: Bridge, storage: Storage): StoreApi<Lookup> =>
  createStore<Lookup>()((set, get) => {
    const storeInput = (): void => {
      const { kind, values } = get();
      storage.setItem(storageKey, JSON.stringify({ kind, values } satisfies StoredInput));
    };
    const setRun = (accountID: AccountID, kind: LookupKind, run: Run): void =>
      set(({ runs }) => ({ runs: { ...runs, [accountID]: { ...runs[accountID], [kind]: run } } }));
    return {
      ...readInput(storage),
      mistakes: {},
      runs: {},
      senderID: null,
      chooseSender: (senderID) => set({ senderID }),
      choose: (kind) => {
        set({ kind });
        storeInput();
      },
      type: (name, text) => {
        const { kind, values, mistakes } = get();
        const typed = { ...values[kind], [name]: text };
        set({
          values: { ...values, [kind]: typed },
          // After a refused submission, mistakes disappear while typing.
          ...(mistakes[kind] !== undefined && {
            mistakes: { ...mistakes, [kind]: findMistakes(kind, typed) },
          }),
        });
        storeInput();
      },
      paste: (name, text) => {
        const found = findPastedIDs(get().kind, name, text);
        for (const [each, id] of Object.entries(found ?? {})) get().type(each as FieldName, id);
        return found !== null;
      },
      addLead: async (accountID, negotiationID) => {
        const answer = await bridge.invoke('lookup.addLead', { accountID, negotiationID });
        if (!answer.ok) return answer;
        const { leadID } = answer.value;
        set(({ runs }) => ({
          runs: { ...runs, [accountID]: linkLead(runs[accountID], negotiationID, leadID) },
        }));
        return answer;
      },
      run: async (accountID) => {
        const { kind, values, mistakes, runs } = get();
        const typed = values[kind] ?? {};
        const found = findMistakes(kind, typed);
        const [wrong] = forms[kind].fields.filter((name) => found[name] !== undefined);
        if (wrong !== undefined) {
          set({ mistakes: { ...mistakes, [kind]: found } });
          return wrong;
        }
        const before = runs[accountID]?.[kind] ?? initialRun;
        if (before.isRunning) return null;
        set({ mistakes: { ...mistakes, [kind]: undefined } });
        setRun(accountID, kind, { ...before, isRunning: true });
        const answer = await bridge.invoke('lookup.run', {
          accountID,
          request: buildRequest(kind, typed),
        });
        setRun(accountID, kind, {
          isRunning: false,
          nth: before.nth + 1,
          result: answer.ok ? answer.value : null,
          error: answer.ok ? null : answer.error,
        });
        return null;
      },
    };
  });
