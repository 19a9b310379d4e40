/** The team of this desktop (main/team/): its people, their desktops and replies; joining and leaving. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { cursor, done, engineCommand, mainCommand, noInput } from '../schema.ts';
import { activity } from '../team/activity.ts';
import { assigningRules } from '../team/assigning.ts';
import { desktopID, role } from '../team/desk.ts';
import { logState } from '../team/log-state.ts';
import { personName } from '../person-name.ts';
import { leadID, replyID } from '../records.ts';
import { token } from '../team/subjects.ts';

/** A link (`formatInvitation`). */
const invitation = z.string().max(2_000);
const sixDigits = z.string().regex(/^\d{6}$/);

export const teamStatus = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('none'),
    /** Failure that ended the last attempt to join while it waited for an owner; until the next one or a restart. */
    refusal: failure.nullable(),
  }),
  /** An owner compares the digits by phone and confirms. */
  z.strictObject({ state: z.literal('joining'), address: z.string(), digits: sixDigits }),
  z.strictObject({
    state: z.literal('member'),
    address: z.string(),
    team: token,
    person: token,
    role,
    desktop: desktopID,
    /** Time of the hub's last answer, UTC milliseconds. */
    reachedAt: z.number(),
    /** The hub has not answered for 14 days, so the window hides the team's leads. */
    isHidden: z.boolean(),
    /** The team's key must change because a computer has left. An owner's computer changes it, and retries. */
    isKeyDue: z.boolean(),
    /** Failure of the last request to the hub; null if it succeeded. */
    failure: failure.nullable(),
    /** The engine's connection to the log; null before it has one. */
    log: logState.nullable(),
  }),
  /** `removed`: by an owner. `copied`: another computer runs as this desktop. In both cases it may join again. */
  z.strictObject({ state: z.literal('ended'), why: z.enum(['removed', 'copied']) }),
]);
export type TeamStatus = z.infer<typeof teamStatus>;

const namedPerson = z.strictObject({ person: token, name: personName, isGone: z.boolean() });
export type PersonName = z.infer<typeof namedPerson>;

const leadPresence = z.strictObject({
  /** Colleagues who have the lead open now. */
  looking: z.array(token).readonly(),
  /** Those of them whose composer contains text. */
  writing: z.array(token).readonly(),
  /** The colleague who last began to write, UTC milliseconds. */
  claim: z.strictObject({ person: token, since: z.number() }).nullable(),
});
export type LeadPresence = z.infer<typeof leadPresence>;

/** `away`: the person chose it. `quiet`: in the person's quiet hours, or while notices are paused. */
export const duties = ['on', 'away', 'quiet'] as const;
export type Duty = (typeof duties)[number];

/** Time on duty after the last announcement of a computer: longer than two intervals. */
export const onDutyMs = 75_000;

const attendance = z.strictObject({
  desktop: desktopID,
  person: token,
  /** Time of its last announcement, UTC milliseconds. */
  at: z.number(),
  duty: z.enum(duties),
  /** Null for a version that does not report it. */
  version: z.string().nullable(),
  /** Number of log entries that it has not read; null if it does not report it. */
  behind: z.int().nullable(),
  /** A member without a window, at the hub. */
  isKeeper: z.boolean(),
});

const waitingReply = z.strictObject({
  replyID,
  /** The person whose computer is to send it. */
  person: token,
  /** The person to whom it was handed over; null if it was not. */
  to: token.nullable(),
  text: z.string(),
  /** `leaving`: it may have been sent. */
  state: z.enum(['waiting', 'leaving', 'failed']),
});

const people = {
  members: z.array(z.strictObject({ person: token, role })),
  desktops: z.array(
    z.strictObject({
      ...{ desktop: desktopID, person: token, since: z.number() },
      /** False for a desktop that no owner confirmed and that no invitation lists: it gets no key. */
      isConfirmed: z.boolean(),
    }),
  ),
  /** The id that the recovery code has as a desktop; null unless this computer created the code. */
  recoveryCode: desktopID.nullable(),
  /** For owners. */
  invitations: z.array(
    z.strictObject({
      invitation: token,
      person: token,
      role,
      expires: z.number(),
      /** Set when a desktop has used it. Only the computer that invited knows the digits; null on others. */
      joining: z.strictObject({ digits: sixDigits.nullable() }).nullable(),
    }),
  ),
};

/**
 * Errors of main's commands that ask the hub: `hub_unavailable`, `unknown_to_hub`, `not_in_team`, `owner_only`,
 * `conflict` if something changed meanwhile. The engine's commands but `team.names` fail with `not_in_team`.
 */
export const teamCommands = {
  'team.status': mainCommand(noInput, { team: teamStatus }),
  /**
   * Uses an invitation. The desktop that founds a team becomes a member immediately. Retries while the hub is
   * unavailable. Errors: `invalid_input` for a text that is not an invitation, `conflict` if this computer is already
   * in a team, `invitation_invalid`, `invitation_expired`, `team_full`.
   */
  'team.join': mainCommand({ invitation }, done),
  /** Stops joining. Errors: those of the vault; the computer then still joins. */
  'team.stopJoining': mainCommand(noInput, done),
  'team.people': mainCommand(noInput, people),
  /** Names of people that this desktop knows from the team's log. */
  'team.names': engineCommand(noInput, { names: z.array(namedPerson).readonly() }),
  /** Colleagues who have a lead open or write to its customer. */
  'team.around': engineCommand({ leadID }, leadPresence),
  /** This desktop, and every other one that announced itself since this one started. */
  'team.attendance': engineCommand(noInput, { desktops: z.array(attendance).readonly() }),
  /** Takes this desktop's person off duty or back on: rules assign leads to people on duty. */
  'team.setAway': engineCommand({ isAway: z.boolean() }, done),
  'team.assigning': engineCommand(noInput, { rules: assigningRules }),
  /** Replaces the rules that assign new leads. For owners. Errors: `owner_only`. */
  'team.setAssigning': engineCommand({ rules: assigningRules }, done),
  /** Activity on a lead or by a person, latest first. `after` is `next` of the previous page. Errors: `not_found`. */
  'team.activity': engineCommand(
    {
      of: z.union([z.strictObject({ leadID }), z.strictObject({ person: token })]),
      after: cursor.nullable(),
    },
    { activities: z.array(activity).readonly(), next: cursor.nullable() },
  ),
  /** Each person's replies and handed-over leads today, by the business's calendar, and their waiting leads. */
  'team.today': engineCommand(noInput, {
    people: z
      .array(
        z.strictObject({
          person: token,
          replies: z.int(),
          /** Assigned to the person and waiting for a reply. */
          waiting: z.int(),
          handedOver: z.int(),
        }),
      )
      .readonly(),
  }),
  /** Replies to a lead's customer that wait on other desktops. */
  'team.waiting': engineCommand({ leadID }, { replies: z.array(waitingReply).readonly() }),
  /**
   * Takes a waiting reply from another desktop, or takes back one that was handed over. For owners and its author.
   * Errors: `owner_only`, `not_found`, `hub_unavailable`; `conflict` if its state has changed meanwhile.
   */
  'team.takeReply': engineCommand({ leadID, replyID }, done),
  /** For owners. Errors: `owner_only`. */
  'team.rename': engineCommand({ person: token, name: personName }, done),
  /** Marks a person as gone, and assigns the person's leads to nobody. For owners. Errors: `owner_only`. */
  'team.retire': engineCommand({ person: token }, { released: z.int() }),
  /** Assigns all leads of a person to another one, or to nobody. */
  'team.reassign': engineCommand({ from: token, to: token.nullable() }, { count: z.int() }),
  /** Invites a person, a new one if null; `link` is shown once. Errors: `too_many_invitations`. */
  'team.invite': mainCommand(
    { person: token.nullable(), role },
    { invitation: token, person: token, link: z.string() },
  ),
  /** Asks where to save an invitation and saves it; false if the dialog was closed. */
  'team.saveInvitation': mainCommand({ link: invitation }, { saved: z.boolean() }),
  /** Errors: `invitation_invalid`. */
  'team.withdraw': mainCommand({ invitation: token }, done),
  /**
   * Admits the desktop with the digits that were compared; may be repeated. Errors: `conflict` if another one uses the
   * invitation now; `invitation_invalid`, also of another computer's; `team_full`.
   */
  'team.confirm': mainCommand({ invitation: token, digits: sixDigits }, done),
  /** Errors: `not_found`, `last_owner`. */
  'team.changeRole': mainCommand({ person: token, role }, done),
  /** Removes a desktop; the team's key then changes, which locks it out (`isKeyDue`). Errors: `not_found`, `last_owner`. */
  'team.removeDesktop': mainCommand({ desktop: desktopID }, done),
  /** Leaves the team and removes its data here; with `isHubGone` even without the hub. Errors: `last_owner`. */
  'team.leave': mainCommand({ isHubGone: z.boolean() }, done),
  /** Creates a recovery code, which replaces the previous one. For owners. Errors: `team_full`, `too_many_invitations`. */
  'team.recoveryCode': mainCommand(noInput, { code: z.string() }),
  /**
   * Joins the team of a recovery code as a desktop of the owner who created it. Errors: `invalid_input`; `conflict` if
   * this computer is already in a team; `team_full`, `too_many_invitations`.
   */
  'team.recover': mainCommand({ address: z.url(), code: z.string().max(200) }, done),
} as const;
