/** Changes the team's key while the hub reports that as due: a desktop has gone, or lacks the newest key. */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { createBackoff } from '../clock/backoff.ts';
import type { Clock } from '../clock/clock.ts';
import { createSchedule } from '../clock/schedule.ts';
import type { Log } from '../log/log.ts';
import { computeDigest } from '../sealing/digest.ts';
import { rotateKeyring, sealOlderKeys, wrapNewestKey } from '../sealing/keyring.ts';
import type { Member, Membership } from './membership.ts';
import type { Done } from './record.ts';

const maxTries = 3;
/** Random delay, so that the desktops of all owners do not change the key at the same time. */
const maxSpreadMs = 3_000;
/** At least as often as the team is refreshed, so that the key changes soon after the hub answers again. */
const retryDelay = createBackoff({ first: 60_000, max: 10 * 60_000 });

/** @param membership called after it was created */
export const createKeyChange = (dependencies: {
  readonly membership: () => Pick<Membership, 'asMember' | 'refresh'>;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { membership, clock, log } = dependencies;
  let failures = 0;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'the key of the team could not be changed'),
  );

  const change = async (member: Member): Promise<Answer<Done>> => {
    for (let tries = 1; ; tries += 1) {
      const read = await membership().refresh(member);
      if (!read.ok) return read;
      const { team, keyring, confirmed } = read.value;
      if (!team.isKeyDue) return succeed({});
      if (confirmed === null) return fail('conflict', 'The hub withholds the list of desktops.');
      if (tries > maxTries) return fail('conflict', 'The team keeps changing.');
      const next = rotateKeyring(keyring);
      const wraps: Record<string, string> = {};
      const kept: Record<string, string> = {};
      for (const { desktop } of team.desktops) {
        const wrapping = confirmed[desktop];
        const wrapped = wrapping === undefined ? null : wrapNewestKey(next, wrapping, desktop);
        wraps[desktop] = wrapped?.toString('base64url') ?? '';
        if (wrapping !== undefined) kept[desktop] = wrapping;
      }
      const publicKey = next.keys[next.current]?.publicKey ?? '';
      const older = sealOlderKeys(next, kept).toString('base64url');
      // The next refresh receives the new keyring, as on the other desktops.
      const before = computeDigest(team.older);
      const key = next.current;
      const rotated = await member.desk.rotate({ key, publicKey, wraps, older, before });
      if (!rotated.ok && rotated.error.code !== 'conflict') return rotated;
    }
  };

  /** An owner's desktop changes the key now if it is due, or later if that fails. */
  const run = async (member: Member): Promise<void> => {
    if (member.role !== 'owner') return;
    const changed = await change(member);
    failures = changed.ok ? 0 : failures + 1;
    if (!changed.ok)
      log.warn(
        { failure: changed.error },
        'the change of the key of the team is tried again later',
      );
    if (changed.ok) schedule.cancel('change');
    else schedule.in('change', retryDelay(failures), runLater);
  };
  const runLater = async (): Promise<void> =>
    void (await membership().asMember(async (member) => {
      await run(member);
      return succeed({});
    }));

  return {
    run,
    /** Call when the hub reports that the change is due. */
    runSoon: (): void => {
      if (schedule.getDueTime('change') === null)
        schedule.in('change', Math.random() * maxSpreadMs, runLater);
    },
    stop: schedule.stop,
  };
};
export type KeyChange = ReturnType<typeof createKeyChange>;
