import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSubject, findOwner, parseSubject } from '../../../../contract/team/subjects.ts';
import { fuzz } from '../../../fuzz.ts';

const account = 'a'.repeat(26);
const lead = 'b'.repeat(26);

describe('a subject', () => {
  it.each([
    [`in.${account}.k1`, { of: 'in', account, key: 'k1' }],
    [`fact.${lead}.starred`, { of: 'fact', lead, name: 'starred', item: [] }],
    [`fact.${lead}.note.ana.n-1`, { of: 'fact', lead, name: 'note', item: ['ana', 'n-1'] }],
    [`reply.${lead}.r1`, { of: 'reply', lead, reply: 'r1' }],
    [`claim.${lead}`, { of: 'claim', lead }],
    [`turn.${lead}`, { of: 'turn', lead }],
    [`duty.poll.${account}`, { of: 'duty', name: 'poll', account }],
    ['team.epoch', { of: 'team', name: 'epoch', item: [] }],
    ['team.key.3', { of: 'team', name: 'key', item: ['3'] }],
    ['person.ana.away', { of: 'person', person: 'ana', name: 'away' }],
  ])('%s is parsed and formatted', (text, subject) => {
    expect(parseSubject(text)).toEqual(subject);
    expect(formatSubject(subject as Parameters<typeof formatSubject>[0])).toBe(text);
  });

  it.each([
    '',
    'fact',
    'fact.1001.starred',
    `fact.${lead}`,
    `fact.${lead}.*`,
    `fact.${lead}.a.b.c.d`,
    `claim.${lead}.more`,
    `claim.${lead.toUpperCase()}`,
    `reply.${lead}.`,
    `reply.${lead}.${'r'.repeat(65)}`,
    'team.>',
    `duty.poll`,
    'person.ana',
    'person.ana.away.more',
    `future.${lead}`,
  ])('"%s" is of another kind', (text) => {
    expect(parseSubject(text)).toEqual({ of: 'other' });
  });

  it('never throws for any text, and formats to the same text when it is known', () => {
    const level = fc.oneof(
      fc.constantFrom('fact', 'in', 'team', 'note', lead, '*', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(level), (levels) => {
        const text = levels.join('.');
        const parsed = parseSubject(text);
        if (parsed.of !== 'other') expect(formatSubject(parsed)).toBe(text);
      }),
      fuzz(300),
    );
  });

  it('refuses tokens that would make another subject of it', () => {
    for (const name of ['starred.more', '*', '>', '', 'a b'])
      expect(() => formatSubject({ of: 'fact', lead, name, item: [] })).toThrow('invalid token');
  });

  it('of a note, a read time or an unread flag belongs to one person', () => {
    expect(findOwner(`fact.${lead}.note.ana.n-1`)).toBe('ana');
    expect(findOwner(`fact.${lead}.read.ben`)).toBe('ben');
    expect(findOwner(`fact.${lead}.starred`)).toBeNull();
    expect(findOwner(`fact.${lead}.note`)).toBe('');
  });
});
