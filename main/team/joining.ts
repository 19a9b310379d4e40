/** Joins a team: uses an invitation, then waits until an owner has confirmed this desktop. */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import { parseInvitation, type DeskTeam } from '../../contract/team/desk.ts';
import { createBackoff } from '../clock/backoff.ts';
import type { Schedule } from '../clock/schedule.ts';
import {
  createKeyring,
  readKeyring,
  sealOlderKeys,
  wrapNewestKey,
  type Keyring,
} from '../sealing/keyring.ts';
import { readUserNkey } from '../sealing/nkey.ts';
import { deriveInvitationProof } from '../sealing/six-digits.ts';
import { openDesk, findNewestKeyring, isHubAddress, createIdentity, type Web } from './identity.ts';
import { createRecord, type Done, type HeldRecord, type TeamRecord } from './record.ts';

const confirmedMs = 3_000;
const retryDelay = createBackoff({ first: 2_000, max: 5 * 60_000, jitter: 0.5 });

/** Finds the keyring of a confirmed or founding desktop; null if it cannot be trusted or is not whole. */
const findFirstKeyring = (
  { founding: text, secret }: NonNullable<TeamRecord['joining']>,
  team: DeskTeam,
  own: { readonly wrapping: TeamRecord['wrapping']; readonly desktop: string },
): Keyring | null => {
  const founding = readKeyring(text);
  const isFounder = team.keys.some(
    ({ key, publicKey }) => key === 1 && publicKey === founding?.keys['1']?.publicKey,
  );
  return findNewestKeyring(team, own, { before: isFounder ? founding : null, secret });
};

export const createJoining = (
  dependencies: Web & {
    readonly record: HeldRecord;
    readonly schedule: Schedule;
    readonly runInOrder: <T>(work: () => Promise<T>) => Promise<T>;
    /** Stores the record of a confirmed desktop. Errors: those of the vault. */
    readonly becomeMember: (record: TeamRecord) => Promise<Answer<Done>>;
    readonly onChange: () => void;
  },
) => {
  const { record, schedule, runInOrder, becomeMember, onChange, ...web } = dependencies;
  let refusal: Failure | null = null;
  let failures = 0;

  const checkIn = (ms: number): void =>
    schedule.in('join', ms, async () => void (await runInOrder(check)));

  const refuse = (why: Failure): Answer<never> => {
    refusal = why;
    record.replace(null);
    onChange();
    return { ok: false, error: why };
  };

  /** Uses the invitation, or checks whether an owner has confirmed this desktop. */
  const check = async (): Promise<Answer<Done>> => {
    const current = record.get();
    if (current?.joining == null) return succeed({});
    const { joining, wrapping, address } = current;
    const { team, invitation, secret } = joining;
    const pair = readUserNkey(current.seed);
    const desktop = pair.getPublicKey();
    const desk = openDesk(address, pair, web);
    const founding = readKeyring(joining.founding);
    const wrapped = founding && wrapNewestKey(founding, wrapping.publicKey, desktop);
    /** True if the person has stopped joining meanwhile, or joins with another invitation. */
    const isOver = (): boolean => record.get()?.joining?.secret !== secret;
    const joined = await desk.join({
      ...{ team, invitation, proof: deriveInvitationProof(secret), wrapping: wrapping.publicKey },
      founding: wrapped && {
        publicKey: founding.keys['1']?.publicKey ?? '',
        wrapped: wrapped.toString('base64url'),
        older: sealOlderKeys(founding, { [desktop]: wrapping.publicKey }).toString('base64url'),
      },
    });
    if (isOver()) return succeed({});
    if (!joined.ok && joined.error.code !== 'hub_unavailable') return refuse(joined.error);
    failures = joined.ok ? 0 : failures + 1;
    if (!joined.ok) {
      checkIn(retryDelay(failures, Math.random));
      return joined;
    }
    const read = joined.value.confirmed ? await desk.team() : null;
    if (isOver()) return succeed({});
    if (read === null || !read.ok) {
      checkIn(confirmedMs);
      return succeed({});
    }
    const keyring = findFirstKeyring(joining, read.value, { wrapping, desktop });
    const person = read.value.desktops.find((each) => each.desktop === desktop)?.person;
    // The key changed while this desktop was confirmed; the next one will be for it too.
    if (keyring === null && read.value.isKeyDue) {
      checkIn(confirmedMs);
      return succeed({});
    }
    if (keyring === null || person === undefined)
      return refuse({
        code: 'invitation_invalid',
        message: 'The keyring did not come from the owner.',
      });
    const stored = await becomeMember({
      ...current,
      joining: null,
      secret,
      member: { team, person, role: 'member', keyring: JSON.stringify(keyring) },
    });
    if (!stored.ok) checkIn(confirmedMs);
    return stored;
  };

  return {
    /** Returns the reason for which the last attempt ended. */
    getRefusal: (): Failure | null => refusal,
    /** Goes on with the record's invitation. */
    resume: (): void => checkIn(0),
    /** Uses an invitation in order. Errors: see `team.join`. */
    join: async (text: string): Promise<Answer<Done>> => {
      const invitation = parseInvitation(text);
      if (invitation === null || !isHubAddress(invitation.address))
        return fail('invalid_input', 'This is no invitation.');
      refusal = null;
      const { address, ...joining } = invitation;
      const written = record.write({
        ...createRecord(address, createIdentity()),
        joining: { ...joining, founding: JSON.stringify(createKeyring()) },
      });
      if (!written.ok) return written;
      const checked = await check();
      onChange();
      return record.get() === null ? checked : succeed({});
    },
    /** Errors: those of the vault; the desktop then still joins. */
    stop: (): Answer<Done> => {
      const removed = record.get()?.joining == null ? succeed({}) : record.remove();
      if (removed.ok) {
        schedule.cancel('join');
        onChange();
      }
      return removed;
    },
  };
};
