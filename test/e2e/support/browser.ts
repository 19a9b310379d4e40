/**
 * Replaces the system's browser for consent pages. The app opens addresses with `xdg-open` from the PATH; this
 * one records the address, and the test submits the page's form and follows the redirect.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

export class Browser {
  readonly #folder: string;
  readonly #opened: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'bin');
    this.#opened = join(folder, 'opened');
    mkdirSync(this.#folder, { recursive: true });
    const program = join(this.#folder, 'xdg-open');
    writeFileSync(
      program,
      `#!/bin/sh\nprintf %s "$1" > '${this.#opened}.new'\nmv '${this.#opened}.new' '${this.#opened}'\n`,
    );
    chmodSync(program, 0o755);
  }

  /** PATH with this browser. */
  get path(): string {
    return `${this.#folder}:${process.env['PATH'] ?? ''}`;
  }

  /** Address that the app opened. */
  async takeAddress(): Promise<string> {
    await expect.poll(() => existsSync(this.#opened), { message: 'no page was opened' }).toBe(true);
    const address = readFileSync(this.#opened, 'utf8');
    rmSync(this.#opened);
    return address;
  }

  /**
   * Submits the consent page's form; returns the redirect address.
   * @param businessID the choice in the legacy page's dropdown
   */
  async decide(decision: 'allow' | 'deny', businessID?: string): Promise<string> {
    const address = await this.takeAddress();
    const form = { decision, ...(businessID === undefined ? {} : { businessID }) };
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(form)),
      redirect: 'manual',
    });
    const back = answer.headers.get('location');
    if (back === null) throw new Error(`no way back from ${new URL(address).pathname}`);
    return back;
  }

  /** Allows access and returns to the app; returns the final page. */
  async agree(businessID?: string): Promise<string> {
    const answer = await fetch(await this.decide('allow', businessID));
    return answer.text();
  }
}
