/** Developers copy these examples, so they must be valid. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseProfile } from '../../../main/connect/profiles.ts';

const text = readFileSync(new URL('../../../docs/service-profile.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json ?? '');

it('the documented service profiles are valid', () => {
  expect(examples.map((json) => parseProfile(json))).toMatchObject([
    { ok: true, value: { interface: 'v4', environment: 'sandbox' } },
    { ok: true, value: { interface: 'v4', broker: 'http://127.0.0.1:4020' } },
    { ok: true, value: { interface: 'v4', environment: 'staging' } },
    { ok: true, value: { interface: 'legacy' } },
  ]);
});
