/** The practice account: a sandbox in a child process. Only the consent is simulated. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Log } from '../log/log.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Child } from './child.ts';
import { printLine } from './terminal.ts';

/** The used fields of the sandbox's ready line (sandbox/ready.ts). */
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

const maxStartMs = 20_000;

type Started = { readonly profile: ServiceProfile; readonly stop: () => void };

/** Enough practice customers to show the app, few enough to keep up with. */
const sandboxArgs = [
  ...['--port', '0', '--leads', '24', '--traffic', '2'],
  ...['--most-waiting', '8', '--list-negotiations'],
];

/** Creates a profile from the ready line; throws for any other line. */
const parseProfile = (line: string | null): ServiceProfile => {
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

/** Waits for the sandbox's ready line. Errors: `service_unavailable`, after killing it. */
const startSandbox = async (child: Child, log: Log): Promise<Answer<Started>> => {
  child.stderr?.on('data', (text: Buffer) =>
    log.info({ stderr: text.toString('utf8').slice(0, 2_000) }, 'output of the sandbox'),
  );
  let timer: NodeJS.Timeout | undefined;
  const line = await new Promise<string | null>((resolve) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    child.onExit(() => resolve(null));
    timer = setTimeout(() => resolve(null), maxStartMs);
  });
  clearTimeout(timer);
  try {
    const profile = parseProfile(line);
    printLine(`hearthline: practice service at ${profile.baseUrl}`);
    return succeed({ profile, stop: child.kill });
  } catch {
    child.kill();
    return fail('service_unavailable', 'The practice service did not start.');
  }
};

/** Submits the consent form as the person would, without a browser. */
const giveConsentWithoutBrowser = async (authorizeAddress: string): Promise<void> => {
  const response = await fetch(authorizeAddress, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=allow',
    redirect: 'manual',
  });
  const redirect = response.headers.get('location');
  if (redirect === null) throw new Error('the practice service did not answer with a redirect');
  await fetch(redirect, { redirect: 'manual' });
};

export const createPractice = (dependencies: {
  /** Starts the sandbox; `secrets` are environment variables for it alone. */
  readonly launch: (args: readonly string[], secrets: Readonly<Record<string, string>>) => Child;
  readonly connectTo: (
    profile: ServiceProfile,
    how: { readonly practice: true; readonly openBrowser: (address: string) => Promise<void> },
  ) => Promise<Answer<AccountID>>;
  readonly stateFile: string;
  readonly log: Log;
}) => {
  const { launch, connectTo, stateFile, log } = dependencies;
  let sandbox: Promise<Answer<Started>> | null = null;
  let connecting: Promise<Answer<{ accountID: AccountID }>> | null = null;

  /** Starts the sandbox unless it runs. */
  const runSandbox = async (): Promise<Answer<Started>> => {
    if (sandbox !== null) return sandbox;
    // A new secret for each start: it controls this sandbox only.
    const secrets = { SANDBOX_SECRET: randomBytes(32).toString('base64url') };
    const child = launch([...sandboxArgs, '--state', stateFile], secrets);
    const starting = startSandbox(child, log);
    const forget = (): void => {
      if (sandbox === starting) sandbox = null;
    };
    sandbox = starting;
    child.onExit(forget);
    const started = await starting;
    if (!started.ok) forget();
    return started;
  };
  const connect = async (): Promise<Answer<{ accountID: AccountID }>> => {
    const started = await runSandbox();
    if (!started.ok) return started;
    const connected = await connectTo(started.value.profile, {
      practice: true,
      openBrowser: giveConsentWithoutBrowser,
    });
    return connected.ok ? succeed({ accountID: connected.value }) : connected;
  };
  return {
    /**
     * Starts the sandbox unless it runs, and connects the account. Concurrent calls share one result. Errors:
     * `service_unavailable`, those of connecting.
     */
    start: () => (connecting ??= connect().finally(() => (connecting = null))),
    stop: (): void => {
      void sandbox?.then((started) => started.ok && started.value.stop());
      sandbox = null;
    },
  };
};
