/** Desktops of one team on a log in memory. A test lets time pass and lets each desktop follow. */
import { onTestFinished } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { parseFact } from '../../../../contract/team/facts.ts';
import { reduceFact } from '../../../../contract/team/reducer.ts';
import { adoptEcho } from '../../../../main/engine/conversation/outbox/echo.ts';
import { refreshMarked } from '../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { parseSubject } from '../../../../contract/team/subjects.ts';
import { runAllSteps } from '../../../../main/engine/platform/slices.ts';
import { createAssigning, type Assigning } from '../../../../main/engine/team/assigning.ts';
import { createFactApplier, type LostChange } from '../../../../main/engine/team/apply.ts';
import { putCursor } from '../../../../main/engine/team/followed.ts';
import { createKeyring } from '../../../../main/sealing/keyring.ts';
import { createLeadKeys } from '../../../../main/engine/team/lead-keys.ts';
import { enterTeam } from '../../../../main/engine/team/membership.ts';
import { createOutgoing } from '../../../../main/engine/team/outgoing.ts';
import type { PublishedChanges } from '../../../../main/engine/team/outbox-rows.ts';
import { createMemberReplies, type MemberReplies } from '../../../../main/engine/team/replies.ts';
import { openEnvelope } from '../../../../main/sealing/seal.ts';
import { memoryServer } from '../../../team/memory-log.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { testClock, testLog } from '../support/store.ts';

export type Desktop = Bench & {
  readonly lost: LostChange[];
  /** Leads that a colleague has assigned to the person here. */
  readonly assigned: number[];
  /** Leads with a note that mentions the person here. */
  readonly mentioned: number[];
  readonly published: Change[];
  /** Applies what the log has after the cursor. */
  readonly follow: () => Promise<void>;
  readonly mark: (marks: Parameters<typeof setMarks>[2], lead?: number) => void;
  /** Marks with their authors, except read times. */
  readonly marks: () => unknown[];
  readonly waiting: () => number;
  readonly leadsChanged: (change: Change) => void;
  /** The work of an engine at its start. */
  readonly applyKept: () => void;
  readonly replies: MemberReplies;
  readonly assigning: Assigning;
  /** Sets what is called after a colleague has handed replies to the person here. */
  readonly onHanded: (work: () => void) => void;
};

/** @param forbidden subjects that nobody of the team may publish */
export const newTeam = (forbidden: readonly string[] = []) => {
  const clock = testClock();
  const server = memoryServer({ clock, forbidden });
  const keyring = createKeyring();
  const subjectKey = Buffer.from(keyring.subjectKey, 'base64url');

  /** The desktop that does the accounts' work for the team. */
  const onDuty = new Set<string>();
  /** People who answer leads now. */
  const peopleOnDuty = new Set<string>();

  /**
   * Ana is an owner. The account is the team's.
   * @param before happens before it enters the team
   */
  const desktop = (
    person: string,
    name = `${person}-desk`,
    before: (made: Bench) => void = () => undefined,
  ): Desktop => {
    const made = testIngest(adoptEcho, clock);
    const { store } = made;
    store.db.exec('UPDATE accounts SET team_since = 1');
    before(made);
    enterTeam(store, { team: 't', person, role: 'owner', desktop: name });
    putCursor(store, {
      stream: 's',
      epoch: 'e',
      earlier: '',
      epochSequence: 0,
      sequence: 0,
      at: 0,
    });
    const keys = createLeadKeys(store, subjectKey);
    const teamLog = server.connect();
    const self = { person, desktop: name };
    const onTop: PublishedChanges = new Map();
    const [lost, published]: [LostChange[], Change[]] = [[], []];
    const [assigned, mentioned]: [number[], number[]] = [[], []];
    const applier = createFactApplier({
      store,
      keys,
      self,
      published: onTop,
      clock,
      publish: (change) => void published.push(change),
      onHoursChange: () => undefined,
      onRulesChange: () => undefined,
      onLost: (change) => void lost.push(change),
      onAssigned: (leads) => void assigned.push(...leads),
      onMentioned: (leads) => void mentioned.push(...leads),
      onHandOver: () => onHandOver(),
    });
    const outgoing = createOutgoing({
      store,
      clock,
      random: { fraction: () => 0.5 },
      log: testLog(),
      teamLog,
      keyring: () => keyring,
      keys,
      self,
      published: onTop,
      lose: applier.lose,
    });
    onTestFinished(outgoing.stop);
    const assigning = createAssigning({
      ...{ store, clock, log: testLog(), keys, listPeopleOnDuty: () => peopleOnDuty },
      isOnDuty: () => onDuty.has(person),
      publish: (change) => void published.push(change),
    });
    onTestFinished(assigning.stop);
    let onHandOver = (): void => undefined;
    let cursor = 0;
    const follow = async (): Promise<void> => {
      const answer = await teamLog.read(cursor, { most: 1_000, waitMs: 0 });
      if (!answer.ok) return;
      for (const { subject, data, sequence } of answer.entries) {
        if (parseSubject(subject).of === 'turn') continue;
        const opened = openEnvelope(keyring, subject, data);
        const fact = opened.ok ? parseFact(opened.text.toString()) : null;
        if (fact === null) throw new Error('an entry cannot be read');
        store.writeRepeatable(() => {
          const row = store.db
            .prepare<[string], { sequence: number; fact: string | null }>(
              'SELECT sequence, fact FROM team_facts WHERE subject = ?',
            )
            .get(subject);
          const state = row && { sequence: row.sequence, fact: parseFact(row.fact ?? '') };
          const next = reduceFact(state ?? null, { subject, sequence, fact });
          store.db
            .prepare(
              `INSERT INTO team_facts (subject, sequence, fact) VALUES (?, ?, ?)
               ON CONFLICT DO UPDATE SET sequence = excluded.sequence, fact = excluded.fact`,
            )
            .run(subject, next.sequence, next.fact?.text ?? null);
          if (next.fact !== null) applier.apply(subject, next.fact);
        });
        cursor = sequence;
      }
    };
    return {
      ...made,
      lost,
      assigned,
      mentioned,
      published,
      follow,
      assigning,
      onHanded: (work) => void (onHandOver = work),
      leadsChanged: ({ kinds, leadIDs }) => {
        if (!kinds.includes('leads')) return;
        if (leadIDs === null) runAllSteps(applier.applyAllKeptFacts());
        else applier.applyKeptFacts(leadIDs);
      },
      applyKept: () => runAllSteps(applier.applyAllKeptFacts()),
      replies: createMemberReplies({
        ...{ store, clock, teamLog, keys, self, isOwner: person === 'ana' },
        keyring: () => keyring,
        isOnDuty: () => onDuty.has(person),
      }),
      mark: (marks, lead = 1) =>
        store.write(() => refreshMarked(store, [lead], setMarks(store, [lead], marks))),
      marks: () =>
        store.db
          .prepare(
            "SELECT lead, mark, item, person FROM marks WHERE mark <> 'read' ORDER BY 1, 2, 3",
          )
          .raw()
          .all(),
      waiting: () => store.db.prepare('SELECT count(*) FROM team_outbox').pluck().get() as number,
    };
  };

  /** Lets changes be published: one after another, with their pauses. */
  const publish = async (): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      clock.advance(50);
      for (let step = 0; step < 8; step += 1) await Promise.resolve();
    }
  };
  return { clock, server, desktop, publish, onDuty, peopleOnDuty };
};
