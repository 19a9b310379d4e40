/**
 * An office in two windows: a hub with its nats-server, a service whose account belongs to the team, and the apps
 * of Ana, an owner, and of Ben, a member. The tests of a file share it and run in sequence.
 */
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandInput, CommandName, CommandOutput } from '../../../contract/commands.ts';
import { serviceProfile } from '../../../contract/profile.ts';
import { startTestHub } from '../../integration/hub/support/hub.ts';
import { Browser } from './browser.ts';
import { expect, test as base } from './fixtures.ts';
import { Hearthline, repo, usualSize } from './hearthline.ts';
import { Service } from './service.ts';
import { invoke } from './invoke.ts';

const data = process.env['HEARTHLINE_TEST_DATA'] ?? join(repo, 'test-results/data');

export type Hub = Awaited<ReturnType<typeof startTestHub>>;

export type Office = {
  readonly place: string;
  readonly hub: Hub;
  readonly service: Service;
  /** The account's profile with the hub as its broker. */
  readonly profileFile: string;
  readonly ana: Hearthline;
  readonly anasBrowser: Browser;
  readonly ben: Hearthline;
};

/** Sends a command of the contract from a window; throws where it fails. */
export const ask = async <C extends CommandName>(
  { page }: Hearthline,
  command: C,
  input: CommandInput<C>,
): Promise<CommandOutput<C>> => {
  const answer = await invoke(page, command, input);
  if (!answer.ok) throw new Error(`${command}: ${answer.error.code} ${answer.error.message}`);
  return answer.value;
};

/** The first invitation of a new team, with the hub's real address. */
export const createFirstInvitation = async ({ hub }: Hub): Promise<string> => {
  const { link } = await hub.createTeam();
  return link.replace(/^https?:\/\/[^/]+/, hub.address);
};

/** Starts another app of this office. */
export const startApp = (
  place: string,
  name: string,
  args: readonly string[] = ['--welcome'],
): Promise<Hearthline> =>
  Hearthline.start({
    dataFolder: join(place, name),
    args,
    path: new Browser(join(place, `${name}-browser`)).path,
    size: usualSize,
  });

/** Brings a computer into the team without its screens. */
export const admit = async (owner: Hearthline, joiner: Hearthline, name: string): Promise<void> => {
  const { link, invitation, person } = await ask(owner, 'team.invite', {
    person: null,
    role: 'member',
  });
  await ask(owner, 'team.rename', { person, name });
  await ask(joiner, 'team.join', { invitation: link });
  const { team } = await ask(joiner, 'team.status', {});
  if (team.state !== 'joining') throw new Error(`${name} is ${team.state}`);
  const { invitations } = await ask(owner, 'team.people', {});
  const joining = invitations.find((each) => each.invitation === invitation)?.joining;
  expect(joining?.digits).toBe(team.digits);
  await ask(owner, 'team.confirm', { invitation, digits: team.digits });
};

const openOffice = async (place: string, serviceOptions: readonly string[]) => {
  const service = new Service(place, serviceOptions);
  await service.start();
  const profile = serviceProfile.parse(service.buildProfile());
  const hub = await startTestHub({ services: [profile] });
  const shared = Object.entries(service.buildProfile()).filter(([name]) => name !== 'clientSecret');
  const profileFile = join(place, 'profile.json');
  writeFileSync(
    profileFile,
    JSON.stringify({ ...Object.fromEntries(shared), broker: hub.hub.address }),
  );
  return { place, service, hub, profileFile };
};

type WorkerFixtures = {
  readonly officeOptions: readonly string[];
  readonly office: Office;
};

export const test = base.extend<object, WorkerFixtures>({
  officeOptions: [['--leads', '0', '--businesses', '1'], { option: true, scope: 'worker' }],
  office: [
    async ({ officeOptions, surroundings: _ }, use, { workerIndex }) => {
      const place = join(data, `office-${workerIndex}`);
      rmSync(place, { recursive: true, force: true });
      mkdirSync(place, { recursive: true });
      const opened = await openOffice(place, officeOptions);
      const anasBrowser = new Browser(join(place, 'ana-browser'));
      const ana = await Hearthline.start({
        dataFolder: join(place, 'ana'),
        args: [`--profile=${opened.profileFile}`],
        path: anasBrowser.path,
        size: usualSize,
      });
      const ben = await startApp(place, 'ben');
      await ask(ana, 'team.join', { invitation: await createFirstInvitation(opened.hub) });
      await ana.connect(anasBrowser);
      const { team } = await ask(ana, 'team.status', {});
      if (team.state === 'member')
        await ask(ana, 'team.rename', { person: team.person, name: 'Ana Ruiz' });
      await ben.page.getByRole('button', { name: 'Join a team' }).click();
      await admit(ana, ben, 'Ben Ode');
      // The team's account arrives, and the inbox opens.
      await ben.waitForScreen('inbox');
      await use({ ...opened, ana, anasBrowser, ben });
      await Promise.all([ana.close(), ben.close()]);
      await opened.hub.stop();
      await opened.service.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect };
