/** Colleagues of the bench's desktop: their facts in the log, and connections that add more. */
import type { TeamMembership } from '../../../contract/port.ts';
import { apiPrefix, listConsumers, buildInboxPrefix } from '../../../contract/team/desk.ts';
import { buildFact, type FactBody, type FactKind } from '../../../contract/team/facts.ts';
import { formatSubject } from '../../../contract/team/subjects.ts';
import { claimMs } from '../../../main/engine/leads/claims.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import { createLeadKeys } from '../../../main/engine/team/lead-keys.ts';
import { readKeyring, type Keyring } from '../../../main/sealing/keyring.ts';
import { openEnvelope, sealForMembers } from '../../../main/sealing/seal.ts';
import { openFolder } from '../seed.ts';

const hereMs = 30_000;
const lookingMs = 5_000;
/** Number of the newest leads, which the bench opens with j. */
const watched = 150;
const yearMs = 365 * 24 * 60 * 60_000;

export type Author = Pick<TeamMembership, 'person' | 'desktop'>;
type Entry = { readonly subject: string; readonly data: Uint8Array };
type Place = { readonly account: string; readonly negotiation: string };
type Lead = { readonly about: Place; readonly token: string };

const sealEntry = (keyring: Keyring, subject: string, text: string): Entry => ({
  subject,
  data: sealForMembers(keyring, subject, Buffer.from(text)),
});

const buildEntries = (keyring: Keyring, { person, desktop }: Author, at: number) => {
  const author = { person, desktop };
  const entry = <K extends FactKind>(subject: string, kind: K, body: FactBody<K>): Entry =>
    sealEntry(keyring, subject, buildFact(kind, body, { author, at }, null).text);
  const formatLeadSubject = (lead: string, name: string): string =>
    formatSubject({ of: 'fact', lead, name, item: [] });
  const known = { at, message: '' };
  return {
    mark: ({ about, token }: Lead, mark: 'starred' | 'archived', on: boolean): Entry =>
      entry(formatLeadSubject(token, mark), mark, { ...about, on, known }),
    assign: ({ about, token }: Lead): Entry =>
      entry(formatLeadSubject(token, 'assignee'), 'assignee', {
        ...about,
        person,
        isByRule: false,
      }),
    reply: (
      { about, token }: Lead,
      written: { readonly message: string; readonly text: string; readonly sentAt: number },
    ): Entry => {
      const subject = formatSubject({ of: 'reply', lead: token, reply: written.message });
      const rest = { state: 'sent', knownAt: null, rule: null, to: null, later: null } as const;
      return entry(subject, 'reply', { ...about, ...written, ...rest });
    },
    claim: ({ about, token }: Lead, isOver: boolean): Entry => {
      const body = { ...about, ...author, isOver, at };
      return sealEntry(keyring, formatSubject({ of: 'claim', lead: token }), JSON.stringify(body));
    },
    name: (of: string, name: string): Entry => {
      const subject = formatSubject({ of: 'team', name: 'people', item: [of] });
      return entry(subject, 'person', { person: of, name, isGone: false });
    },
  };
};

/**
 * Builds a year's facts of the colleagues from the leads of a store: its marks, an assignee of every third lead, and a
 * reply to one in ten. `newest` are the leads that the colleagues have open.
 */
export const readLeadsAndFacts = (folder: string, keyring: Keyring, authors: readonly Author[]) => {
  const store = openFolder(folder);
  const keys = createLeadKeys(store, Buffer.from(keyring.subjectKey, 'base64url'));
  const leads = store.db.prepare<[], number>('SELECT lead FROM leads ORDER BY lead').pluck().all();
  const marks = store.db
    .prepare<[number], 'starred' | 'archived'>(
      "SELECT mark FROM marks WHERE lead = ? AND mark IN ('starred', 'archived')",
    )
    .pluck();
  const lastReply = store.db.prepare<
    [number],
    { readonly message: string; readonly text: string; readonly sentAt: number }
  >(
    `SELECT message_id AS message, text, sent_at AS sentAt FROM messages
     WHERE lead = ? AND side = 'business' ORDER BY sent_at DESC LIMIT 1`,
  );
  const newest: Lead[] = [];
  const now = Date.now();
  const facts = leads.flatMap((lead, n) => {
    const about = keys.findRef(lead);
    const author = authors[n % authors.length];
    if (about === null || author === undefined) return [];
    const place = { about, token: keys.deriveToken(about) };
    if (n < watched) newest.push(place);
    const by = buildEntries(keyring, author, now - Math.floor((n / leads.length) * yearMs));
    const reply = n % 10 === 0 ? lastReply.get(lead) : undefined;
    return [
      ...marks.all(lead).map((mark) => by.mark(place, mark, true)),
      ...(n % 3 === 0 ? [by.assign(place)] : []),
      ...(reply ? [by.reply(place, reply)] : []),
    ];
  });
  store.close();
  const [owner = { person: '', desktop: '' }] = authors;
  const by = buildEntries(keyring, owner, now);
  const names = authors.map(({ person }, at) => by.name(person, `Person ${at + 1}`));
  return { newest, facts: [...names, ...facts] };
};

/** Connects a colleague, who announces presence. */
export const connectColleague = (membership: TeamMembership) => {
  const { person, desktop, servers, credentials } = membership;
  const keyring = readKeyring(membership.keyring) as Keyring;
  const author = { person, desktop };
  const log = createJetStreamLog({
    ...{ servers, credentials, apiPrefix, inboxPrefix: buildInboxPrefix(desktop) },
    consumers: listConsumers(desktop),
  });
  const announce = (subject: string, body: object): void => {
    const { data } = sealEntry(keyring, subject, JSON.stringify({ ...author, ...body }));
    log.announce(subject, data);
  };
  const timers = [setInterval(() => announce('live.here', { duty: 'on' }), hereMs)];
  return {
    author,
    /** Looks at leads, one after the other. */
    look: (leads: readonly Lead[]): void => {
      const next = (): void => {
        const lead = leads[Math.floor(Math.random() * leads.length)];
        announce(`live.${lead?.token}`, { isHere: true, isWriting: false });
      };
      timers.push(setInterval(next, lookingMs));
    },
    /** Stars, assigns or claims a lead, by the number of the change; returns true if the log accepted it in time. */
    change: async (lead: Lead, number: number): Promise<boolean> => {
      const by = buildEntries(keyring, author, Date.now());
      const isOdd = number % 2 === 1;
      const changes = [by.mark(lead, 'starred', isOdd), by.assign(lead), by.claim(lead, isOdd)];
      const { subject, data } = changes[number % changes.length] as Entry;
      const ttl = subject.startsWith('claim.') ? { ttlMs: claimMs } : {};
      return (await log.publish(subject, data, ttl)).ok;
    },
    /** Resolves when a desktop has announced itself, which it does as soon as it is connected. */
    waitUntilHeard: (other: string): Promise<void> =>
      new Promise((resolve) => {
        const stop = log.hear('live.here', (subject, data) => {
          const opened = openEnvelope(keyring, subject, data);
          if (!opened.ok || !opened.text.includes(other)) return;
          stop();
          resolve();
        });
      }),
    close: (): Promise<void> => {
      for (const timer of timers) clearInterval(timer);
      return log.close();
    },
  };
};
