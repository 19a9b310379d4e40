/**
 * A minimal SSH server (RFC 4253, 4252, 4254) that accepts anybody and every forwarding, and then exchanges keys
 * again. Unlike a real sshd it can show another host key than before.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import type { Socket } from 'node:net';
import type { HostKey } from '../../../../main/engine/tunnel/known-hosts.ts';

export const version = 'SSH-2.0-stranger';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A string of the protocol: its length and its bytes. */
export const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint32(bytes.length), bytes]);
};

/** A payload with length and padding, unencrypted; `unpadded` bytes do not count for the block size. */
export const packet = (payload: Buffer, block = 8, unpadded = 0): Buffer => {
  const padding = 2 * block - ((payload.length + 5 - unpadded) % block);
  const length = payload.length + padding + 1;
  return Buffer.concat([uint32(length), Buffer.from([padding]), payload, Buffer.alloc(padding)]);
};

const positive = (bytes: Buffer): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(first);
  return text((digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.alloc(1), digits]));
};

const rawKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

export type HostIdentity = { readonly blob: Buffer; readonly privateKey: KeyObject };

export const newIdentity = (): HostIdentity => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { blob: Buffer.concat([text('ssh-ed25519'), text(rawKey(publicKey))]), privateKey };
};

export const hostKeyOf = ({ blob }: HostIdentity): HostKey => ({
  type: 'ssh-ed25519',
  base64: blob.toString('base64'),
});

const cipher = 'aes-256-gcm';
const tagBytes = 16;

/** One direction of the encrypted connection (RFC 5647). */
class Direction {
  readonly #key: Buffer;
  readonly #iv: Buffer;

  constructor(key: Buffer, iv: Buffer) {
    this.#key = key;
    this.#iv = iv;
  }

  #nextIv(): Buffer {
    const iv = Buffer.from(this.#iv);
    this.#iv.writeBigUInt64BE(this.#iv.readBigUInt64BE(4) + 1n, 4);
    return iv;
  }

  seal(payload: Buffer): Buffer {
    const plain = packet(payload, 16, 4);
    const head = plain.subarray(0, 4);
    const sealing = createCipheriv(cipher, this.#key, this.#nextIv()).setAAD(head);
    const body = Buffer.concat([sealing.update(plain.subarray(4)), sealing.final()]);
    return Buffer.concat([head, body, sealing.getAuthTag()]);
  }

  open(head: Buffer, body: Buffer, tag: Buffer): Buffer {
    const opening = createDecipheriv(cipher, this.#key, this.#nextIv())
      .setAAD(head)
      .setAuthTag(tag);
    return Buffer.concat([opening.update(body), opening.final()]);
  }
}

const algorithms = [
  'curve25519-sha256',
  'ssh-ed25519',
  ...['aes256-gcm@openssh.com', 'aes256-gcm@openssh.com'],
  ...['hmac-sha2-256', 'hmac-sha2-256'],
  ...['none', 'none'],
  ...['', ''],
];

/**
 * Serves one connection.
 * @param first the host key of the first exchange
 * @param second the host key shown in the second exchange, which starts once a forwarding is accepted
 * @param signer signs the second exchange
 */
export const serveSSH = (
  socket: Socket,
  first: HostIdentity,
  second: HostIdentity,
  signer = second,
): void => {
  let received = Buffer.alloc(0);
  let clientVersion: string | null = null;
  let clientInit = Buffer.alloc(0);
  let serverInit: Buffer | null = null;
  let sessionID: Buffer | null = null;
  let incoming: Direction | null = null;
  let outgoing: Direction | null = null;
  let nextIncoming: Direction | null = null;

  const send = (...parts: readonly (Buffer | readonly number[])[]): void => {
    const payload = Buffer.concat(parts.map((part) => Buffer.from(part)));
    socket.write(outgoing?.seal(payload) ?? packet(payload));
  };
  const startExchange = (): void => {
    const lists = algorithms.map((names) => text(names));
    serverInit = Buffer.concat([Buffer.from([20]), randomBytes(16), ...lists, Buffer.alloc(5)]);
    send(serverInit);
  };
  const exchange = (clientKey: Buffer): void => {
    const [shown, signing] = sessionID === null ? [first, first] : [second, signer];
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const jwk = { kty: 'OKP', crv: 'X25519', x: clientKey.toString('base64url') };
    const theirs = createPublicKey({ key: jwk, format: 'jwk' });
    const secret = positive(diffieHellman({ privateKey, publicKey: theirs }));
    const transcript = [
      ...[clientVersion ?? '', version, clientInit, serverInit ?? ''].map(text),
      ...[shown.blob, clientKey, rawKey(publicKey)].map(text),
      secret,
    ];
    const hash = createHash('sha256').update(Buffer.concat(transcript)).digest();
    sessionID ??= hash;
    const id = sessionID;
    const derive = (letter: string): Buffer =>
      createHash('sha256').update(secret).update(hash).update(letter).update(id).digest();
    const signature = Buffer.concat([
      text('ssh-ed25519'),
      text(sign(null, hash, signing.privateKey)),
    ]);
    send([31], text(shown.blob), text(rawKey(publicKey)), text(signature));
    send([21]);
    outgoing = new Direction(derive('D'), derive('B').subarray(0, 12));
    nextIncoming = new Direction(derive('C'), derive('A').subarray(0, 12));
    serverInit = null;
  };
  const answer = (payload: Buffer): void => {
    const argument = (): Buffer => payload.subarray(5, 5 + payload.readUInt32BE(1));
    switch (payload[0] ?? 0) {
      case 5:
        return send([6], text(argument()));
      case 20:
        clientInit = Buffer.from(payload);
        if (serverInit === null) startExchange();
        return;
      case 21:
        incoming = nextIncoming;
        return;
      case 30:
        return exchange(argument());
      case 50:
        return send([52]);
      case 80:
        if (argument().toString() !== 'tcpip-forward') return;
        send([81]);
        return startExchange();
    }
  };
  /** Takes the next whole packet from what was received; null if there is none. */
  const take = (): Buffer | null => {
    if (received.length < 4) return null;
    const end = 4 + received.readUInt32BE(0);
    const whole = end + (incoming === null ? 0 : tagBytes);
    if (received.length < whole) return null;
    const [head, body, tag] = [
      received.subarray(0, 4),
      received.subarray(4, end),
      received.subarray(end, whole),
    ];
    received = received.subarray(whole);
    const plain = incoming?.open(head, body, tag) ?? body;
    return plain.subarray(1, plain.length - (plain[0] ?? 0));
  };

  socket.write(`${version}\r\n`);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (clientVersion === null) {
      const end = received.indexOf('\r\n');
      if (end < 0) return;
      clientVersion = received.subarray(0, end).toString();
      received = received.subarray(end + 2);
    }
    for (let payload = take(); payload !== null; payload = take()) answer(payload);
  });
};
