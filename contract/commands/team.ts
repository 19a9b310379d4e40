/** This desktop's team: joining, its people and their desktops, leaving (main/team/). */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { command, cursor, done, noInput } from '../schema.ts';
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
    /** Why joining ended while this desktop waited for an owner, until it is tried again or the app ends. */
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
    /** When the hub last answered, UTC milliseconds. */
    reachedAt: z.number(),
    /** The hub has not answered for 14 days: what belongs to the team is hidden. */
    isHidden: z.boolean(),
    /** Why the last request to the hub failed; null after one that did not. */
    fault: failure.nullable(),
    /** The engine's connection to the log; null before it has one. */
    log: logState.nullable(),
  }),
  /** `removed`: by an owner. `copied`: another computer goes on as this desktop. Either joins again. */
  z.strictObject({ state: z.literal('ended'), why: z.enum(['removed', 'copied']) }),
]);
export type TeamStatus = z.infer<typeof teamStatus>;

const named = z.strictObject({ person: token, name: personName, isGone: z.boolean() });
export type PersonName = z.infer<typeof named>;

const around = z.strictObject({
  /** Colleagues who have the lead open now. */
  looking: z.array(token).readonly(),
  /** Those of them whose composer has a text. */
  writing: z.array(token).readonly(),
  /** The colleague who last began to write, UTC milliseconds. */
  claim: z.strictObject({ person: token, since: z.number() }).nullable(),
});
export type Around = z.infer<typeof around>;

/** `away`: the person chose it. `quiet`: in the person's quiet hours, or while notices are paused. */
export const duties = ['on', 'away', 'quiet'] as const;
export type Duty = (typeof duties)[number];

/** How long a computer counts as on after it was heard of: longer than two announcements. */
export const onMs = 75_000;

const attending = z.strictObject({
  desktop: desktopID,
  person: token,
  /** When it was last heard of, UTC milliseconds. */
  at: z.number(),
  duty: z.enum(duties),
  /** Null for a version that does not say it. */
  version: z.string().nullable(),
  /** Entries of the log that it has not read; null if it does not say it. */
  behind: z.number().int().nullable(),
  /** A member without a window, at the hub. */
  isKeeper: z.boolean(),
});

const waitingReply = z.strictObject({
  replyID,
  /** Whose computer has it. */
  person: token,
  /** The person whose computer is to take it; null for one that was not handed over. */
  to: token.nullable(),
  text: z.string(),
  /** `leaving`: its request may have left. */
  state: z.enum(['waiting', 'leaving', 'failed']),
});

const people = {
  members: z.array(z.strictObject({ person: token, role })),
  desktops: z.array(z.strictObject({ desktop: desktopID, person: token, since: z.number() })),
  /** The desktop that is the recovery code, if this computer created it. */
  recoveryCode: desktopID.nullable(),
  /** For owners. */
  invitations: z.array(
    z.strictObject({
      invitation: token,
      person: token,
      role,
      expires: z.number(),
      /** The desktop that used it. Digits are null where another desktop of an owner invited. */
      joining: z.strictObject({ desktop: desktopID, digits: sixDigits.nullable() }).nullable(),
    }),
  ),
};

/**
 * Errors of all that ask the hub: `hub_unavailable`, `unknown_to_hub`, `not_in_team`, `owner_needed`, `conflict` if
 * something changed meanwhile, those of the vault.
 */
export const teamCommands = {
  'team.status': command('main', noInput, { team: teamStatus }),
  /**
   * Uses an invitation; the desktop that founds a team is a member at once. Errors: `invalid_input` for a text that
   * is no invitation, `conflict` in a team, `invitation_invalid`, `invitation_expired`, `team_full`.
   */
  'team.join': command('main', { invitation }, done),
  /** Stops joining. */
  'team.stopJoining': command('main', noInput, done),
  'team.people': command('main', noInput, people),
  /** Names that this desktop knows, by the team's log. */
  'team.names': command('engine', noInput, { names: z.array(named).readonly() }),
  /** Who else has a lead open, or writes to its customer. Nobody without a team. */
  'team.around': command('engine', { leadID }, around),
  /** This desktop, and each other one that was heard of since this one started. */
  'team.attendance': command('engine', noInput, { desktops: z.array(attending).readonly() }),
  /** Takes the person here off duty, or back: rules assign new leads to who is on duty. Errors: `not_in_team`. */
  'team.setAway': command('engine', { isAway: z.boolean() }, done),
  'team.assigning': command('engine', noInput, { rules: assigningRules }),
  /** Replaces the rules that assign new leads. For owners. Errors: `not_in_team`, `owner_only`. */
  'team.setAssigning': command('engine', { rules: assigningRules }, done),
  /** What people did with a lead, or what a person did, latest first. `after` is `next` of the page before. */
  'team.activity': command(
    'engine',
    {
      of: z.union([z.strictObject({ leadID }), z.strictObject({ person: token })]),
      after: cursor.nullable(),
    },
    { activities: z.array(activity).readonly(), next: cursor.nullable() },
  ),
  /** What each person has done today, by the calendar of the business, and has to do. */
  'team.today': command('engine', noInput, {
    people: z
      .array(
        z.strictObject({
          person: token,
          replies: z.number().int(),
          /** Assigned to the person and waiting for a reply. */
          waiting: z.number().int(),
          handedOver: z.number().int(),
        }),
      )
      .readonly(),
  }),
  /** Replies to a lead's customer that wait on other desktops. */
  'team.waiting': command(
    'engine',
    { leadID },
    {
      replies: z.array(waitingReply).readonly(),
    },
  ),
  /**
   * Takes over a reply that waits on another desktop, or takes back one that was handed over. For owners and its author.
   * Errors: `not_in_team`, `owner_only`, `not_found`; `conflict` if its state has changed meanwhile; `hub_unavailable`.
   */
  'team.takeReply': command('engine', { leadID, replyID }, done),
  /** For owners. Errors: `not_in_team`, `owner_only`. */
  'team.rename': command('engine', { person: token, name: personName }, done),
  /**
   * Marks a person without a computer as gone, and assigns the person's leads to nobody. For owners. Errors:
   * `not_in_team`, `owner_only`.
   */
  'team.retire': command('engine', { person: token }, { released: z.number().int() }),
  /** Assigns all leads of a person to another one, or to nobody. */
  'team.reassign': command(
    'engine',
    { from: token, to: token.nullable() },
    { count: z.number().int() },
  ),
  /** `person` is null for a new one, and another desktop's of a known one otherwise. `link` is shown once. */
  'team.invite': command(
    'main',
    { person: token.nullable(), role },
    { invitation: token, person: token, link: z.string() },
  ),
  /** Asks for a place and saves an invitation; false if the dialog was closed. */
  'team.saveInvitation': command('main', { link: invitation }, { saved: z.boolean() }),
  'team.withdraw': command('main', { invitation: token }, done),
  /** After the digits of this desktop were compared. Errors: `invitation_invalid`, `team_full`. */
  'team.confirm': command('main', { invitation: token, desktop: desktopID }, done),
  /** Errors: `not_found`, `last_owner`. */
  'team.changeRole': command('main', { person: token, role }, done),
  /** Also changes the team's key, so that the desktop cannot read what comes. Errors: `not_found`, `last_owner`. */
  'team.removeDesktop': command('main', { desktop: desktopID }, done),
  /**
   * Removes the team's data from this computer. `isHubGone`: also without the hub, where an owner has to remove the
   * desktop later. Errors: `last_owner`.
   */
  'team.leave': command('main', { isHubGone: z.boolean() }, done),
  /** A new code, which replaces the one before; for owners. */
  'team.recoveryCode': command('main', noInput, { code: z.string() }),
  /**
   * Joins the team of a recovery code as a desktop of the owner who printed it. Errors: `invalid_input`, `conflict`
   * in a team.
   */
  'team.recover': command('main', { address: z.url(), code: z.string().max(200) }, done),
} as const;
