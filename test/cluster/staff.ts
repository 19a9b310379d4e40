/** The people of an office, each with a desktop. They work until they stop or are replaced. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TeamMembership } from '../../contract/port.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { createBroker } from '../../main/connect/broker.ts';
import { readKeyring } from '../../main/sealing/keyring.ts';
import type { Chance } from '../faults/chance.ts';
import type { OnEnd } from '../integration/engine/support/marketplace.ts';
import type { codeFor } from '../integration/hub/support/codes.ts';
import type { Promises } from './compare-office.ts';
import type { startHubs } from './hubs.ts';
import {
  addKeeper,
  addMember,
  isServed,
  removeMember,
  retryUntilOk,
  takeRepliesOf,
  waitForMember,
} from './members.ts';
import { createPerson } from './person.ts';
import { openSeat, type Seat } from './seat.ts';

type Member = {
  readonly seat: Seat;
  readonly person: string;
  readonly quiet: () => void;
};

type Gone = Member & { readonly membership: TeamMembership };

const readKeyNumber = (membership: TeamMembership | null): number =>
  readKeyring(membership?.keyring ?? '')?.current ?? 0;

/** Hires an owner, who signs in at the marketplace, a keeper, and colleagues. They begin to work. */
export const hireStaff = async ({
  count,
  folder,
  hubs,
  ca,
  logPorts,
  getCode,
  promises,
  chance,
  onEnd,
}: {
  readonly count: number;
  readonly folder: string;
  readonly hubs: Awaited<ReturnType<typeof startHubs>>;
  /** The authority of the log servers, in PEM. */
  readonly ca: string;
  readonly logPorts: readonly number[];
  /** Returns the code of a consent. */
  readonly getCode: () => ReturnType<typeof codeFor>;
  readonly promises: Promises;
  readonly chance: Chance;
  readonly onEnd: OnEnd;
}) => {
  let members: readonly Member[] = [];
  const gone: Gone[] = [];
  const works: Promise<void>[] = [];
  let opened = 0;
  const listPeople = (): readonly string[] => members.map(({ person }) => person);

  const openNext = (): Promise<Seat> => {
    const name = `p${opened}`;
    opened += 1;
    return openSeat({
      ...{ name, folder: join(folder, name), ca, onEnd, logPorts },
      chance: chance.derive(`way ${name}`),
    });
  };
  const work = (seat: Seat, person: string): void => {
    const { name, ask } = seat;
    const at = createPerson({
      ...{ name, ask, listPeople, promises },
      chance: chance.derive(`person ${name}`),
      getClockOffset: seat.getClockOffset,
    });
    members = [...members, { seat, person, quiet: at.quiet }];
    works.push(at.work());
  };

  const owner = await openNext();
  await retryUntilOk(() => owner.team['team.join']({ invitation: hubs.link }));
  const { person: ownersPerson, address, team } = await waitForMember(owner);
  const signer = owner.hub()?.signer ?? null;
  const broker = createBroker({ address, signer, fetch, clock: systemClock });
  const code = await getCode();
  await retryUntilOk(() => broker.exchange(code));
  await retryUntilOk(() => owner.connect.adoptTeamAccounts());
  await owner.start();
  await addKeeper(owner, hubs.keepers);
  const seats = await Promise.all(Array.from({ length: count - 1 }, openNext));
  const joined = await Promise.all(
    seats.map(async (seat) => ({ seat, person: await addMember(owner, seat) })),
  );
  await Promise.all(seats.map(({ start }) => start()));
  for (const { seat, person } of [{ seat: owner, person: ownersPerson }, ...joined])
    work(seat, person);
  /** Makes a rule that assigns new leads to everybody in turn. */
  const assignInTurn = async (): Promise<void> => {
    const anyLead = { businesses: [], categories: [], areas: [] };
    const leads = { ...anyLead, hours: 'any', charge: 'any' } as const;
    const rules = [{ id: 'everybody', people: listPeople(), leads }];
    await retryUntilOk(() => owner.ask((at) => at.call('team.setAssigning', { rules })));
  };
  await assignInTurn();

  const listSeats = (): readonly Seat[] => members.map(({ seat }) => seat);
  return {
    team,
    listSeats,
    /** Removes a desktop; the returned function adds another one. False if there is none to remove. */
    replaceDesktop: async () => {
      const [, ...others] = members;
      if (others.length === 0) return false;
      const leaving = chance.pick(others);
      const { seat, person } = leaving;
      const membership = seat.getMembership();
      if (membership === null) return false;
      members = members.filter((each) => each !== leaving);
      leaving.quiet();
      gone.push({ ...leaving, membership });
      await removeMember(owner, seat, person);
      return async (): Promise<void> => {
        await takeRepliesOf(owner, person);
        const next = await openNext();
        const newPerson = await addMember(owner, next);
        await next.start();
        work(next, newPerson);
        await assignInTurn();
      };
    },
    stop: async (): Promise<void> => {
      for (const { quiet } of members) quiet();
      await Promise.all(works);
      // The service does not repeat a delivery that no hub accepted; a computer that wakes up polls for it.
      for (const seat of listSeats()) seat.wake();
    },
    /** Takes over what people who are gone have left; lists what still waits. */
    takeLeft: async (): Promise<readonly string[]> => {
      const left: string[] = [];
      for (const { person } of gone) {
        // A colleague may have assigned a lead meanwhile.
        await owner.ask((at) => at.call('team.reassign', { from: person, to: null }));
        if ((await takeRepliesOf(owner, person)) > 0) left.push(`replies of ${person} wait`);
      }
      // Replies that the owner was taking over when its engine died.
      if ((await takeRepliesOf(owner, ownersPerson)) > 0) left.push('replies of the owner wait');
      return left;
    },
    readGone: () => gone.map(({ seat, person }) => ({ ...seat.read(), person })),
    /** Lists removed desktops that have the team's key, access to its log, or their leads. */
    findAccess: async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const { seat, membership } of gone) {
        if (readKeyNumber(owner.getMembership()) <= readKeyNumber(membership))
          found.push(`${seat.name} was removed and has the team's key`);
        if (await isServed(membership, ca))
          found.push(`${seat.name} was removed and is still served`);
        seat.obeyHub();
        const isEmpty = async () => (await seat.ask((at) => at.leads('all')))?.length === 0;
        const deadline = performance.now() + 30_000;
        while (!(await isEmpty()) && performance.now() < deadline) await pause(500);
        if (!(await isEmpty())) found.push(`${seat.name} was removed and keeps its leads`);
      }
      return found;
    },
  };
};
