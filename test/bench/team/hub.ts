/** A team of the bench: a nats-server, a hub as its own process, and an owner's desktop with webhooks. */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { deskPaths } from '../../../contract/team/desk.ts';
import { deriveKeys, type HubKeys } from '../../../hub/keys.ts';
import { deriveInvitedRecipient } from '../../../main/sealing/six-digits.ts';
import { createDesktop, type TestDesktop } from '../../integration/hub/support/hub.ts';
import { startNats } from '../../integration/hub/support/nats.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../../hub/index.ts');
const password = 'the password of the bench';

export type BenchHub = {
  readonly keys: HubKeys;
  /** Address of the nats-server. */
  readonly server: string;
  readonly address: string;
  readonly pid: number;
  readonly owner: TestDesktop;
  /** Adds a webhook for the account with this key; returns its address. */
  readonly addWebhook: (account: string) => Promise<string>;
  readonly authorization: string;
  /** Admits the app that `join`s with a link to the team; returns its person and desktop. */
  readonly admit: (
    join: (link: string) => Promise<unknown>,
  ) => Promise<{ readonly person: string; readonly desktop: string }>;
  readonly close: () => Promise<void>;
};

/** Starts a hub and a team with its first desktop. */
export const startBenchHub = async (): Promise<BenchHub> => {
  const secret = randomBytes(32);
  const keys = deriveKeys(secret);
  const nats = await startNats(keys);
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-bench-hub-'));
  const keyFile = join(folder, 'keys');
  writeFileSync(keyFile, secret.toString('base64'), { mode: 0o600 });
  const env = {
    ...process.env,
    HUB_ADDRESS: 'http://127.0.0.1:1',
    HUB_KEYS: keyFile,
    HUB_LISTEN_PORT: '0',
    HUB_METRICS_PORT: '0',
    HUB_NATS_SERVERS: nats.address,
  };
  const hub = spawn(process.execPath, [program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: hub.stdout }), 'line')) as [string];
  const { address } = JSON.parse(line) as { address: string };
  const created = await run(process.execPath, [program, 'create-team'], { cwd: folder, env });
  const owner = createDesktop({ address });
  await owner.join(created.stdout, true);
  return {
    ...{ keys, server: nats.address, address, owner },
    pid: hub.pid ?? 0,
    addWebhook: async (account) => {
      const path = randomBytes(32).toString('base64url');
      const passwordDigest = createHash('sha256').update(password).digest('base64url');
      const webhook = { path, username: 'bench', passwordDigest };
      await owner.post(deskPaths.webhook, { account, business: null, webhook });
      const { webhooks } = await owner.team();
      return address + (webhooks.find((each) => each.account === account)?.path ?? '');
    },
    authorization: `Basic ${btoa(`bench:${password}`)}`,
    admit: async (join) => {
      const { invitation, person, secret, link } = await owner.invite();
      await join(address + new URL(link).pathname + new URL(link).hash);
      const { invitations } = await owner.team();
      const joining = invitations.find((each) => each.invitation === invitation)?.joining;
      if (!joining) throw new Error('the app did not join');
      const { desktop } = joining;
      const recipient = deriveInvitedRecipient(secret, desktop);
      const { status, code } = await owner.confirm(invitation, joining, recipient);
      if (status !== 200) throw new Error(`the app was not confirmed: ${code}`);
      return { person, desktop };
    },
    close: async () => {
      hub.kill('SIGTERM');
      await once(hub, 'exit');
      await nats.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
