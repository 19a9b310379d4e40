/** Duties on a real nats-server that is killed, whose entries end by their lifetime. */
import { afterEach, expect, it, vi } from 'vitest';
import { createBackoff } from '../../../main/clock/backoff.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import { wantDuty, type Duty } from '../../../main/engine/team/duties.ts';
import { createJetStreamLog } from '../../../main/engine/team/log/jetstream.ts';
import { startCluster } from '../../team/cluster.ts';
import { bytes, whenUp } from '../../team/log-contract.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

it('one desktop at a time holds a duty while its server is killed and holders vanish', async () => {
  const { addresses, member, kill, start, ready, close } = await startCluster();
  open.push(close);
  const credentials = await member();
  let proofs = 0;
  const connect = () =>
    createJetStreamLog({
      servers: addresses,
      credentials,
      inboxPrefix: '_INBOX.desktop',
      reconnect: createBackoff({ first: 50, max: 200, jitter: 1 }),
      answerMs: 500,
    });
  const logs = [connect(), connect(), connect()];
  await Promise.all(logs.map(whenUp));
  const duties: Duty[] = logs.map((teamLog) => {
    open.push(teamLog.close);
    const duty = wantDuty({
      teamLog,
      clock: systemClock,
      chance: Math.random,
      subject: 'duty.poll.account',
      createProof: () => bytes(`attempt ${(proofs += 1)}`),
      onChange: () => {},
      leaseMs: 2000,
      marginMs: 300,
    });
    open.push(duty.stop);
    return duty;
  });
  const tooMany: (number | null)[][] = [];
  const history: number[] = [];
  const watch = setInterval(() => {
    const fences = duties.map(({ getFence }) => getFence());
    const held = fences.filter((getFence) => getFence !== null);
    if (held.length > 1) tooMany.push(fences);
    history.push(...held);
  }, 5);
  open.push(() => clearInterval(watch));
  const holder = (): Promise<number> =>
    vi.waitFor(() => {
      const at = duties.findIndex(({ getFence }) => getFence() !== null);
      expect(at).toBeGreaterThanOrEqual(0);
      return at;
    });
  const first = await holder();
  await kill(0);
  await vi.waitFor(() => expect(duties.every(({ getFence }) => getFence() === null)).toBe(true));
  start(0);
  await ready();
  const second = await holder();
  await logs[second]?.close();
  await vi.waitFor(() => expect(duties[second]?.getFence()).toBeNull());
  expect(await holder()).not.toBe(second);
  expect(tooMany).toEqual([]);
  expect(history).toEqual(history.toSorted((a, b) => a - b));
  expect(first).toBeGreaterThanOrEqual(0);
});
