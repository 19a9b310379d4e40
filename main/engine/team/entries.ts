/** Applies entries of a team's log to this database. */
import { delivery as teamDelivery } from '../../../contract/team/delivery.ts';
import { maxFactLength, parseFact, type Fact } from '../../../contract/team/facts.ts';
import { hubSubjects, parseSubject } from '../../../contract/team/subjects.ts';
import { parseJSON } from '../../http/json.ts';
import { openEnvelope, openFromMember } from '../../sealing/seal.ts';
import type { IncomingDelivery } from '../accounts/deliveries.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import { toStoreFailure } from '../platform/store/failure.ts';
import type { TeamContext } from './context.ts';
import { addFact, type Cursor, type UnreadReason } from './followed.ts';
import type { Entry } from './log/team-log.ts';

export type EntryDependencies = Pick<TeamContext, 'store' | 'clock' | 'log' | 'keyring'> & {
  readonly ingest: Pick<Ingest, 'record'>;
  /** The account with this key in subjects; null if this desktop does not have it. */
  readonly findAccountID: (accountKey: string) => string | null;
  /** Reads a call of the service that the hub received for the account; null for an unknown one. */
  readonly parseCall: (
    accountID: string,
    call: {
      readonly method: 'POST' | 'PUT';
      readonly target: string;
      readonly body: unknown;
      readonly at: number;
    },
  ) => Omit<IncomingDelivery, 'body' | 'parsed'> | null;
  /** The key of test events in subjects. */
  readonly testAccount: string;
  /** Called with the body of a test event that came back. */
  readonly onTestEvent: (body: unknown) => void;
  /** Applies a changed fact to the other tables, in the transaction that moves the cursor. */
  readonly apply: (subject: string, fact: Fact) => void;
  /** The same for a claim of a lead. */
  readonly applyClaim: (text: string) => void;
};

/** Returns a function that applies an entry in a transaction, and returns why it must be kept, or null. */
export const createEntryApplier = (dependencies: EntryDependencies) => {
  const { store, clock, log, keyring, ingest } = dependencies;

  const applyDelivery = (account: string, text: string): UnreadReason | null => {
    const call = teamDelivery.safeParse(parseJSON(text));
    const parsed = call.success ? parseJSON(call.data.body) : undefined;
    if (!call.success || parsed === undefined) return 'invalid';
    if (account === dependencies.testAccount) {
      dependencies.onTestEvent(parsed);
      return null;
    }
    const accountID = dependencies.findAccountID(account);
    if (accountID === null) return 'unknown_account';
    const { method, target, body } = call.data;
    const at = Math.min(call.data.at, clock.now());
    const delivery = dependencies.parseCall(accountID, { method, target, body: parsed, at });
    if (delivery === null) return 'invalid';
    ingest.record([{ ...delivery, body, parsed }]);
    return null;
  };

  const applyFact = (cursor: Cursor, entry: Entry, text: string): UnreadReason | null => {
    const fact = parseFact(text);
    if (fact === null) return 'invalid';
    if (addFact(store, cursor, entry, fact)) dependencies.apply(entry.subject, fact);
    return null;
  };

  const applyEntry = (cursor: Cursor, entry: Entry): UnreadReason | null => {
    const subject = parseSubject(entry.subject);
    // Turns and duties are read when they are needed.
    if (!['in', 'fact', 'reply', 'team', 'person', 'claim'].includes(subject.of)) return null;
    // The hub's entries are not facts.
    if (hubSubjects.includes(entry.subject)) return null;
    if (subject.of !== 'in' && entry.data.byteLength > maxFactLength) {
      log.warn({ sequence: entry.sequence }, 'a fact of the team is too long and is ignored');
      return null;
    }
    const open = subject.of === 'in' ? openEnvelope : openFromMember;
    const opened = open(keyring(), entry.subject, entry.data);
    if (!opened.ok) return opened.code;
    const text = opened.text.toString('utf8');
    if (subject.of === 'in') return applyDelivery(subject.account, text);
    if (subject.of !== 'claim') return applyFact(cursor, entry, text);
    dependencies.applyClaim(text);
    return null;
  };

  // In a savepoint, so that an entry is kept if applying it throws.
  return (cursor: Cursor, entry: Entry): UnreadReason | null => {
    try {
      return store.changeAs('log', () => store.writeRepeatable(() => applyEntry(cursor, entry)));
    } catch (thrown) {
      if (toStoreFailure(thrown) !== null) throw thrown;
      log.error({ err: thrown, sequence: entry.sequence }, 'an entry could not be applied');
      return 'failed';
    }
  };
};
