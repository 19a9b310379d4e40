/** Runs a campaign where it may mount small disks, which only it sees and which end with it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/**
 * Restarts this program in a private namespace and exits with its status; there it returns true. Returns false where the
 * system allows none.
 * @param more additional arguments of the restarted program
 */
export const enterPrivateMounts = async (more: readonly string[]): Promise<boolean> => {
  if (process.env['FAULTS_INSIDE'] !== undefined) return true;
  const unshare = process.getuid?.() === 0 ? ['--mount'] : ['--mount', '--map-root-user'];
  const canMount =
    process.platform === 'linux' && spawnSync('unshare', [...unshare, 'true']).status === 0;
  if (!canMount) return false;
  const args = [...unshare, process.execPath, ...process.argv.slice(1), ...more];
  const child = spawn('unshare', args, {
    env: { ...process.env, FAULTS_INSIDE: '1' },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, 'exit')) as [number | null];
  process.exit(status ?? 1);
};
