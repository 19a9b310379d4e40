/**
 * Fetches the lists of leads, where the service has them: the documentation shows one, and clients
 * report that it does not exist. A whole list is read once, resuming after a restart. Then its
 * first page is polled, in case a webhook fails.
 */
import { z } from 'zod';
import type { Failure } from '../../../../../../contract/errors.ts';
import { serializeJSON } from '../../../../../http/json.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Query } from '../../../../platform/http/pages.ts';
import { id } from '../../../../platform/http/fields.ts';
import { parse } from '../../../../platform/http/parse.ts';
import { findAccount, type AccountProgress } from '../../../../accounts/rows.ts';
import type { SyncDependencies } from '../../../../accounts/runtime.ts';
import { findLead } from '../../../../leads/leads.ts';
import type { Store } from '../../../../platform/store/store.ts';
import { listCoveredBusinesses } from '../../../../leads/businesses.ts';
import { countMiss, isMissing, noMisses, type Misses } from '../../../../accounts/sync/pace.ts';
import { readStored } from '../../../../platform/store/stored.ts';

type Dependencies = Pick<SyncDependencies, 'store' | 'ingest' | 'clock'> & {
  readonly client: ServiceClient;
  readonly accountID: string;
  readonly isWanted: () => boolean;
  /** Refusals of the list, by business. */
  readonly misses: Map<string, Misses>;
  /** Called after each page was applied. */
  readonly onListed: () => void;
  readonly saveProgress: (progress: AccountProgress) => void;
};

const firstPage: Query = { limit: '50' };
/** The check continues while a whole page is new, up to this many pages. */
const maxCheckedPages = 20;

const cursorSchema = z.object({
  walked: z.array(z.string()),
  at: z.object({ businessID: z.string(), query: z.record(z.string(), z.string()) }).nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

const readCursor = (store: Store, accountID: string): Cursor => {
  const stored = readStored(cursorSchema, findAccount(store, accountID)?.backfillAt);
  return stored ?? { walked: [], at: null };
};

/** Businesses whose list has not been walked. */
export const listUnwalked = (store: Store, accountID: string): readonly string[] => {
  const walked = new Set(readCursor(store, accountID).walked);
  return listCoveredBusinesses(store, accountID)
    .map(({ businessID }) => businessID)
    .filter((businessID) => !walked.has(businessID));
};

const identified = z.object({ negotiationID: id });

const parseID = (raw: unknown): string | null => {
  const record = parse(identified, raw);
  return record.ok ? record.value.negotiationID : null;
};

/** True if the list itself is missing, rather than the business. */
const hasNoList = ({ status, detail }: Failure): boolean =>
  status === 405 || status === 501 || (status === 404 && !/service deleted/i.test(detail ?? ''));

const isRefusal = ({ code }: Failure): boolean => code === 'gone' || code === 'forbidden';

/** Counts a refusal; true when the business counts as gone. */
const countRefusal = ({ clock, misses }: Dependencies, businessID: string): boolean => {
  const before = misses.get(businessID) ?? noMisses;
  const now = countMiss(before, clock.steady());
  misses.set(businessID, now);
  return isMissing(now);
};

/** Saves the cursor after each page. Ends early when imports restart (`restartBackfills`). */
const walkBusiness = async (
  dependencies: Dependencies,
  businessID: string,
): Promise<Failure | null> => {
  const { store, ingest, client, accountID, isWanted, onListed, saveProgress } = dependencies;
  const cursor = readCursor(store, accountID);
  let saved = findAccount(store, accountID)?.backfillAt;
  const save = (now: Cursor): boolean => {
    if (findAccount(store, accountID)?.backfillAt !== saved) return false;
    saved = JSON.stringify(now);
    saveProgress({ backfillAt: saved });
    return true;
  };
  let query: Query | null = cursor.at?.businessID === businessID ? cursor.at.query : firstPage;
  let before: ReadonlySet<string> = new Set();
  while (query !== null) {
    const answer = await client.fetchNegotiations(businessID, query);
    if (!isWanted()) return null;
    if (!answer.ok) {
      const hasLists = findAccount(store, accountID)?.listsLeads === true;
      if (hasLists && isRefusal(answer.error) && countRefusal(dependencies, businessID)) break;
      return answer.error;
    }
    dependencies.misses.delete(businessID);
    saveProgress({ listsLeads: true, backfill: 'running' });
    // The JSON of a record that cannot be parsed identifies it.
    const keys = answer.value.records.map((raw) => parseID(raw) ?? serializeJSON(raw) ?? '');
    if (keys.every((key) => before.has(key))) break;
    // Records that were not applied before the engine stopped are listed again.
    if (!(await ingest.applyListed(accountID, answer.value.records))) return null;
    if (!isWanted()) return null;
    onListed();
    before = new Set(keys);
    query = answer.value.next;
    if (query !== null && !save({ ...cursor, at: { businessID, query } })) return null;
  }
  save({ walked: [...cursor.walked, businessID], at: null });
  return null;
};

/** Walks the lists and records if the service has any. Returns the failure that stopped the walk. */
export const walkLists = async (dependencies: Dependencies): Promise<Failure | null> => {
  const { store, accountID, isWanted, saveProgress } = dependencies;
  for (const businessID of listUnwalked(store, accountID)) {
    const failure = await walkBusiness(dependencies, businessID);
    if (!isWanted()) return null;
    if (failure === null) continue;
    const hasLists = findAccount(store, accountID)?.listsLeads === true;
    if (!hasLists && hasNoList(failure)) {
      saveProgress({ listsLeads: false, backfill: 'impossible' });
      return null;
    }
    // A refusal concerns this business only.
    if (!isRefusal(failure)) return failure;
  }
  return null;
};

/** Returns the failure that stopped the check. */
export const checkLists = async (dependencies: Dependencies): Promise<Failure | null> => {
  const { store, ingest, client, accountID, isWanted, onListed } = dependencies;
  const unwalkedIDs = new Set(listUnwalked(store, accountID));
  for (const { businessID } of listCoveredBusinesses(store, accountID)) {
    let query: Query | null = firstPage;
    for (let pages = 0; query !== null && pages < maxCheckedPages; pages += 1) {
      const answer = await client.fetchNegotiations(businessID, query);
      if (!isWanted()) return null;
      if (!answer.ok) {
        if (isRefusal(answer.error)) break;
        return answer.error;
      }
      const ids = answer.value.records.map(parseID).filter((id) => id !== null);
      const isAllNew = ids.length > 0 && ids.every((id) => findLead(store, accountID, id) === null);
      if (!(await ingest.applyListed(accountID, answer.value.records))) return null;
      if (!isWanted()) return null;
      onListed();
      query = isAllNew && !unwalkedIDs.has(businessID) ? answer.value.next : null;
    }
  }
  return null;
};
