/** Handlers of `team.*`. */
import type { CommandOutput, CommandsOf } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { LeadID } from '../../../contract/records.ts';
import { failNoSuchLead, type Handlers } from '../platform/command/handler.ts';
import { toRow } from '../platform/store/ids.ts';
import { listActivity } from './activity.ts';
import { readAssigningRules, putAssigningRules, type Assigning } from './assigning.ts';
import type { Attendance } from './attendance.ts';
import type { TeamContext } from './context.ts';
import { setAway } from './duty.ts';
import type { MovedReplies } from './moved-replies.ts';
import { findPerson, putPerson, reassign, retirePerson } from './people.ts';
import type { Presence } from './presence.ts';
import type { MemberReplies } from './replies.ts';
import { buildToday } from './today.ts';

/** `team.names` is missing: names are read without a running team. */
export type TeamHandlers = Handlers<
  Exclude<Extract<CommandsOf<'engine'>, `team.${string}`>, 'team.names'>
>;

type Dependencies = Pick<TeamContext, 'store' | 'clock' | 'self' | 'publish'> & {
  readonly isOwner: boolean;
  readonly presence: Pick<Presence, 'getPresence'>;
  readonly attendance: Pick<Attendance, 'listDesktops' | 'announceDuty'>;
  readonly replies: Pick<MemberReplies, 'listWaiting'>;
  readonly movedReplies: Pick<MovedReplies, 'take'>;
  readonly assigning: Pick<Assigning, 'assignSoon'>;
};

const nobody = { looking: [], writing: [], claim: null };

export const createTeamHandlers = (dependencies: Dependencies): TeamHandlers => {
  const { store, clock, self, publish } = dependencies;
  const { isOwner, presence, attendance, replies, movedReplies, assigning } = dependencies;
  const publishChange = (leadIDs: readonly LeadID[] = []): void =>
    publish({ kinds: leadIDs.length > 0 ? ['team', 'leads'] : ['team'], leadIDs });
  const failOwnerOnly = (): Answer<never> => fail('owner_only', 'Only an owner does this.');

  const readAttendance = (): CommandOutput<'team.attendance'> => {
    const all = attendance.listDesktops();
    const newest = Math.max(...all.map(({ sequence }) => sequence ?? 0));
    return {
      desktops: all.map(({ sequence, ...desktop }) => ({
        ...desktop,
        behind: sequence === null ? null : newest - sequence,
      })),
    };
  };

  return {
    'team.around': ({ leadID }) => {
      const lead = toRow(leadID);
      return succeed(lead === null ? nobody : presence.getPresence(lead));
    },
    'team.attendance': () => succeed(readAttendance()),
    'team.setAway': ({ isAway }) => {
      store.write(() => setAway(store, isAway));
      attendance.announceDuty();
      publishChange();
      return succeed({});
    },
    'team.assigning': () => succeed({ rules: readAssigningRules(store) }),
    'team.setAssigning': ({ rules }) => {
      if (!isOwner) return failOwnerOnly();
      store.write(() => putAssigningRules(store, rules));
      assigning.assignSoon();
      publishChange();
      return succeed({});
    },
    'team.rename': (named) => {
      if (!isOwner) return failOwnerOnly();
      const isGone = findPerson(store, named.person)?.isGone ?? false;
      store.write(() => putPerson(store, { ...named, isGone }));
      publishChange();
      return succeed({});
    },
    'team.retire': ({ person }) => {
      if (!isOwner) return failOwnerOnly();
      const named = findPerson(store, person);
      const leadIDs = named === null ? reassign(store, person, null) : retirePerson(store, named);
      publishChange(leadIDs);
      return succeed({ released: leadIDs.length });
    },
    'team.reassign': ({ from, to }) => {
      const leadIDs = reassign(store, from, to);
      publishChange(leadIDs);
      return succeed({ count: leadIDs.length });
    },
    'team.activity': ({ of, after }) => {
      if ('person' in of) return succeed(listActivity(store, of, after));
      const lead = toRow(of.leadID);
      return lead === null ? failNoSuchLead() : succeed(listActivity(store, { lead }, after));
    },
    'team.today': () => succeed(buildToday(store, clock.now())),
    'team.waiting': ({ leadID }) => {
      const lead = toRow(leadID);
      return succeed({ replies: lead === null ? [] : replies.listWaiting(lead) });
    },
    'team.takeReply': async ({ leadID, replyID }) => {
      const lead = toRow(leadID);
      if (lead === null) return failNoSuchLead();
      const isOwnReply = replies
        .listWaiting(lead)
        .some((reply) => reply.replyID === replyID && reply.person === self.person);
      return isOwner || isOwnReply ? movedReplies.take(lead, replyID) : failOwnerOnly();
    },
  };
};
