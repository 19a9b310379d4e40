/**
 * The practice account: the sandbox, started as a process of the app, and a consent that needs no
 * browser because the professional asked for it by asking to practise. Everything else (code
 * exchange, tokens, webhooks, sync) is the same as with a real account.
 */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Log } from '../log/log.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Child } from './child.ts';
import { say } from './terminal.ts';

/** The parts of the sandbox's ready line that a profile is made of (sandbox.md, Start). */
const readyLine = z.object({
  event: z.literal('ready'),
  baseUrl: z.string(),
  stagingUrl: z.string(),
  connectUrl: z.string(),
  v4: z.object({
    authorizeUrl: z.string(),
    tokenUrl: z.string(),
    clientId: z.string(),
    clientSecret: z.string(),
    redirectUris: z.array(z.string()),
    scopes: z.array(z.string()),
    audience: z.string(),
  }),
  staging: z.object({ username: z.string(), password: z.string() }),
});

const startTimeout = 20_000;

type Started = { readonly profile: ServiceProfile; readonly stop: () => void };

/** How the practice customers behave: enough to see the app at work, little enough to keep up. */
const behaviour = [
  ...['--port', '0', '--leads', '24', '--traffic', '2'],
  ...['--most-waiting', '8', '--list-negotiations'],
];

/** The profile that connects to the sandbox, out of its ready line; throws when it is another line. */
const profileFrom = (line: string | null): ServiceProfile => {
  const ready = readyLine.parse(JSON.parse(line ?? 'null'));
  return serviceProfile.parse({
    name: 'Practice',
    environment: 'sandbox',
    interface: 'v4',
    baseUrl: ready.baseUrl,
    stagingUrl: ready.stagingUrl,
    connectUrl: ready.connectUrl,
    authorizeUrl: ready.v4.authorizeUrl,
    tokenUrl: ready.v4.tokenUrl,
    clientId: ready.v4.clientId,
    clientSecret: ready.v4.clientSecret,
    scopes: ready.v4.scopes,
    authorizeParams: { audience: ready.v4.audience, prompt: 'consent' },
    pkce: true,
    redirectUris: ready.v4.redirectUris,
    staging: ready.staging,
  });
};

const startSandbox = async (launch: () => Child, log: Log): Promise<Answer<Started>> => {
  const child = launch();
  child.stderr?.on('data', (text: Buffer) =>
    log.info({ stderr: text.toString('utf8').slice(0, 2_000) }, 'the sandbox said'),
  );
  let timer: NodeJS.Timeout | undefined;
  const line = await new Promise<string | null>((found) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', found);
    child.onExit(() => found(null));
    timer = setTimeout(() => found(null), startTimeout);
  });
  clearTimeout(timer);
  try {
    const profile = profileFrom(line);
    say(`hearthline: practice service at ${profile.baseUrl}`);
    return succeed({ profile, stop: child.kill });
  } catch {
    child.kill();
    return fail('service_unavailable', 'The practice service did not start.');
  }
};

/**
 * Agrees on the consent page in the professional's place, as its form would, and follows the way back
 * to our own listener (sandbox.md, Connecting without a browser).
 *
 * @param authorizeAddress the address that the browser would have opened
 */
const consentWithoutBrowser = async (authorizeAddress: string): Promise<void> => {
  const answer = await fetch(authorizeAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=allow',
    redirect: 'manual',
  });
  const back = answer.headers.get('location');
  if (back === null) throw new Error('the practice service did not answer with a redirect');
  await fetch(back, { redirect: 'manual' });
};

type Dependencies = {
  /** Starts the sandbox with these arguments, and with an environment that only it may know. */
  readonly launch: (args: readonly string[], secrets: Readonly<Record<string, string>>) => Child;
  /** Runs the code flow with a profile, to its end. */
  readonly connectTo: (
    profile: ServiceProfile,
    how: { readonly practice: true; readonly openBrowser: (address: string) => Promise<void> },
  ) => Promise<Answer<AccountID>>;
  /** Where the sandbox keeps its state between starts. */
  readonly stateFile: string;
  readonly log: Log;
};

export type Practice = {
  /**
   * Connects to the sandbox, which is started once; whoever asks meanwhile gets the same answer.
   * Errors: `service_unavailable` when it does not start within 20 seconds, those of connecting.
   */
  readonly start: () => Promise<Answer<{ accountID: AccountID }>>;
  readonly stop: () => void;
};

/** Makes the practice account's keeper; nothing runs until it is asked to start. */
export const createPractice = ({ launch, connectTo, stateFile, log }: Dependencies): Practice => {
  let sandbox: Promise<Answer<Started>> | null = null;
  let connecting: Promise<Answer<{ accountID: AccountID }>> | null = null;

  const runSandbox = async (): Promise<Answer<Started>> => {
    // Of its own at each start: what drives one installation's practice service drives no other's.
    const secrets = { SANDBOX_SECRET: randomBytes(32).toString('base64url') };
    sandbox ??= startSandbox(() => launch([...behaviour, '--state', stateFile], secrets), log);
    const started = await sandbox;
    if (!started.ok) sandbox = null;
    return started;
  };
  const connect = async (): Promise<Answer<{ accountID: AccountID }>> => {
    const started = await runSandbox();
    if (!started.ok) return started;
    const connected = await connectTo(started.value.profile, {
      practice: true,
      openBrowser: consentWithoutBrowser,
    });
    return connected.ok ? succeed({ accountID: connected.value }) : connected;
  };
  return {
    start: async () => {
      connecting ??= connect().finally(() => (connecting = null));
      return connecting;
    },
    stop: () => {
      void sandbox?.then((started) => started.ok && started.value.stop());
      sandbox = null;
    },
  };
};
