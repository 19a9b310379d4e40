/** Announces that this desktop is on and its duty, and hears the others. Announcements are never stored. */
import { z } from 'zod';
import { duties, onDutyMs } from '../../../contract/commands/team.ts';
import { maxDesktops } from '../../../contract/team/desk.ts';
import { token } from '../../../contract/team/subjects.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { TeamContext } from './context.ts';
import { openJSON, sealJSON } from './sealed-json.ts';

/** Earlier versions announce only the author. */
const announcement = z.object({
  ...{ person: token, desktop: token },
  duty: z.enum(duties).catch('on'),
  version: z.string().max(40).nullable().catch(null),
  /** Sequence up to which it has read the log. */
  sequence: z.number().int().nullable().catch(null),
  isKeeper: z.boolean().catch(false),
});
type AnnouncedDesktop = Readonly<z.infer<typeof announcement>> & { readonly at: number };
type DesktopStatus = Omit<AnnouncedDesktop, 'person' | 'desktop' | 'at'>;

type Dependencies = Pick<TeamContext, 'clock' | 'log' | 'teamLog' | 'keyring' | 'self'> & {
  /** This desktop's announcement about itself. */
  readonly getOwnStatus: () => DesktopStatus;
  /** Called when somebody has come on duty, also the person here. */
  readonly onArrival: () => void;
};

const subject = 'live.here';
const announceMs = 30_000;

export const createAttendance = (dependencies: Dependencies) => {
  const { clock, log, teamLog, keyring, self, getOwnStatus, onArrival } = dependencies;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'this desktop could not be announced'),
  );
  /** The latest announcement of each other desktop. */
  const others = new Map<string, AnnouncedDesktop & { readonly steadyAt: number }>();

  const isOn = ({ steadyAt }: { readonly steadyAt: number }): boolean =>
    clock.steady() - steadyAt < onDutyMs;

  /** False if there are as many as a team may have: a member could invent more, and each is answered. */
  const hasRoom = (): boolean => {
    if (others.size >= maxDesktops)
      for (const [each, heard] of others) if (!isOn(heard)) others.delete(each);
    return others.size < maxDesktops;
  };

  let ownDuty = getOwnStatus().duty;
  const announce = (): void => {
    const status = getOwnStatus();
    // Another computer of the person may be on duty while this one, no longer away, is quiet.
    const hasComeOn = status.duty !== ownDuty && (status.duty === 'on' || ownDuty === 'away');
    ownDuty = status.duty;
    teamLog.announce(subject, sealJSON(keyring(), subject, { ...self, ...status }));
    schedule.in('announce', announceMs, announce);
    if (hasComeOn) onArrival();
  };
  const stopListening = teamLog.hear(subject, (_subject, data) => {
    const read = announcement.safeParse(openJSON(keyring(), subject, data));
    if (!read.success || read.data.desktop === self.desktop) return;
    const { desktop, duty } = read.data;
    const before = others.get(desktop);
    if (before === undefined && !hasRoom()) return;
    others.set(desktop, { ...read.data, at: clock.now(), steadyAt: clock.steady() });
    // Answers a newcomer immediately.
    if (before === undefined) announce();
    const wasOn = before !== undefined && before.duty === 'on' && isOn(before);
    if (duty === 'on' && !wasOn) onArrival();
  });
  // Announcements without a connection are lost.
  const endWatch = teamLog.onState(({ name }) => {
    if (name === 'up') announce();
  });
  announce();

  return {
    /** This desktop and the others, with the time of the last announcement by this computer's clock. */
    listDesktops: (): readonly AnnouncedDesktop[] => [
      { ...self, ...getOwnStatus(), at: clock.now() },
      ...[...others.values()].map(({ steadyAt: _, ...each }) => each),
    ],
    /** People who answer leads: with a computer on duty, and none that is set to away. */
    listPeopleOnDuty: (): ReadonlySet<string> => {
      const on = [{ ...self, ...getOwnStatus() }, ...[...others.values()].filter(isOn)];
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
    announceDuty: announce,
    stop: (): void => {
      endWatch();
      stopListening();
      schedule.stop();
    },
  };
};
export type Attendance = ReturnType<typeof createAttendance>;
