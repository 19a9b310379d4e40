/**
 * Announces who has a lead open or writes to its customer. Announcements are never stored. Writing is also a claim in
 * the log, which expires, for colleagues who open the lead later.
 */
import { z } from 'zod';
import type { LeadPresence } from '../../../contract/commands/team.ts';
import { maxDesktops } from '../../../contract/team/desk.ts';
import { formatSubject, hashedKey, token } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { parseJSON } from '../../http/json.ts';
import { claimMs, findClaim } from '../leads/claims.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { TeamContext } from './context.ts';
import { openJSON, sealJSON } from './sealed-json.ts';

const announceMs = 5_000;
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

export const createPresence = (dependencies: Omit<TeamContext, 'random' | 'slices'>) => {
  const { store, clock, log, teamLog, keyring, keys, self, publish } = dependencies;
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
  /** Steady time at which this desktop claimed a lead. */
  const claimedAt = new Map<number, number>();

  const publishPresence = (lead: number): void =>
    publish({ kinds: ['presence'], leadIDs: [toLeadID(lead)] });

  const send = (subject: string, more: Pick<Announcement, 'isHere' | 'isWriting'>): void => {
    teamLog.announce(subject, sealJSON(keyring(), subject, { ...self, ...more }));
  };

  const publishClaim = async (lead: number, isOver: boolean): Promise<void> => {
    const ref = keys.findRef(lead);
    if (ref === null) return;
    const subject = formatSubject({ of: 'claim', lead: keys.deriveToken(ref) });
    const data = sealJSON(keyring(), subject, { ...ref, ...self, isOver, at: clock.now() });
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
    if (looking.size !== before && open !== null) publishPresence(open.lead);
    if (looking.size > 0) schedule.in('forget', announceMs, forgetAbsent);
  };

  const hear = (lead: number, subject: string, data: Uint8Array): void => {
    const read = announcement.safeParse(openJSON(keyring(), subject, data));
    if (!read.success || read.data.desktop === desktop) return;
    const before = looking.get(read.data.desktop);
    if (!read.data.isHere) {
      if (looking.delete(read.data.desktop)) publishPresence(lead);
      return;
    }
    // A member could invent more, and each is answered.
    if (before === undefined && looking.size >= maxDesktops) return;
    looking.set(read.data.desktop, { ...read.data, at: clock.steady() });
    schedule.in('forget', announceMs, forgetAbsent);
    if (before?.isWriting !== read.data.isWriting) publishPresence(lead);
    // Answers a newcomer immediately.
    if (before === undefined) announce();
  };

  // Announcements without a connection are lost.
  const endWatch = teamLog.onState(({ name }) => {
    if (name === 'up') announce();
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
      const ref = lead === null ? null : keys.findRef(lead);
      if (lead === null || ref === null) return leave();
      if (open?.lead === lead && open.isWriting === isWriting) return;
      const subject = `live.${keys.deriveToken(ref)}`;
      if (open?.lead !== lead) {
        leave();
        stopHearing = teamLog.hear(subject, (heard, data) => hear(lead, heard, data));
      }
      open = { lead, subject, isWriting };
      announce();
    },
    getPresence: (lead: number): LeadPresence => {
      const lookers = open?.lead === lead ? [...looking.values()] : [];
      const others = lookers.filter((each) => each.person !== person);
      const found = findClaim(store, lead, clock.now());
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
      const lead = read.success ? keys.findLead(read.data) : null;
      if (!read.success || lead === null) return;
      const { isOver, at, ...by } = read.data;
      const before = findClaim(store, lead, clock.now());
      if (isOver) {
        store
          .prepare<[number, string]>('DELETE FROM team_claims WHERE lead = ? AND desktop = ?')
          .run(lead, by.desktop);
      } else {
        const renewed = Math.min(at, clock.now());
        const since = before?.desktop === by.desktop ? before.since : renewed;
        store
          .prepare<[number, string, string, number, number]>(
            `INSERT OR REPLACE INTO team_claims (lead, person, desktop, since, renewed)
             VALUES (?, ?, ?, ?, ?)`,
          )
          .run(lead, by.person, by.desktop, since, renewed);
      }
      publishPresence(lead);
    },
    stop: (): void => {
      leave();
      endWatch();
      schedule.stop();
    },
  };
};
export type Presence = ReturnType<typeof createPresence>;
