/**
 * The practice account: the sandbox, started as a process of the app, and a consent that needs no
 * browser because the professional asked for it by asking to practise. Everything else (code
 * exchange, tokens, webhooks, sync) is the same as with a real account.
 */
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import { serviceProfile, type ServiceProfile } from '../../contract/profile.ts';
import type { Log } from '../log.ts';
import type { Child } from './child.ts';

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

export type Sandbox = { readonly profile: ServiceProfile; readonly stop: () => void };

/** How the practice customers behave: enough to see the app at work, little enough to keep up. */
export const practiceArguments = (stateFile: string): readonly string[] => [
  ...['--port', '0', '--leads', '24', '--traffic', '2', '--list-negotiations'],
  ...['--state', stateFile],
];

/**
 * Starts the sandbox and gives the profile that connects to it. Errors: `service_unavailable` when it
 * does not start within 20 seconds or says something else than its ready line.
 */
export const startSandbox = async (launch: () => Child, log: Log): Promise<Answer<Sandbox>> => {
  const child = launch();
  child.stderr?.on('data', (text: Buffer) =>
    log.info({ stderr: text.toString('utf8').slice(0, 2_000) }, 'the sandbox said'),
  );
  const line = await new Promise<string | null>((found) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', found);
    child.onExit(() => found(null));
    setTimeout(() => found(null), startTimeout).unref();
  });
  try {
    const ready = readyLine.parse(JSON.parse(line ?? 'null'));
    const profile = serviceProfile.parse({
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
    return succeed({ profile, stop: child.kill });
  } catch {
    child.kill();
    return fail('service_unavailable', 'The practice service did not start.');
  }
};

/**
 * Agrees on the consent page in the professional's place, as its form would, and follows the way back
 * to our own listener (sandbox.md, Connecting without a browser). Sandbox only.
 *
 * @param authorizeAddress the address that the browser would have opened
 */
export const consentWithoutBrowser = async (authorizeAddress: string): Promise<void> => {
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
