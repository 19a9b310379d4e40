import { describe, expect, it } from 'vitest';
import {
  deriveAccountKey,
  deriveItemKey,
  deriveLeadKey,
} from '../../../main/sealing/subject-keys.ts';

const subjectKey = Buffer.alloc(32, 7);
const service = 'https://service.invalid';
const account = deriveAccountKey(subjectKey, { service, generation: 1, userID: '1001' });
const lead = deriveLeadKey(subjectKey, account, 'negotiation-1');

describe('keys in subjects', () => {
  it('are the same on every computer', () => {
    expect(account).toBe('hmvipvf2lcm6qys7t3ofvkdncq');
    expect(lead).toBe('tcu5v57v6hnzyb47t26pqx4yzu');
  });

  it('differ for other accounts, leads, words and teams', () => {
    const other = Buffer.alloc(32, 8);
    const keys = [
      account,
      lead,
      deriveLeadKey(subjectKey, account, 'negotiation-2'),
      deriveLeadKey(other, account, 'negotiation-1'),
      deriveItemKey(subjectKey, 'plumbing'),
      deriveItemKey(other, 'plumbing'),
      deriveItemKey(subjectKey, 'Plumbing'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^[a-z2-7]{26}$/);
  });
});
