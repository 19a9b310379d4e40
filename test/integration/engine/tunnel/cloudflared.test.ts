import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { TunnelReport, TunnelSetup } from '../../../../contract/commands/tunnel.ts';
import { forkEngine, startEngine, temporaryFolder } from '../support/engine.ts';
import type { Desk } from '../support/desk.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { Cloudflared } from './cloudflared.ts';
import { processesWith } from './sshd.ts';

/** A stand-in whose processes are killed after the test. */
const openProgram = (): Cloudflared => {
  const program = new Cloudflared(temporaryFolder());
  onTestFinished(() => {
    for (const pid of processesWith(program.file)) process.kill(pid, 'SIGKILL');
  });
  return program;
};

const setUp = async (desk: Desk, program: Cloudflared): Promise<void> => {
  const { setup } = (await desk.ask('tunnel.report', {})).tunnel;
  const wanted: TunnelSetup = { ...setup, kind: 'cloudflared', cloudflaredPath: program.file };
  expect(await desk.ask('tunnel.setUp', { setup: wanted })).toEqual({ mistakes: [] });
};

const until = (
  desk: Desk,
  what: string,
  isSo: (report: TunnelReport) => boolean,
): Promise<TunnelReport> =>
  desk.until(what, async () => {
    const { tunnel } = await desk.ask('tunnel.report', {});
    return isSo(tunnel) && tunnel;
  });

const isUp = ({ state }: TunnelReport): boolean => state.state === 'up';
const whyOf = ({ state }: TunnelReport): string => ('why' in state ? state.why : '');

// Windows cannot run a script as a program.
describe.skipIf(process.platform === 'win32')('a tunnel by cloudflared', () => {
  it('uses the address from the program’s output and leads directly to the receiver', async () => {
    const program = openProgram();
    const desk = await startEngine(await openMarketplace({ businesses: 1 }));
    await setUp(desk, program);
    const { address } = await until(desk, 'the tunnel stands', isUp);
    expect(address).toBe('https://quick-test-tunnel-1.trycloudflare.com');
    const { reports } = await desk.ask('connection.report', {});
    expect(program.calls()).toEqual([
      [
        ...[
          'tunnel',
          '--config',
          expect.stringMatching(/cloudflared\.yml$/) as string,
          '--no-autoupdate',
        ],
        ...['--url', `http://127.0.0.1:${reports[0]?.receiver.port}`],
      ],
    ]);
  });

  it('is restarted when the program dies, and the webhooks move to its new address', async () => {
    const program = openProgram();
    const desk = await startEngine(await openMarketplace({ businesses: 1 }));
    await setUp(desk, program);
    await until(desk, 'the tunnel stands', isUp);
    for (const pid of processesWith(program.file)) process.kill(pid, 'SIGKILL');
    await until(desk, 'it is noticed', (now) => whyOf(now) === 'program_ended');
    const { address } = await until(desk, 'the tunnel stands again', isUp);
    expect(address).toBe('https://quick-test-tunnel-2.trycloudflare.com');
    await desk.until('the webhook is in order at the new address', async () => {
      const { reports } = await desk.ask('connection.report', {});
      return reports[0]?.webhooks.every(({ state }) => state === 'active') ?? false;
    });
  });

  it('waits while the program reconnects to Cloudflare', async () => {
    const program = openProgram();
    const desk = await startEngine(await openMarketplace({ businesses: 1 }));
    await setUp(desk, program);
    await until(desk, 'the tunnel stands', isUp);
    const [pid] = processesWith(program.file);
    if (pid === undefined) throw new Error('the program does not run');
    process.kill(pid, 'SIGUSR1');
    const lost = await until(desk, 'it is lost', (now) => whyOf(now) === 'edge_lost');
    expect(lost.state).toMatchObject({ state: 'retrying', nextAt: null });
    process.kill(pid, 'SIGUSR2');
    await until(desk, 'the tunnel stands again', isUp);
    expect(program.calls()).toHaveLength(1);
  });

  it('reports when Cloudflare refuses a tunnel', async () => {
    const program = openProgram();
    program.refuse();
    const desk = await startEngine(await openMarketplace({ businesses: 1 }));
    await setUp(desk, program);
    const { state } = await until(desk, 'it is refused', (now) => whyOf(now) !== '');
    expect(state).toMatchObject({ state: 'retrying', why: 'quick_tunnel_refused' });
  });

  it('ends with the engine; after a kill the next start ends the leftover program', async () => {
    const program = openProgram();
    const marketplace = await openMarketplace({ businesses: 1 });
    const folder = temporaryFolder();
    const first = await forkEngine(marketplace, folder);
    await setUp(first, program);
    await until(first, 'the tunnel stands', isUp);
    const [before] = processesWith(program.file);
    await first.kill();
    const second = await forkEngine(marketplace, folder);
    await until(second, 'the tunnel stands again', isUp);
    await vi.waitFor(() => expect(processesWith(program.file)).toHaveLength(1));
    expect(processesWith(program.file)).not.toContain(before);
    second.send({ type: 'stop' });
    await second.until('the engine has stopped', async () =>
      second.emitted.some(({ type }) => type === 'stopped'),
    );
    expect(processesWith(program.file)).toEqual([]);
  });
});
