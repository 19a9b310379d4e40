import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyring, rotateKeyring } from '../../../main/sealing/keyring.ts';
import { openEnvelope, sealAtHub, sealForMembers } from '../../../main/sealing/seal.ts';
import { fuzz } from '../../fuzz.ts';

const keyring = createKeyring();
const rotated = rotateKeyring(keyring);
const publicOf = (of: typeof keyring) => ({
  key: of.current,
  publicKey: of.keys[of.current]?.publicKey ?? '',
});

const subject = fc.constantFrom('in.a.b', 'fact.c.starred', 'team.hours');
const body = fc.uint8Array({ maxLength: 200 });
const sealed = fc
  .record({ subject, body, isHub: fc.boolean(), keys: fc.constantFrom(keyring, rotated) })
  .map(({ keys, isHub, ...each }) => ({
    ...each,
    envelope: isHub
      ? (sealAtHub(publicOf(keys), each.subject, each.body) ?? Buffer.alloc(0))
      : sealForMembers(keys, each.subject, each.body),
  }));

describe('an envelope', () => {
  it('opens on its subject, also after a rotation', () => {
    fc.assert(
      fc.property(sealed, (each) => {
        const opened = openEnvelope(rotated, each.subject, each.envelope);
        expect(opened.ok && Buffer.from(opened.text).equals(each.body)).toBe(true);
      }),
      fuzz(100),
    );
  });

  it('does not open if any byte differs', () => {
    fc.assert(
      fc.property(sealed, fc.nat(), fc.integer({ min: 1, max: 255 }), (each, at, bits) => {
        const changed = Buffer.from(each.envelope);
        const index = at % changed.length;
        changed[index] = (changed[index] ?? 0) ^ bits;
        expect(openEnvelope(rotated, each.subject, changed).ok).toBe(false);
      }),
      fuzz(300),
    );
  });

  it('does not open when it is cut, on another subject or with the keys of another team', () => {
    const other = rotateKeyring(createKeyring());
    fc.assert(
      fc.property(sealed, fc.nat(), (each, at) => {
        const cut = each.envelope.subarray(0, at % each.envelope.length);
        expect(openEnvelope(rotated, each.subject, cut).ok).toBe(false);
        expect(openEnvelope(rotated, 'team.epoch', each.envelope)).toEqual({
          ok: false,
          code: 'damaged',
        });
        expect(openEnvelope(other, each.subject, each.envelope).ok).toBe(false);
      }),
      fuzz(100),
    );
  });

  it('never makes an error of foreign bytes', () => {
    const head = fc.constantFrom([], [1, 0, 1, 0], [1, 0, 1, 1], [1, 0, 2, 1]);
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 120 }), (start, rest) => {
        const envelope = Uint8Array.from([...start, ...rest]);
        expect(openEnvelope(rotated, 'in.a.b', envelope).ok).toBe(false);
      }),
      fuzz(300),
    );
  });

  it('names the key that is missing, and a format that is newer', () => {
    const envelope = sealForMembers(rotated, 'in.a.b', Buffer.from('x'));
    expect(openEnvelope(keyring, 'in.a.b', envelope)).toEqual({
      ok: false,
      code: 'unknown_key',
      key: 2,
    });
    envelope[0] = 2;
    expect(openEnvelope(rotated, 'in.a.b', envelope)).toEqual({
      ok: false,
      code: 'unknown_format',
    });
  });

  it('shows nothing of its text, and differs each time', () => {
    const text = Buffer.from('canary'.repeat(5));
    const envelopes = [1, 2].flatMap(() => [
      sealForMembers(keyring, 'in.a.b', text),
      sealAtHub(publicOf(keyring), 'in.a.b', text) ?? Buffer.alloc(0),
    ]);
    for (const envelope of envelopes) expect(envelope.includes('canary')).toBe(false);
    expect(new Set(envelopes.map((each) => each.toString('hex'))).size).toBe(envelopes.length);
  });
});

describe('the hub', () => {
  it('cannot seal to an invalid key', () => {
    expect(sealAtHub({ key: 1, publicKey: 'AAAA' }, 'in.a.b', Buffer.from('x'))).toBeNull();
  });
});
