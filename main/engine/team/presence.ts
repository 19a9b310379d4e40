/**
 * Announces who is on, and who has a lead open or writes to its customer. Announcements are never stored. Writing is
 * also a claim in the log, which expires, for colleagues who open the lead later.
 */
import { z } from 'zod';
import { duties, onDutyMs, type LeadPresence } from '../../../contract/commands/team.ts';
import { formatSubject, hashedKey, token } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { parseJSON } from '../../http/json.ts';
import { openFromMember, sealForMembers } from '../../sealing/seal.ts';
import { claimMs, claimOf } from '../leads/claims.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { TeamContext } from './context.ts';

type Dependencies = Omit<TeamContext, 'random' | 'slices'> & {
  /** This desktop's announcement about itself. */
  readonly ownStatus: () => DesktopStatus;
  /** Called when somebody has come on duty, also the person here. */
  readonly cameOn: () => void;
};

const announceMs = 5_000;
/** Each desktop announces its duty here. */
const hereSubject = 'live.here';
const hereMs = 30_000;
/** Longer than two announcements; by the receiver's steady clock. */
const absentAfterMs = 15_000;
const renewClaimMs = 10 * 60_000;

const announcement = z.object({
  person: token,
  desktop: token,
  /** False when the lead was left. */
  isHere: z.boolean(),
  isWriting: z.boolean(),
});
type Announcement = z.infer<typeof announcement>;

/** Earlier versions announce only the author. */
const here = z.object({
  ...{ person: token, desktop: token },
  duty: z.enum(duties).catch('on'),
  version: z.string().max(40).nullable().catch(null),
  /** Sequence up to which it has read the log. */
  sequence: z.number().int().nullable().catch(null),
  isKeeper: z.boolean().catch(false),
});
type AnnouncedDesktop = Readonly<z.infer<typeof here>> & { readonly at: number };
type DesktopStatus = Omit<AnnouncedDesktop, 'person' | 'desktop' | 'at'>;

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

export const createPresence = (dependencies: Dependencies) => {
  const { store, clock, log, teamLog, keyring, keys, self, ownStatus, cameOn, publish } =
    dependencies;
  const { person, desktop } = self;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the open lead could not be announced'),
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

  /** The latest announcement of each other desktop. */
  const otherDesktops = new Map<string, AnnouncedDesktop & { readonly steadyAt: number }>();

  const seal = (subject: string, body: object): Buffer =>
    sealForMembers(keyring(), subject, JSON.stringify(body));
  const openBody = (subject: string, data: Uint8Array): unknown => {
    const opened = openFromMember(keyring(), subject, data);
    return opened.ok ? parseJSON(opened.text.toString('utf8')) : undefined;
  };

  const isOn = ({ steadyAt }: { readonly steadyAt: number }): boolean =>
    clock.steady() - steadyAt < onDutyMs;

  let ownDuty = ownStatus().duty;
  const announceHere = (): void => {
    const status = ownStatus();
    // Another computer of the person may be on duty while this one, no longer away, is quiet.
    const hasComeOn = status.duty !== ownDuty && (status.duty === 'on' || ownDuty === 'away');
    ownDuty = status.duty;
    teamLog.announce(hereSubject, seal(hereSubject, { ...self, ...status }));
    schedule.in('here', hereMs, announceHere);
    if (hasComeOn) cameOn();
  };
  const stopListening = teamLog.hear(hereSubject, (subject, data) => {
    const read = here.safeParse(openBody(subject, data));
    if (!read.success || read.data.desktop === desktop) return;
    const before = otherDesktops.get(read.data.desktop);
    otherDesktops.set(read.data.desktop, {
      ...read.data,
      at: clock.now(),
      steadyAt: clock.steady(),
    });
    // Answers a newcomer immediately.
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
    const ref = keys.refOf(lead);
    if (ref === null) return;
    const subject = formatSubject({ of: 'claim', lead: keys.tokenOf(ref) });
    const data = seal(subject, { ...ref, person, desktop, isOver, at: clock.now() });
    const answer = await teamLog.publish(subject, data, { ttlMs: claimMs });
    if (answer.ok) return;
    // The next announcement of the lead repeats it, or claims the lead again if the person writes.
    if (isOver) claimedAt.set(lead, -Infinity);
    else claimedAt.delete(lead);
  };

  /** The first letter claims the lead; an empty composer ends the claim. */
  const claimOrEnd = (lead: number, isWriting: boolean): void => {
    const at = claimedAt.get(lead);
    if (!isWriting) {
      if (claimedAt.delete(lead)) void publishClaim(lead, true);
    } else if (at === undefined || clock.steady() - at > renewClaimMs) {
      claimedAt.set(lead, clock.steady());
      void publishClaim(lead, false);
    }
  };

  const announce = (): void => {
    if (open === null) return;
    // Repeats a claim, or its end, that the log did not accept.
    claimOrEnd(open.lead, open.isWriting);
    send(open.subject, { isHere: true, isWriting: open.isWriting });
    schedule.in('announce', announceMs, announce);
  };

  const forgetAbsent = (): void => {
    const before = looking.size;
    for (const [each, { at }] of looking)
      if (clock.steady() - at > absentAfterMs) looking.delete(each);
    if (looking.size !== before && open !== null) changed(open.lead);
    if (looking.size > 0) schedule.in('forget', announceMs, forgetAbsent);
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
    schedule.in('forget', announceMs, forgetAbsent);
    if (before?.isWriting !== read.data.isWriting) changed(lead);
    // Answers a newcomer immediately.
    if (before === undefined) announce();
  };

  // Announcements without a connection are lost.
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
    /** Reports the lead that the person here has open, and whether its composer contains text. */
    watch: (lead: number | null, isWriting: boolean): void => {
      const ref = lead === null ? null : keys.refOf(lead);
      if (lead === null || ref === null) return leave();
      if (open?.lead === lead && open.isWriting === isWriting) return;
      const subject = `live.${keys.tokenOf(ref)}`;
      if (open?.lead !== lead) {
        leave();
        stopHearing = teamLog.hear(subject, (heard, data) => hear(lead, heard, data));
      }
      open = { lead, subject, isWriting };
      announce();
    },
    around: (lead: number): LeadPresence => {
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
    /** Applies a claim of the log, in the transaction that moves the cursor. */
    applyClaim: (text: string): void => {
      const read = claim.safeParse(parseJSON(text));
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
    /** This desktop and the others, with the time of the last announcement by this computer's clock. */
    attendance: (): readonly AnnouncedDesktop[] => [
      { ...self, ...ownStatus(), at: clock.now() },
      ...[...otherDesktops.values()].map(({ steadyAt: _, ...each }) => each),
    ],
    /** People who answer leads: with a computer on duty, and none that is set to away. */
    peopleOnDuty: (): ReadonlySet<string> => {
      const on = [{ ...self, ...ownStatus() }, ...[...otherDesktops.values()].filter(isOn)];
      const byPerson = Object.groupBy(
        on.filter(({ isKeeper }) => !isKeeper),
        (each) => each.person,
      );
      // Away applies to all computers of a person, a pause of notices only to one.
      const isAnswering = (desktops: readonly DesktopStatus[] = []): boolean =>
        desktops.some(({ duty }) => duty === 'on') && desktops.every(({ duty }) => duty !== 'away');
      return new Set(Object.keys(byPerson).filter((each) => isAnswering(byPerson[each])));
    },
    /** Call when this desktop's duty has changed, which it announces immediately. */
    dutyChanged: announceHere,
    stop: (): void => {
      leave();
      endWatch();
      stopListening();
      schedule.stop();
    },
  };
};
export type Presence = ReturnType<typeof createPresence>;
