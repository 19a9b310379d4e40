/** Main of a desktop, without windows and engine: its vault, its accounts and its team. */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { onTestFinished } from 'vitest';
import { succeed } from '../../../../contract/errors.ts';
import { systemClock } from '../../../../main/clock/clock.ts';
import { createConnect, type Connect } from '../../../../main/connect/connect.ts';
import type { TeamHub } from '../../../../main/connect/hub-requests.ts';
import type { EngineService } from '../../../../main/shell/engine-service.ts';
import { openTeamService } from '../../../../main/shell/team-service.ts';
import { openVault } from '../../../../main/vault/vault.ts';
import { testLog } from '../../../unit/engine/support/store.ts';
import type { OnEnd } from '../../engine/support/marketplace.ts';

/** The value of an answer that must be one. */
export const ok = <T>(
  answer: { ok: true; value: T } | { ok: false; error: { code: string } },
): T => {
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

type Parts = Pick<Parameters<typeof createConnect>[0], 'onAccount' | 'forget'> & {
  readonly engine: Pick<EngineService, 'send'>;
};
const withoutEngine: Parts = {
  engine: { send: () => undefined },
  onAccount: () => undefined,
  forget: async () => succeed({}),
};

/** Opens one; it ends with the test, or with `onEnd`. */
export const openDesktop = (
  { engine, onAccount, forget } = withoutEngine,
  onEnd: OnEnd = onTestFinished,
) => {
  const vault = ok(openVault({ file: '', key: null, random: randomBytes, log: testLog() }));
  const events = new EventEmitter() as EngineService['events'];
  let hub = (): TeamHub | null => null;
  const connect: Connect = createConnect({
    ...{ vault, opensAppLinks: false, clock: systemClock, random: randomBytes, log: testLog() },
    team: () => hub(),
    openBrowser: async () => undefined,
    detach: async () => undefined,
    forget,
    onRemoval: () => undefined,
    onAccount,
    onConnecting: () => undefined,
  });
  const team = openTeamService({
    signIns: { runWhenOpen: async (work) => work({ vault, connect, keychain: 'ready' }) },
    engine: { events, ...engine },
    notify: () => undefined,
    onWake: () => undefined,
    random: randomBytes,
    log: testLog(),
  });
  hub = team.getHub;
  onEnd(team.stop);
  const accounts = () =>
    connect
      .listAccounts()
      .map(({ interface: name, grant, team: role }) => [name, grant.state, role]);
  /** As the engine does when the log has news of the team. */
  const hearOfChange = () => events.emit('roster', { type: 'roster' });
  return { ...team, connect, events, accounts, hearOfChange };
};
