/**
 * The sandbox as a separate process with its control interface. It can be stopped and restarted on the same port
 * with the same state, like a service that was down.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ready } from '../../../sandbox/ready.ts';
import { redirectPorts, servicePort } from '../../ports.ts';
import { createControl, buildLegacyProfile, buildV4Profile } from '../../service-ready.ts';

const program = join(import.meta.dirname, '../../../out/main/sandbox.js');

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

  /** Starts it, always on the same port. */
  async start(): Promise<void> {
    const ports = ['--port', String(servicePort), '--redirect-ports', redirectPorts.join(',')];
    const args = [...ports, ...this.#options, '--state', join(this.#folder, 'service.json')];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    const failed = once(child, 'exit').then(() => {
      throw new Error('the service cannot start; its reason is in the output');
    });
    const ready = once(createInterface({ input: child.stdout }), 'line');
    const [line] = (await Promise.race([ready, failed])) as [string];
    this.#ready = JSON.parse(line) as Ready;
  }

  /** Stops it; the status must be 0. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  /** The v4 profile from the service's operator. */
  buildProfile(): Record<string, unknown> {
    return buildV4Profile(this.ready);
  }

  /** The legacy profile of the same service. */
  buildLegacyProfile(): Record<string, unknown> {
    return buildLegacyProfile(this.ready);
  }

  control<T = unknown>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    return createControl(this.ready)<T>(method, path, body);
  }

  createLead(firstName: string, description = 'The kitchen tap drips.'): Promise<Lead> {
    const customer = { firstName, lastName: 'Rivera' };
    return this.control('POST', '/leads', { customer, description });
  }

  /** Creates another request of an existing customer. */
  createRequest({ customer }: Lead, category: string): Promise<Lead> {
    const description = 'I need your help once more.';
    return this.control('POST', '/leads', { customer, category, description });
  }

  customerWrites(lead: Lead, text: string): Promise<ServiceMessage> {
    return this.control('POST', `/leads/${lead.negotiationID}/messages`, { text });
  }

  /** Sends messages of the customer with these numbers in sequence. */
  async customerWritesMany(lead: Lead, from: number, to: number): Promise<void> {
    for (let number = from; number <= to; number += 1)
      await this.customerWrites(lead, `Message ${number}: the tap still drips.`);
  }

  /** Lists the service's messages of a conversation, oldest first: each that was really sent. */
  async listTexts(
    { negotiationID }: Pick<Lead, 'negotiationID'>,
    from?: 'Customer' | 'Business',
  ): Promise<string[]> {
    const path = `/leads/${negotiationID}/messages`;
    const { data } = await this.control<{ data: ServiceMessage[] }>('GET', path);
    return data
      .filter((message) => from === undefined || message.from === from)
      .map((message) => message.text);
  }

  /** Number of registered webhooks, from the state file, which is up to a second old. */
  countWebhooks(): number {
    const path = join(this.#folder, 'service.json');
    if (!existsSync(path)) return 0;
    const file = readFileSync(path, 'utf8');
    return (JSON.parse(file) as { state: { webhooks: unknown[] } }).state.webhooks.length;
  }
}
