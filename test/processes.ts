/** Processes of this computer, as any task list shows them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type Process = { readonly pid: number; readonly parent: number; readonly command: string };

const isLinux = process.platform === 'linux';

/** What asks another system for all its processes. */
const lister =
  process.platform === 'win32'
    ? ([
        'powershell',
        '-NoProfile',
        '-Command',
        'Get-CimInstance Win32_Process | % { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }',
      ] as const)
    : (['ps', '-axwwo', 'pid=,ppid=,command='] as const);

/** The processes of a list that has on each line a number, the parent's number and a command line. */
export const readList = (text: string): Process[] =>
  [...text.matchAll(/^ *(\d+) +(\d+) *(.*?)\r?$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));

/** Every process, of everybody. */
export const allProcesses = (): Process[] => {
  if (!isLinux) {
    const [program, ...args] = lister;
    return readList(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 24 }));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent, command }];
      } catch {
        return [];
      }
    });
};

/** All processes that come from one, with their command lines. */
export const processesBelow = (root: number): Process[] => {
  const all = allProcesses();
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(root);
};

/** Whether a process runs; on Linux one that only waits for its parent to hear of its end does not. */
export const isAlive = (pid: number): boolean => {
  try {
    return isLinux
      ? !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
      : process.kill(pid, 0);
  } catch {
    return false;
  }
};
