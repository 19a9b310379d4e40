/**
 * The system's ssh connects to an impostor instead of the professional's host. Nothing that it sends before it
 * proves the confirmed host key may be trusted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock, type Clock } from '../../../../main/clock/clock.ts';
import { createHostTrust } from '../../../../main/engine/tunnel/host-key.ts';
import { toAlias, storeKey, type HostKey } from '../../../../main/engine/tunnel/known-hosts.ts';
import type { TunnelFailure } from '../../../../main/engine/tunnel/provider.ts';
import { startSSH } from '../../../../main/engine/tunnel/ssh.ts';
import { testClock } from '../../../unit/engine/support/store.ts';
import { temporaryFolder } from '../support/engine.ts';
import { listDescendants } from '../../../processes.ts';
import { hostKeyOf, newIdentity, packet, serveSSH, text, version } from './ssh-server.ts';
import { Sshd } from './sshd.ts';

const isLinux = process.platform === 'linux';

const greeting = `${version}\r\n`;

const openStranger = async (say: (socket: Socket) => void): Promise<number> => {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    say(socket);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
};

const disconnect = (why: string): Buffer =>
  packet(Buffer.concat([Buffer.from([1, 0, 0, 0, 11]), text(why), text('')]));
const ignore = packet(Buffer.concat([Buffer.from([2]), text('still here')]));
const debug = (words: string): Buffer =>
  packet(Buffer.concat([Buffer.from([4, 1]), text(words), text('')]));

/** Connects until the connection ends; returns whether the tunnel was reported up, and the reason of the end. */
const connectTo = async (
  port: number,
  key: HostKey,
  { user = 'pat', keyFile = '', clock = systemClock, whenUp = (): void => undefined } = {},
) => {
  const folder = temporaryFolder();
  storeKey(folder, toAlias('127.0.0.1', port), key);
  const ups: string[] = [];
  const failure = await new Promise<TunnelFailure>((ended) => {
    const ssh = startSSH(
      { file: '/usr/bin/ssh', folder, port: 1, address: 'https://a.example', clock },
      {
        ...{ host: '127.0.0.1', port, user, keyFile, bindAddress: '127.0.0.1' },
        ...{ remotePort: 8_787, address: 'https://a.example' },
      },
      {
        onUp: (address) => {
          ups.push(address);
          whenUp();
        },
        ...{ onInterrupted: () => undefined, onEnded: ended },
      },
    );
    onTestFinished(ssh.stop);
  });
  return { ups, why: failure.why };
};

const hostTrust = (clock: Clock) =>
  createHostTrust({ folder: temporaryFolder(), env: { PATH: '/usr/bin' }, clock });

/** The confirmed key of the real host, which an impostor cannot prove. */
const confirmed = {
  type: 'ssh-ed25519',
  base64: Buffer.from(`\0\0\0\vssh-ed25519\0\0\0 ${'k'.repeat(32)}`).toString('base64'),
};

const claims = [
  'debug1: remote forward success for: listen 127.0.0.1:8787, connect 127.0.0.1:1',
  'pat@127.0.0.1: Permission denied (publickey).',
  'Load key "/home/pat/.ssh/id_ed25519": bad permissions',
  "debug1: Host '[127.0.0.1]:22' is known and matches the ED25519 host key.",
  'Host key for 127.0.0.1 has changed and you have requested strict checking.',
  'No ED25519 host key is known for 127.0.0.1 and you have requested strict checking.',
];

describe.runIf(isLinux)('an impostor in place of the host', () => {
  it.each([
    ['before its version', (socket: Socket) => socket.end(`${claims.join('\r\n')}\r\n`)],
    [
      'in its reason for disconnecting',
      (socket: Socket) =>
        socket.end(
          Buffer.concat([Buffer.from(greeting), disconnect(`x\r\n${claims.join('\r\n')}`)]),
        ),
    ],
    [
      'in a debug message',
      (socket: Socket) =>
        socket.end(Buffer.concat([Buffer.from(greeting), debug(`x\n${claims.join('\n')}\n`)])),
    ],
  ])('is not trusted when it claims success %s', async (_where, say) => {
    const port = await openStranger(say);
    expect(await connectTo(port, confirmed)).toEqual({ ups: [], why: 'connection_lost' });
  });

  it('that sends endless lines is disconnected and not trusted', async () => {
    const isLeft = Promise.withResolvers<void>();
    const port = await openStranger((socket) => {
      socket.once('close', () => isLeft.resolve());
      const pour = (): void => {
        while (!socket.destroyed && socket.write(`${claims.join('\r\n')}\r\n`));
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await connectTo(port, confirmed)).toEqual({ ups: [], why: 'connection_lost' });
    await isLeft.promise;
  });

  it('that sends one endless line is disconnected and not trusted', async () => {
    const isLeft = Promise.withResolvers<void>();
    const port = await openStranger((socket) => {
      socket.once('close', () => isLeft.resolve());
      const pour = (): void => {
        while (!socket.destroyed && socket.write('Permission denied ('.repeat(1_000)));
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await connectTo(port, confirmed)).toEqual({ ups: [], why: 'connection_lost' });
    await isLeft.promise;
  });

  it.each([
    ['shows another key', 'host_changed', newIdentity(), undefined],
    ['cannot prove the confirmed key', 'connection_lost', undefined, newIdentity()],
  ] as const)(
    'that takes over a running tunnel and %s when keys are exchanged again ends it',
    async (_how, why, shown, signer) => {
      const identity = newIdentity();
      const port = await openStranger((socket) =>
        serveSSH(socket, identity, shown ?? identity, signer),
      );
      expect(await connectTo(port, hostKeyOf(identity))).toEqual({
        ups: ['https://a.example'],
        why,
      });
    },
  );

  it('that never shows a key times out, and no ssh-keyscan is left running', async () => {
    const clock = testClock();
    const seen = Promise.withResolvers<void>();
    const port = await openStranger((socket) => {
      socket.write(greeting);
      const timer = setInterval(() => socket.write(ignore), 100);
      socket.once('data', () => seen.resolve());
      socket.once('close', () => clearInterval(timer));
    });
    const reading = hostTrust(clock).readHostKey('127.0.0.1', port);
    await seen.promise;
    clock.advance(20_000);
    expect(await reading).toEqual({ ok: true, value: { seen: false, why: 'no_answer' } });
    const left = listDescendants(process.pid).filter(({ command }) => /ssh-keyscan/.test(command));
    expect(left).toEqual([]);
  });

  it('is disconnected when the request for its key is aborted', async () => {
    const trust = hostTrust(testClock());
    const port = await openStranger((socket) => {
      socket.write(greeting);
      socket.once('data', trust.cancel);
    });
    expect(await trust.readHostKey('127.0.0.1', port)).toMatchObject({ value: { seen: false } });
  });
});

describe.runIf(isLinux)('the time limit of an ssh connection', () => {
  it('ends one whose host never exchanges keys', async () => {
    const clock = testClock();
    const port = await openStranger((socket) => {
      socket.write(greeting);
      socket.once('data', () => clock.advance(45_000));
    });
    expect(await connectTo(port, confirmed, { clock })).toEqual({ ups: [], why: 'no_answer' });
  });

  it('does not end a tunnel that is up', async () => {
    const clock = testClock();
    const identity = newIdentity();
    const sockets: Socket[] = [];
    const port = await openStranger((socket) => {
      sockets.push(socket);
      serveSSH(socket, identity, identity);
    });
    const whenUp = (): void => {
      clock.advance(45_000);
      sockets[0]?.destroy();
    };
    expect(await connectTo(port, hostKeyOf(identity), { clock, whenUp })).toMatchObject({
      why: 'connection_lost',
    });
  });
});

it.runIf(isLinux)('a banner of one very long line does not block the engine', async () => {
  const folder = temporaryFolder();
  const banner = join(folder, 'banner');
  writeFileSync(banner, 'No Load key Timeout, server '.repeat(8_500));
  const host = new Sshd(join(folder, 'host'), [`Banner ${banner}`]);
  onTestFinished(() => host.kill());
  await host.start();
  const [type = '', base64 = ''] = readFileSync(`${host.key('host')}.pub`, 'utf8').split(' ');
  // Processor time, because other processes may stop this one for longer.
  const timeUsed = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let longest = 0;
  let last = timeUsed();
  const timer = setInterval(() => {
    longest = Math.max(longest, timeUsed() - last);
    last = timeUsed();
  }, 10);
  const { why } = await connectTo(
    host.port,
    { type, base64 },
    {
      user: host.user,
      keyFile: host.key('stranger'),
    },
  );
  clearInterval(timer);
  expect(why).toBe('auth_refused');
  expect(longest).toBeLessThan(2_000);
});
