import { describe, expect, it } from 'vitest';
import {
  parseBody,
  offerFact,
  parseFact,
  getPublishRule,
  buildFact,
} from '../../../../contract/team/facts.ts';

const about = { account: 'a'.repeat(26), negotiation: 'negotiation-1' };
const author = { person: 'ana', desktop: 'laptop' };
const envelope = { kind: 'starred', version: 1, author, at: 5, body: { ...about, on: true } };

describe('a fact', () => {
  it('is read as it was written', () => {
    const fact = buildFact('starred', { ...about, on: true }, { author, at: 5 }, null);
    expect(parseFact(fact.text)).toEqual(fact);
    expect(parseBody('starred', fact)).toEqual({ ...about, on: true });
    expect(parseBody('archived', fact)).toBeNull();
  });

  it('of a newer version or an unknown kind keeps its text to the byte', () => {
    const newer = `{"kind":"future", "version":7,"seal":1.0,"author":${JSON.stringify(author)},"at":5,"body":{"size":1e2,"size":2}}`;
    expect(parseFact(newer)?.text).toBe(newer);
    expect(getPublishRule('future')).toBe('last');
    expect(getPublishRule('constructor')).toBe('last');
  });

  it('of a newer version is understood as far as this version knows its fields', () => {
    const newer = { ...envelope, version: 9, why: 'x', body: { ...envelope.body, colour: 'red' } };
    const fact = parseFact(JSON.stringify(newer));
    expect(fact && parseBody('starred', fact)).toEqual({ ...about, on: true });
  });

  it('keeps the unknown fields of its newer version when an older one changes it', () => {
    const newer = { ...envelope, version: 9, body: { ...envelope.body, colour: 'red' } };
    const changed = buildFact(
      'starred',
      { ...about, on: false },
      { author: { person: 'ben', desktop: 'office' }, at: 6 },
      parseFact(JSON.stringify(newer)),
    );
    expect(changed.version).toBe(9);
    expect(parseFact(changed.text)?.body).toEqual({ ...about, on: false, colour: 'red' });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no author', JSON.stringify({ ...envelope, author: undefined })],
    ['an author with a dot', JSON.stringify({ ...envelope, author: { ...author, person: 'a.b' } })],
    ['no version', JSON.stringify({ ...envelope, version: 0 })],
    ['no body', JSON.stringify({ ...envelope, body: [] })],
  ])('with %s is refused', (_, text) => {
    expect(parseFact(text)).toBeNull();
  });

  it('with an invalid body has none', () => {
    const fact = parseFact(JSON.stringify({ ...envelope, body: { on: 'yes' } }));
    expect(fact && parseBody('starred', fact)).toBeNull();
  });

  it('that is offered to another stream keeps its first origin and every byte', () => {
    const newer = ` {"kind":"future", "version":7,"author":${JSON.stringify(author)},"at":5,"body":{"size":1e2}}`;
    const first = { stream: 'one', sequence: 7 };
    const offered = parseFact(offerFact(parseFact(newer) ?? fail(), first)) ?? fail();
    expect(offered.offered).toEqual(first);
    expect(offered.text.replace(`"offered":${JSON.stringify(first)},`, '')).toBe(newer);
    expect(offerFact(offered, { stream: 'two', sequence: 9 })).toBe(offered.text);
  });
});

const fail = (): never => {
  throw new Error('this is no fact');
};
