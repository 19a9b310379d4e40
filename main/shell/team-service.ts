/** Handlers of `team.*`, and this desktop's membership. main/team/team.ts is loaded when a team is needed. */
import { succeed, type Answer } from '../../contract/errors.ts';
import type { TeamMembership } from '../../contract/port.ts';
import type { Change } from '../../contract/events.ts';
import type { LogState } from '../../contract/team/log-state.ts';
import { systemClock } from '../clock/clock.ts';
import type { TeamHub } from '../connect/hub-requests.ts';
import type { Log } from '../log/log.ts';
import { hasTeam } from '../team/has-team.ts';
import type { DesktopTeam } from '../team/team.ts';
import type { Vault } from '../vault/vault.ts';
import { defineMainHandlers } from './answer-call.ts';
import type { EngineService } from './engine-service.ts';
import { failInternally } from './internal-failure.ts';
import type { SignIns } from './sign-ins.ts';

/** Shortest interval between renewals because of the log. */
const renewEveryMs = 60_000;

export const openTeamService = (dependencies: {
  readonly signIns: Pick<SignIns, 'runWhenOpen'>;
  readonly engine: Pick<EngineService, 'events' | 'send'>;
  readonly notify: (change: Change) => void;
  readonly onWake: (listener: () => void) => void;
  readonly random: (bytes: number) => Buffer;
  readonly log: Log;
  readonly isKeeper?: boolean;
}) => {
  const { signIns, engine, notify, onWake, random, isKeeper = false } = dependencies;
  let loaded: Promise<DesktopTeam> | null = null;
  let opened: DesktopTeam | null = null;
  /** Null without a team; undefined while that is unknown. */
  let membership: TeamMembership | null | undefined;

  const sendMembership = (): void => {
    if (membership !== undefined) engine.send({ type: 'team', membership });
  };
  const adoptAccounts = async (): Promise<void> => {
    const adopted = await signIns.runWhenOpen(({ connect }) => connect.adoptTeamAccounts());
    if (!adopted.ok)
      dependencies.log.warn({ code: adopted.error.code }, "the team's accounts were not read");
  };
  const load = (vault: Vault): Promise<DesktopTeam> =>
    (loaded ??= import('../team/team.ts').then(({ openTeam }) => {
      opened = openTeam({
        vault,
        random,
        log: dependencies.log,
        fetch,
        clock: systemClock,
        onMembership: (now) => {
          membership = now && { ...now, ...(isKeeper && { isKeeper }) };
          sendMembership();
        },
        onTeam: () => void adoptAccounts(),
        onEnd: () => signIns.runWhenOpen(({ connect }) => connect.removeTeamAccounts()),
        onChange: () => notify({ kinds: ['team'], leadIDs: [] }),
      });
      return opened;
    }));
  const askTeam = <T>(
    work: (team: DesktopTeam) => Answer<T> | Promise<Answer<T>>,
  ): Promise<Answer<T>> => signIns.runWhenOpen(async ({ vault }) => work(await load(vault)));

  void signIns.runWhenOpen(async ({ vault }) => {
    if (hasTeam(vault)) await load(vault);
    // Without the keychain the vault cannot prove that there is no team, so the engine keeps its data.
    else if (!vault.isMemoryOnly) {
      membership = null;
      sendMembership();
    }
    return succeed({});
  });
  engine.events.on('state', ({ state }) => {
    if (state === 'ready') sendMembership();
  });
  let log: LogState | null = null;
  let renewedAt = -Infinity;
  engine.events.on('team', ({ log: now, lacksKey }) => {
    log = now;
    notify({ kinds: ['team'], leadIDs: [] });
    const isRefused = now.name === 'revoked' || now.name === 'refused';
    if ((!isRefused && !lacksKey) || systemClock.steady() - renewedAt < renewEveryMs) return;
    renewedAt = systemClock.steady();
    void opened?.membership.renew();
  });
  engine.events.on('webhook', ({ id, change }) => {
    void askTeam(({ membership: own }) => own.asMember(({ desk }) => desk.webhook(change)))
      .catch((thrown: unknown) => {
        dependencies.log.error({ err: thrown }, 'a webhook could not be changed at the hub');
        return failInternally();
      })
      .then((answer) => engine.send({ type: 'webhook', id, answer }));
  });
  engine.events.on('roster', () => opened?.membership.refreshSoon());
  onWake(() => void opened?.membership.renew());

  return {
    getHub: (): TeamHub | null => opened?.membership.hub() ?? null,
    stop: () => opened?.membership.stop(),
    handlers: defineMainHandlers({
      'team.status': () =>
        signIns.runWhenOpen(async ({ vault }) =>
          succeed({
            team:
              loaded !== null || hasTeam(vault)
                ? (await load(vault)).membership.status(log)
                : { state: 'none', refusal: null },
          }),
        ),
      'team.join': ({ invitation }) => askTeam(({ membership: own }) => own.join(invitation)),
      'team.stopJoining': () => askTeam(({ membership: own }) => own.stopJoining()),
      'team.leave': ({ isHubGone }) => askTeam(({ membership: own }) => own.leave(isHubGone)),
      'team.people': () => askTeam(({ owner }) => owner.people()),
      'team.invite': (input) => askTeam(({ owner }) => owner.invite(input)),
      'team.withdraw': ({ invitation }) => askTeam(({ owner }) => owner.withdraw(invitation)),
      'team.confirm': (input) => askTeam(({ owner }) => owner.confirm(input)),
      'team.changeRole': (input) => askTeam(({ owner }) => owner.changeRole(input)),
      'team.removeDesktop': ({ desktop }) => askTeam(({ owner }) => owner.removeDesktop(desktop)),
      'team.recoveryCode': () => askTeam(({ owner }) => owner.recoveryCode()),
      'team.recover': (input) => askTeam(({ owner }) => owner.recover(input)),
    }),
  };
};
