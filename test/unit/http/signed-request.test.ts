import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  maxSkewMs,
  signRequest,
  verifyRequest,
  type SignedRequest,
  type Signer,
} from '../../../main/http/signed-request.ts';

const keys = generateKeyPairSync('ed25519');
const desktop = `U${'A'.repeat(55)}`;
const signer: Signer = { desktop, sign: (bytes) => sign(null, bytes, keys.privateKey) };
const request: SignedRequest = {
  method: 'POST',
  path: '/broker/token',
  body: '{"account":"é"}',
};
const at = 1_700_000_000_000;

const accept = (
  header: string | undefined,
  {
    received = request,
    now = at,
    key = keys.publicKey,
  }: {
    received?: SignedRequest;
    now?: number;
    key?: typeof keys.publicKey | null;
  } = {},
) => {
  const verified = verifyRequest(header, received, {
    now,
    verify: (by, bytes, signature) => {
      if (key === null) throw new Error('no key');
      return by === desktop && verify(null, bytes, key, signature);
    },
  });
  if ('refusal' in verified || verified.isFor(received.body)) return verified;
  return { refusal: 'unsigned' };
};

describe('a signed request', () => {
  it('names the desktop that signed it', () => {
    const header = signRequest(signer, request, at);
    expect(accept(header)).toMatchObject({ desktop });
  });

  it('has another nonce each time, by which the hub notices a repeated one', () => {
    const readNonce = (header: string) => {
      const answer = accept(header);
      return 'nonce' in answer ? answer.nonce : answer;
    };
    const header = signRequest(signer, request, at);
    expect(readNonce(header)).toBe(readNonce(header));
    expect(readNonce(header)).not.toBe(readNonce(signRequest(signer, request, at)));
  });

  it.each([
    ['method', { ...request, method: 'GET' as const }],
    ['path', { ...request, path: '/broker/disconnect' }],
    ['query', { ...request, path: '/broker/token?x=1' }],
    ['body', { ...request, body: '{"account":"e"}' }],
  ])('is refused with another %s', (_what, received) => {
    const header = signRequest(signer, request, at);
    expect(accept(header, { received })).toEqual({ refusal: 'unsigned' });
  });

  it('is refused with another desktop’s key, and when its key cannot be read', () => {
    const header = signRequest(signer, request, at);
    const key = generateKeyPairSync('ed25519').publicKey;
    expect(accept(header, { key })).toEqual({ refusal: 'unsigned' });
    expect(accept(header, { key: null })).toEqual({ refusal: 'unsigned' });
  });

  it('is refused once it is older or newer than a minute', () => {
    const header = signRequest(signer, request, at);
    for (const now of [at + maxSkewMs + 1, at - maxSkewMs - 1])
      expect(accept(header, { now })).toEqual({ refusal: 'clock' });
    expect(accept(header, { now: at + maxSkewMs })).toMatchObject({ desktop });
  });

  it('is refused with any changed letter', () => {
    const header = signRequest(signer, request, at);
    for (let index = 0; index < header.length - 2; index += 7) {
      const letter = header[index] === 'x' ? 'y' : 'x';
      const changed = header.slice(0, index) + letter + header.slice(index + 1);
      expect(accept(changed)).toEqual({ refusal: 'unsigned' });
    }
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another scheme', 'Bearer abc.def'],
    ['without a signature', 'Hearthline abcd'],
    ['with three parts', 'Hearthline abcd.abcd.abcd'],
    ['not base64', 'Hearthline ab*d.abcd'],
    ['cut', 'Hearthline abcde.abcd'],
    ['not JSON', 'Hearthline abcd.abcd'],
    ['very long', `Hearthline ${'a'.repeat(5_000)}.abcd`],
  ])('is refused with a header that is %s', (_what, header) => {
    expect(accept(header)).toEqual({ refusal: 'unsigned' });
  });
});
