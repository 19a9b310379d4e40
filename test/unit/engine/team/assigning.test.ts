/** Rules of the owners assign new leads in turn to who is on duty. */
import { describe, expect, it } from 'vitest';
import type { AssigningRule } from '../../../../contract/team/assigning.ts';
import { putAssigningRules } from '../../../../main/engine/team/assigning.ts';
import { listActivity } from '../../../../main/engine/team/activity.ts';
import { negotiation } from '../support/records.ts';
import { newTeam, type Desktop } from './desktops.ts';

const anyLead: AssigningRule['leads'] = {
  businesses: [],
  categories: [],
  areas: [],
  hours: 'any',
  charge: 'any',
};
const rule = (people: string[], leads: Partial<AssigningRule['leads']> = {}): AssigningRule => ({
  ...{ id: people.join(), people },
  leads: { ...anyLead, ...leads },
});

const office = () => {
  const team = newTeam();
  const desktops = ['ana', 'ben', 'cara'].map((person) => team.desktop(person));
  const [ana, ben] = desktops as [Desktop, Desktop, Desktop];
  for (const person of ['ana', 'ben', 'cara']) team.peopleOnDuty.add(person);
  team.onDuty.add('ana');
  const share = async (): Promise<void> => {
    await team.publish();
    for (const each of desktops) await each.follow();
  };
  /** A lead reaches every desktop, then the desktop on duty looks. */
  const arrive = async (id: string, more: object = {}): Promise<void> => {
    const made = { createdAt: new Date(team.clock.now()).toISOString(), ...more };
    for (const { deliver } of desktops) deliver('NegotiationCreatedV4', negotiation(id, made));
    for (const { assigning } of desktops) assigning.assignSoon();
    await share();
  };
  const setRules = async (...rules: AssigningRule[]): Promise<void> => {
    ana.store.write(() => putAssigningRules(ana.store, rules));
    await share();
  };
  /** Assignees of leads in the order of their arrival. */
  const assignees = (of: Desktop = ben) =>
    of
      .view('all')
      .toSorted((one, other) => one.leadID.localeCompare(other.leadID))
      .map(({ assignee }) => assignee);
  return { ...team, ana, ben, share, arrive, setRules, assignees };
};

describe('a rule of assignment', () => {
  it('gives each new lead to the person on duty who was assigned one longest ago', async () => {
    const { ana, ben, arrive, setRules, assignees, peopleOnDuty } = office();
    await setRules(rule(['ana', 'ben', 'cara']));
    for (const id of ['n1', 'n2', 'n3', 'n4']) await arrive(id);
    expect(assignees()).toEqual(['ana', 'ben', 'cara', 'ana']);
    peopleOnDuty.delete('ben');
    await arrive('n5');
    await arrive('n6');
    expect(assignees().slice(4)).toEqual(['cara', 'ana']);
    expect(assignees(ana)).toEqual(assignees());
    // A colleague's notice is theirs; a rule is nobody's act.
    expect(ben.assigned).toEqual([2]);
    expect(listActivity(ben.store, { lead: 2 }, null).activities).toMatchObject([
      { kind: 'assigned', person: null, value: 'ben' },
    ]);
  });

  it('is for the leads it names; the first that fits wins, and others stay unassigned', async () => {
    const { arrive, setRules, assignees } = office();
    await setRules(
      rule(['ben'], { categories: ['Plumbing'] }),
      rule(['cara'], { areas: ['Dallas'] }),
    );
    const painting = {
      ...(negotiation('n2')['request'] as object),
      category: { categoryID: 'k2', name: 'Painting' },
    };
    await arrive('n1');
    await arrive('n2', { request: painting });
    const location = { city: 'Dallas', state: 'TX', zipCode: '75201' };
    await arrive('n3', { request: { ...painting, location } });
    expect(assignees()).toEqual(['ben', null, 'cara']);
  });

  it('leaves a lead unassigned while nobody is on duty, and assigns it to who comes within minutes', async () => {
    const { ana, clock, arrive, setRules, share, assignees, peopleOnDuty } = office();
    await setRules(rule(['ana', 'ben']));
    peopleOnDuty.clear();
    await arrive('n1');
    expect(assignees()).toEqual([null]);
    peopleOnDuty.add('ben');
    clock.advance(5 * 60_000);
    ana.assigning.assignSoon();
    await share();
    expect(assignees()).toEqual(['ben']);
    peopleOnDuty.clear();
    await arrive('n2');
    clock.advance(16 * 60_000);
    peopleOnDuty.add('ben');
    ana.assigning.assignSoon();
    await share();
    expect(assignees()).toEqual(['ben', null]);
  });

  it('assigns no lead twice: not one that a person has released, taken or answered', async () => {
    const { ana, ben, arrive, setRules, share, assignees } = office();
    await setRules(rule(['ben']));
    await arrive('n1');
    ana.mark({ assignee: null }, 1);
    await share();
    ana.assigning.assignSoon();
    await share();
    expect(assignees()).toEqual([null]);
    await setRules();
    await arrive('n2');
    ben.mark({ assignee: 'ben' }, 2);
    await setRules(rule(['cara']));
    ana.assigning.assignSoon();
    await share();
    expect(assignees()).toEqual([null, 'ben']);
    expect(ana.lost).toEqual([]);
  });

  it('is followed by the desktop on duty alone, and one assignment wins if two are', async () => {
    const { ana, arrive, setRules, assignees, onDuty } = office();
    await setRules(rule(['ana', 'ben', 'cara']));
    onDuty.clear();
    await arrive('n1');
    expect(assignees()).toEqual([null]);
    onDuty.add('ana').add('ben').add('cara');
    await arrive('n2');
    const [, second] = assignees();
    expect(assignees(ana)[1]).toBe(second);
    expect(second).not.toBeNull();
    expect(ana.lost).toEqual([]);
  });

  it('assigns a lead soon after the database could not store that', async () => {
    const { ana, clock, arrive, setRules, share, assignees } = office();
    await setRules(rule(['ben']));
    ana.store.db
      .exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON main.marks WHEN new.mark = 'assignee'
      BEGIN SELECT RAISE(ABORT, 'full'); END`);
    await arrive('n1');
    ana.store.db.exec('DROP TRIGGER full');
    expect(assignees()).toEqual([null]);
    clock.advance(30_000);
    await share();
    expect(assignees()).toEqual(['ben']);
  });
});
