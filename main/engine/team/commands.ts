/** Handlers of `team.*`. */
import type { CommandOutput, CommandsOf } from '../../../contract/commands.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { LeadID } from '../../../contract/records.ts';
import { noSuchLead, type Handlers } from '../platform/command/handler.ts';
import { rowOf } from '../platform/store/ids.ts';
import { activityOf } from './activity.ts';
import { assigningRulesNow, putAssigningRules, type Assigning } from './assigning.ts';
import type { Attendance } from './attendance.ts';
import type { TeamContext } from './context.ts';
import { setAway } from './duty.ts';
import type { MovedReplies } from './moved-replies.ts';
import { personOf, putPerson, reassign, retirePerson } from './people.ts';
import type { Presence } from './presence.ts';
import type { MemberReplies } from './replies.ts';
import { todayOf } from './today.ts';

/** `team.names` is missing: names are read without a running team. */
export type TeamHandlers = Handlers<
  Exclude<Extract<CommandsOf<'engine'>, `team.${string}`>, 'team.names'>
>;

type Dependencies = Pick<TeamContext, 'store' | 'clock' | 'self' | 'publish'> & {
  readonly isOwner: boolean;
  readonly presence: Pick<Presence, 'around'>;
  readonly attendance: Pick<Attendance, 'desktops' | 'dutyChanged'>;
  readonly replies: Pick<MemberReplies, 'waiting'>;
  readonly movedReplies: Pick<MovedReplies, 'take'>;
  readonly assigning: Pick<Assigning, 'assignSoon'>;
};

const nobody = { looking: [], writing: [], claim: null };

export const teamHandlers = (dependencies: Dependencies): TeamHandlers => {
  const { store, clock, self, publish } = dependencies;
  const { isOwner, presence, attendance, replies, movedReplies, assigning } = dependencies;
  const changed = (leadIDs: readonly LeadID[] = []): void =>
    publish({ kinds: leadIDs.length > 0 ? ['team', 'leads'] : ['team'], leadIDs });
  const ownerOnly = (): Answer<never> => fail('owner_only', 'Only an owner does this.');

  const readAttendance = (): CommandOutput<'team.attendance'> => {
    const all = attendance.desktops();
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
      const lead = rowOf(leadID);
      return succeed(lead === null ? nobody : presence.around(lead));
    },
    'team.attendance': () => succeed(readAttendance()),
    'team.setAway': ({ isAway }) => {
      store.write(() => setAway(store, isAway));
      attendance.dutyChanged();
      changed();
      return succeed({});
    },
    'team.assigning': () => succeed({ rules: assigningRulesNow(store) }),
    'team.setAssigning': ({ rules }) => {
      if (!isOwner) return ownerOnly();
      store.write(() => putAssigningRules(store, rules));
      assigning.assignSoon();
      changed();
      return succeed({});
    },
    'team.rename': (named) => {
      if (!isOwner) return ownerOnly();
      const isGone = personOf(store, named.person)?.isGone ?? false;
      store.write(() => putPerson(store, { ...named, isGone }));
      changed();
      return succeed({});
    },
    'team.retire': ({ person }) => {
      if (!isOwner) return ownerOnly();
      const named = personOf(store, person);
      const leadIDs = named === null ? reassign(store, person, null) : retirePerson(store, named);
      changed(leadIDs);
      return succeed({ released: leadIDs.length });
    },
    'team.reassign': ({ from, to }) => {
      const leadIDs = reassign(store, from, to);
      changed(leadIDs);
      return succeed({ count: leadIDs.length });
    },
    'team.activity': ({ of, after }) => {
      if ('person' in of) return succeed(activityOf(store, of, after));
      const lead = rowOf(of.leadID);
      return lead === null ? noSuchLead() : succeed(activityOf(store, { lead }, after));
    },
    'team.today': () => succeed(todayOf(store, clock.now())),
    'team.waiting': ({ leadID }) => {
      const lead = rowOf(leadID);
      return succeed({ replies: lead === null ? [] : replies.waiting(lead) });
    },
    'team.takeReply': async ({ leadID, replyID }) => {
      const lead = rowOf(leadID);
      if (lead === null) return noSuchLead();
      const isOwnReply = replies
        .waiting(lead)
        .some((reply) => reply.replyID === replyID && reply.person === self.person);
      return isOwner || isOwnReply ? movedReplies.take(lead, replyID) : ownerOnly();
    },
  };
};
