import { describe, expect, it } from 'vitest';
import { createKeyPair } from '../../../main/sealing/hpke.ts';
import {
  addOlderKeys,
  createKeyring,
  readKeyring,
  rotateKeyring,
  sealOlderKeys,
  unwrapNewestKey,
  wrapNewestKey,
} from '../../../main/sealing/keyring.ts';
import { createRecovery, readRecovery } from '../../../main/sealing/recovery-code.ts';
import { deriveInvitationProof, deriveSixDigits } from '../../../main/sealing/six-digits.ts';
import { openEnvelope, sealForMembers } from '../../../main/sealing/seal.ts';

describe('a keyring', () => {
  it('reaches the desktop for which its newest key was wrapped, and no other', () => {
    const desktop = createKeyPair();
    const keyring = rotateKeyring(rotateKeyring(createKeyring()));
    const wrapped = wrapNewestKey(keyring, desktop.publicKey, 'laptop') ?? Buffer.alloc(0);
    const newest = unwrapNewestKey(wrapped, desktop, 'laptop');
    expect(newest && addOlderKeys(newest, sealOlderKeys(keyring, {}))).toEqual(keyring);
    expect(unwrapNewestKey(wrapped, desktop, 'office')).toBeNull();
    expect(unwrapNewestKey(wrapped, createKeyPair(), 'laptop')).toBeNull();
    expect(unwrapNewestKey(wrapped.subarray(1), desktop, 'laptop')).toBeNull();
    expect(wrapNewestKey(keyring, 'no key', 'laptop')).toBeNull();
  });

  it('takes older keys only from somebody who has the newest', () => {
    const keyring = rotateKeyring(createKeyring());
    const sealed = sealOlderKeys(keyring, {});
    const stranger = rotateKeyring(createKeyring());
    expect(addOlderKeys(stranger, sealed)).toBeNull();
    expect(addOlderKeys(rotateKeyring(keyring), sealed)).toBeNull();
    expect(addOlderKeys(keyring, sealed.subarray(1))).toBeNull();
    expect(addOlderKeys(keyring, Buffer.alloc(0))).toBeNull();
  });

  it('is stored as text and refused when invalid', () => {
    const keyring = createKeyring();
    expect(readKeyring(JSON.stringify(keyring))).toEqual(keyring);
    expect(readKeyring('{')).toBeNull();
    expect(readKeyring(JSON.stringify({ ...keyring, current: 2 }))).toBeNull();
    expect(readKeyring(JSON.stringify({ ...keyring, subjectKey: 'short' }))).toBeNull();
  });

  it('locks out who left once it was rotated, and keeps what was there', () => {
    const before = createKeyring();
    const after = rotateKeyring(before);
    const old = sealForMembers(before, 'team.hours', Buffer.from('old'));
    const recent = sealForMembers(after, 'team.hours', Buffer.from('recent'));
    expect(openEnvelope(after, 'team.hours', old).ok).toBe(true);
    expect(openEnvelope(before, 'team.hours', recent).ok).toBe(false);
    expect(after.subjectKey).toBe(before.subjectKey);
  });
});

describe('the six digits', () => {
  const joiner = { wrapping: 'joiner’s wrapping key', desktop: 'joiner’s signing key' };

  it('are the same on both screens and differ when a key or the invitation was exchanged', () => {
    const digits = deriveSixDigits('secret', joiner);
    expect(digits).toMatch(/^\d{6}$/);
    expect(deriveSixDigits('secret', { ...joiner })).toBe(digits);
    const others = [
      deriveSixDigits('other', joiner),
      deriveSixDigits('secret', { ...joiner, wrapping: 'other' }),
      deriveSixDigits('secret', { ...joiner, desktop: 'other' }),
    ];
    expect(others).not.toContain(digits);
  });

  it('keep their zeros in front', () => {
    const all = Array.from({ length: 200 }, (_, index) => deriveSixDigits(`${index}`, joiner));
    for (const digits of all) expect(digits).toHaveLength(6);
    expect(all.some((digits) => digits.startsWith('0'))).toBe(true);
  });

  it('cannot be computed from what the hub sees of the invitation', () => {
    const proof = deriveInvitationProof('secret');
    expect(proof).not.toContain('secret');
    expect(deriveSixDigits(proof, joiner)).not.toBe(deriveSixDigits('secret', joiner));
  });
});

describe('a recovery code', () => {
  const { code, pair } = createRecovery();

  it('unwraps the newest key, also one that was created after it was printed', () => {
    const keyring = createKeyring();
    const wrapped = wrapNewestKey(keyring, pair.publicKey, 'recovery') ?? Buffer.alloc(0);
    const typed = readRecovery(code);
    expect(typed.ok && unwrapNewestKey(wrapped, typed.pair, 'recovery')).toEqual(keyring);
  });

  it('is printed in eight groups and typed in any case and grouping', () => {
    expect(code).toMatch(/^([A-Z2-7]{4}-){7}[A-Z2-7]{4}$/);
    const alike = code.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8');
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ' – '), ` ${code}\n`, alike])
      expect(readRecovery(typed)).toMatchObject({ ok: true, pair });
  });

  it('with a mistake is refused with its kind', () => {
    const printed = 'ZJF5-ONIV-ADNI-5EEF-SGTB-XOR3-G2NX-BBMH';
    expect(readRecovery(printed).ok).toBe(true);
    for (const typed of [`${printed}A`, printed.slice(1), ''])
      expect(readRecovery(typed)).toEqual({ ok: false, code: 'length' });
    expect(readRecovery(printed.replace('Z', '!'))).toEqual({ ok: false, code: 'letters' });
    const letters = [...printed.replaceAll('-', '')];
    for (const [index, letter] of letters.entries()) {
      const typed = letters.with(index, letter === 'A' ? 'C' : 'A').join('');
      expect(readRecovery(typed)).toEqual({ ok: false, code: 'mistyped' });
    }
  });
});
