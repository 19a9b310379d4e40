/**
 * The sandbox as a process of its own, as the app starts it for practice, with its control interface.
 * It may be stopped and started again on the same port with the same state: a service that was away.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { redirectPorts, servicePort } from '../../ports.ts';

const program = join(import.meta.dirname, '../../../out/main/sandbox.js');

type Ready = {
  readonly baseUrl: string;
  readonly stagingUrl: string;
  readonly connectUrl: string;
  readonly v4: {
    readonly authorizeUrl: string;
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUris: readonly string[];
    readonly scopes: readonly string[];
    readonly audience: string;
  };
  readonly legacy: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUris: readonly string[];
    readonly accountInfoPath: string;
  };
  readonly staging: { readonly username: string; readonly password: string };
  readonly businesses: readonly { readonly businessID: string; readonly name: string }[];
  readonly control: { readonly url: string; readonly token: string };
};

export type Lead = {
  readonly negotiationID: string;
  readonly customer: { readonly firstName: string; readonly lastName: string };
};
export type ServiceMessage = {
  readonly messageID: string;
  readonly from: string;
  readonly text: string;
};

export class Service {
  readonly #folder: string;
  readonly #options: readonly string[];
  #process: ChildProcess | null = null;
  #ready: Ready | null = null;

  constructor(folder: string, options: readonly string[]) {
    this.#folder = folder;
    this.#options = options;
  }

  get ready(): Ready {
    if (!this.#ready) throw new Error('the service does not run');
    return this.#ready;
  }

  /** Starts it, each time on the same port. */
  async start(): Promise<void> {
    const ports = ['--port', String(servicePort), '--redirect-ports', redirectPorts.join(',')];
    const args = [...ports, ...this.#options, '--state', join(this.#folder, 'service.json')];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    this.#ready = JSON.parse(line) as Ready;
  }

  /** Ends it, with status 0 as it promises. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** The profile that whoever hands out the app would provide for this service. */
  profile(): Record<string, unknown> {
    const { baseUrl, stagingUrl, connectUrl, v4, staging } = this.ready;
    return {
      name: 'Test marketplace',
      environment: 'sandbox',
      interface: 'v4',
      baseUrl,
      stagingUrl,
      connectUrl,
      authorizeUrl: v4.authorizeUrl,
      tokenUrl: v4.tokenUrl,
      clientId: v4.clientId,
      clientSecret: v4.clientSecret,
      scopes: v4.scopes,
      authorizeParams: { audience: v4.audience, prompt: 'consent' },
      pkce: true,
      redirectUris: v4.redirectUris,
      staging,
    };
  }

  /** The same service's profile of the legacy interface. */
  legacyProfile(): Record<string, unknown> {
    const { baseUrl, stagingUrl, connectUrl, legacy } = this.ready;
    return {
      name: 'Old marketplace',
      environment: 'sandbox',
      interface: 'legacy',
      baseUrl,
      stagingUrl,
      connectUrl,
      accountInfoPath: legacy.accountInfoPath,
      clientId: legacy.clientId,
      clientSecret: legacy.clientSecret,
      scopes: ['messages'],
      redirectUris: legacy.redirectUris,
    };
  }

  async control<T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const { url, token } = this.ready.control;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  newLead(firstName: string, description = 'The kitchen tap drips.'): Promise<Lead> {
    const customer = { firstName, lastName: 'Rivera' };
    return this.control('POST', '/leads', { customer, description });
  }

  /** A request of a customer who has been here before. */
  newRequestOf({ customer }: Lead, category: string): Promise<Lead> {
    const description = 'I need your help once more.';
    return this.control('POST', '/leads', { customer, category, description });
  }

  customerWrites(lead: Lead, text: string): Promise<ServiceMessage> {
    return this.control('POST', `/leads/${lead.negotiationID}/messages`, { text });
  }

  /** The customer writes messages with these numbers, one after the other. */
  async customerWritesMany(lead: Lead, from: number, to: number): Promise<void> {
    for (let number = from; number <= to; number += 1)
      await this.customerWrites(lead, `Message ${number}: the tap still drips.`);
  }

  /** What the service holds of a conversation: the truth about what was sent, and how often. */
  async textsOf(lead: Lead, from: 'Customer' | 'Business'): Promise<string[]> {
    const path = `/leads/${lead.negotiationID}/messages`;
    const { data } = await this.control<{ data: ServiceMessage[] }>('GET', path);
    return data.filter((message) => message.from === from).map((message) => message.text);
  }

  /** How many webhooks are registered, as its state file tells within a second. */
  webhooks(): number {
    const file = readFileSync(join(this.#folder, 'service.json'), 'utf8');
    return (JSON.parse(file) as { state: { webhooks: unknown[] } }).state.webhooks.length;
  }
}
