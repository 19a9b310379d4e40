import { describe, expect, it } from 'vitest';
import { keyPair } from '../../../main/sealing/hpke.ts';
import {
  createKeyring,
  readKeyring,
  rotateKeyring,
  unwrapKeyring,
  wrapKeyring,
} from '../../../main/sealing/keyring.ts';
import { createRecovery, readRecovery } from '../../../main/sealing/recovery-code.ts';
import { invitationProof, sixDigits } from '../../../main/sealing/six-digits.ts';
import { openEnvelope, sealForMembers } from '../../../main/sealing/seal.ts';

describe('a keyring', () => {
  it('reaches the desktop for which it was wrapped, and no other', () => {
    const desktop = keyPair();
    const keyring = rotateKeyring(createKeyring());
    const wrapped = wrapKeyring(keyring, desktop.publicKey, 'laptop') ?? Buffer.alloc(0);
    expect(unwrapKeyring(wrapped, desktop, 'laptop')).toEqual(keyring);
    expect(unwrapKeyring(wrapped, desktop, 'office')).toBeNull();
    expect(unwrapKeyring(wrapped, keyPair(), 'laptop')).toBeNull();
    expect(unwrapKeyring(wrapped.subarray(1), desktop, 'laptop')).toBeNull();
    expect(wrapKeyring(keyring, 'no key', 'laptop')).toBeNull();
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
  const joiner = { wrapping: 'joiner’s wrapping key', signing: 'joiner’s signing key' };

  it('are the same on both screens and differ when a key or the invitation was exchanged', () => {
    const digits = sixDigits('secret', joiner);
    expect(digits).toMatch(/^\d{6}$/);
    expect(sixDigits('secret', { ...joiner })).toBe(digits);
    const others = [
      sixDigits('other', joiner),
      sixDigits('secret', { ...joiner, wrapping: 'other' }),
      sixDigits('secret', { ...joiner, signing: 'other' }),
    ];
    expect(others).not.toContain(digits);
  });

  it('keep their zeros in front', () => {
    const all = Array.from({ length: 200 }, (_, index) => sixDigits(`${index}`, joiner));
    for (const digits of all) expect(digits).toHaveLength(6);
    expect(all.some((digits) => digits.startsWith('0'))).toBe(true);
  });

  it('cannot be computed from what the hub sees of the invitation', () => {
    const proof = invitationProof('secret');
    expect(proof).not.toContain('secret');
    expect(sixDigits(proof, joiner)).not.toBe(sixDigits('secret', joiner));
  });
});

describe('a recovery code', () => {
  const { code, pair } = createRecovery();

  it('unwraps the keyring, also one that was rotated after it was printed', () => {
    const keyring = rotateKeyring(createKeyring());
    const wrapped = wrapKeyring(keyring, pair.publicKey, 'recovery') ?? Buffer.alloc(0);
    const typed = readRecovery(code);
    expect(typed.ok && unwrapKeyring(wrapped, typed.pair, 'recovery')).toEqual(keyring);
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
