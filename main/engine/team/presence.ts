/**
 * Who of the team has a lead open or writes to its customer. That a colleague looks is announced every five seconds
 * and never stored. That one writes is also a claim in the log, which the server forgets, so that colleagues who come
 * later know.
 */
import { z } from 'zod';
import { duties, onMs, type Around, type Duty } from '../../../contract/commands/team.ts';
import type { Change } from '../../../contract/events.ts';
import type { Author } from '../../../contract/team/facts.ts';
import { formatSubject, hashedKey, token } from '../../../contract/team/subjects.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { readJSON } from '../../http/json.ts';
import type { Log } from '../../log/log.ts';
import type { Keyring } from '../../sealing/keyring.ts';
import { openFromMember, sealForMembers } from '../../sealing/seal.ts';
import { claimMs, claimOf } from '../leads/claims.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { LeadKeys } from './lead-keys.ts';
import type { TeamLog } from './log/team-log.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly teamLog: Pick<TeamLog, 'announce' | 'hear' | 'publish' | 'onState'>;
  readonly keyring: () => Keyring;
  readonly keys: LeadKeys;
  readonly self: Author;
  /** What this desktop announces of itself. */
  readonly attending: () => Attending;
  /** Called when somebody has come on duty. */
  readonly cameOn: () => void;
  readonly publish: (change: Change) => void;
};

export type Attending = {
  readonly duty: Duty;
  readonly version: string | null;
  /** Place in the log up to which it has read. */
  readonly sequence: number | null;
  readonly isKeeper: boolean;
};

export type Attendee = Author & Attending & { readonly at: number };

export type Presence = {
  /** Reports the lead that the person here has open, and whether its composer has a text. */
  readonly watch: (lead: number | null, isWriting: boolean) => void;
  readonly around: (lead: number) => Around;
  /** This desktop, and when each other one was last heard of, by this computer's clock. */
  readonly attendance: () => readonly Attendee[];
  /** The people with a computer that is on, of whom none chose to be away. */
  readonly peopleOnDuty: () => ReadonlySet<string>;
  /** Announces at once that this desktop is on or off duty. */
  readonly dutyChanged: () => void;
  /** Applies a claim of the log, in the transaction that moves the cursor. */
  readonly applyClaim: (text: string) => void;
  readonly stop: () => void;
};

const announceMs = 5_000;
/** Each desktop announces that it is on. */
const hereSubject = 'live.here';
const hereMs = 30_000;
/** Longer than two announcements; by the receiver's steady clock. */
const forgottenMs = 15_000;
const claimAgainMs = 10 * 60_000;

const announcement = z.object({
  person: token,
  desktop: token,
  /** False when the lead was left. */
  isHere: z.boolean(),
  isWriting: z.boolean(),
});
type Announcement = z.infer<typeof announcement>;

/** Earlier versions announce nothing but the author. */
const here = z.object({
  ...{ person: token, desktop: token },
  duty: z.enum(duties).catch('on'),
  version: z.string().max(40).nullable().catch(null),
  sequence: z.number().int().nullable().catch(null),
  isKeeper: z.boolean().catch(false),
});

const claim = z.object({
  account: hashedKey,
  negotiation: z.string().min(1),
  person: token,
  desktop: token,
  /** The text is gone, or the reply has left. */
  isOver: z.boolean(),
  /** The author's clock, for display. */
  at: z.number(),
});

export const createPresence = (dependencies: Dependencies): Presence => {
  const { store, clock, log, teamLog, keyring, keys, self, attending, cameOn, publish } =
    dependencies;
  const { person, desktop } = self;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the team could not be told what is open here'),
  );
  let open: {
    readonly lead: number;
    readonly subject: string;
    readonly isWriting: boolean;
  } | null = null;
  let stopHearing = (): void => undefined;
  /** Colleagues who have the open lead open too, by desktop. */
  const looking = new Map<string, Announcement & { readonly at: number }>();
  /** When this desktop claimed a lead, by the steady clock. */
  const claimedAt = new Map<number, number>();

  /** What other desktops announced last. */
  const heard = new Map<string, Attendee & { readonly steadyAt: number }>();

  const seal = (subject: string, body: object): Buffer =>
    sealForMembers(keyring(), subject, Buffer.from(JSON.stringify(body)));
  const openBody = (subject: string, data: Uint8Array): unknown => {
    const opened = openFromMember(keyring(), subject, data);
    return opened.ok ? readJSON(opened.text.toString('utf8')) : undefined;
  };

  const isOn = ({ steadyAt }: { readonly steadyAt: number }): boolean =>
    clock.steady() - steadyAt < onMs;

  const announceHere = (): void => {
    teamLog.announce(hereSubject, seal(hereSubject, { ...self, ...attending() }));
    schedule.in('here', hereMs, announceHere);
  };
  const stopListening = teamLog.hear(hereSubject, (subject, data) => {
    const read = here.safeParse(openBody(subject, data));
    if (!read.success || read.data.desktop === desktop) return;
    const before = heard.get(read.data.desktop);
    heard.set(read.data.desktop, { ...read.data, at: clock.now(), steadyAt: clock.steady() });
    // The newcomer learns at once who else is on.
    if (before === undefined) announceHere();
    const wasOn = before !== undefined && before.duty === 'on' && isOn(before);
    if (read.data.duty === 'on' && !wasOn) cameOn();
  });
  announceHere();

  const changed = (lead: number): void =>
    publish({ kinds: ['presence'], leadIDs: [leadIDOf(lead)] });

  const send = (subject: string, more: Pick<Announcement, 'isHere' | 'isWriting'>): void => {
    teamLog.announce(subject, seal(subject, { person, desktop, ...more }));
  };

  const publishClaim = async (lead: number, isOver: boolean): Promise<void> => {
    const place = keys.placeOf(lead);
    if (place === null) return;
    const subject = formatSubject({ of: 'claim', lead: keys.tokenOf(place) });
    const data = seal(subject, { ...place, person, desktop, isOver, at: clock.now() });
    const answer = await teamLog.publish(subject, data, { ttlMs: claimMs });
    if (!answer.ok && !isOver) claimedAt.delete(lead);
  };

  /** The first letter claims the lead; an empty composer ends the claim. */
  const claimOrEnd = (lead: number, isWriting: boolean): void => {
    const at = claimedAt.get(lead);
    if (!isWriting) {
      if (claimedAt.delete(lead)) void publishClaim(lead, true);
    } else if (at === undefined || clock.steady() - at > claimAgainMs) {
      claimedAt.set(lead, clock.steady());
      void publishClaim(lead, false);
    }
  };

  const announce = (): void => {
    if (open === null) return;
    // Also one that the log did not take.
    claimOrEnd(open.lead, open.isWriting);
    send(open.subject, { isHere: true, isWriting: open.isWriting });
    schedule.in('announce', announceMs, announce);
  };

  const forget = (): void => {
    const before = looking.size;
    for (const [each, { at }] of looking)
      if (clock.steady() - at > forgottenMs) looking.delete(each);
    if (looking.size !== before && open !== null) changed(open.lead);
    if (looking.size > 0) schedule.in('forget', announceMs, forget);
  };

  const hear = (lead: number, subject: string, data: Uint8Array): void => {
    const read = announcement.safeParse(openBody(subject, data));
    if (!read.success || read.data.desktop === desktop) return;
    const before = looking.get(read.data.desktop);
    if (!read.data.isHere) {
      if (looking.delete(read.data.desktop)) changed(lead);
      return;
    }
    looking.set(read.data.desktop, { ...read.data, at: clock.steady() });
    schedule.in('forget', announceMs, forget);
    if (before?.isWriting !== read.data.isWriting) changed(lead);
    // The newcomer learns at once who else is here.
    if (before === undefined) announce();
  };

  // What is announced while there is no connection is lost.
  const endWatch = teamLog.onState(({ name }) => {
    if (name !== 'up') return;
    announceHere();
    announce();
  });

  const leave = (): void => {
    stopHearing();
    stopHearing = () => undefined;
    schedule.cancel('announce');
    looking.clear();
    if (open !== null) send(open.subject, { isHere: false, isWriting: false });
    open = null;
  };

  return {
    watch: (lead, isWriting) => {
      const place = lead === null ? null : keys.placeOf(lead);
      if (lead === null || place === null) return leave();
      if (open?.lead === lead && open.isWriting === isWriting) return;
      const subject = `live.${keys.tokenOf(place)}`;
      if (open?.lead !== lead) {
        leave();
        stopHearing = teamLog.hear(subject, (heard, data) => hear(lead, heard, data));
      }
      open = { lead, subject, isWriting };
      announce();
    },
    around: (lead) => {
      const lookers = open?.lead === lead ? [...looking.values()] : [];
      const others = lookers.filter((each) => each.person !== person);
      const found = claimOf(store, lead, clock.now());
      return {
        looking: [...new Set(others.map((each) => each.person))],
        writing: [...new Set(others.filter((each) => each.isWriting).map((each) => each.person))],
        claim:
          found === null || found.person === person
            ? null
            : { person: found.person, since: found.since },
      };
    },
    applyClaim: (text) => {
      const read = claim.safeParse(readJSON(text));
      const lead = read.success ? keys.leadOf(read.data) : null;
      if (!read.success || lead === null) return;
      const { isOver, at, ...by } = read.data;
      const before = claimOf(store, lead, clock.now());
      if (isOver) {
        store
          .prepare<[number, string]>(
            'presence.unclaim',
            'DELETE FROM team_claims WHERE lead = ? AND desktop = ?',
          )
          .run(lead, by.desktop);
      } else {
        const renewed = Math.min(at, clock.now());
        const since = before?.desktop === by.desktop ? before.since : renewed;
        store
          .prepare<[number, string, string, number, number]>(
            'presence.claimed',
            `INSERT OR REPLACE INTO team_claims (lead, person, desktop, since, renewed)
             VALUES (?, ?, ?, ?, ?)`,
          )
          .run(lead, by.person, by.desktop, since, renewed);
      }
      changed(lead);
    },
    attendance: () => [
      { ...self, ...attending(), at: clock.now() },
      ...[...heard.values()].map(({ steadyAt: _, ...each }) => each),
    ],
    peopleOnDuty: () => {
      const on = [{ ...self, ...attending() }, ...[...heard.values()].filter(isOn)];
      const byPerson = Object.groupBy(
        on.filter(({ isKeeper }) => !isKeeper),
        (each) => each.person,
      );
      // Away holds for all computers of a person, a pause of notices for the one that has it.
      const isAnswering = (desktops: readonly Attending[] = []): boolean =>
        desktops.some(({ duty }) => duty === 'on') && desktops.every(({ duty }) => duty !== 'away');
      return new Set(Object.keys(byPerson).filter((each) => isAnswering(byPerson[each])));
    },
    dutyChanged: announceHere,
    stop: () => {
      leave();
      endWatch();
      stopListening();
      schedule.stop();
    },
  };
};
