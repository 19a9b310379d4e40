/** Lists the computer's processes. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type Process = { readonly pid: number; readonly parent: number; readonly command: string };

const isLinux = process.platform === 'linux';

/** Command that lists all processes on macOS and Windows. */
const lister =
  process.platform === 'win32'
    ? ([
        'powershell',
        '-NoProfile',
        '-Command',
        'Get-CimInstance Win32_Process | % { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }',
      ] as const)
    : (['ps', '-axwwo', 'pid=,ppid=,command='] as const);

/** Parses lines of pid, parent pid and command line. */
export const parseProcesses = (text: string): Process[] =>
  [...text.matchAll(/^ *(\d+) +(\d+) *(.*?)\r?$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));

/** All processes of all users. */
export const listProcesses = (): Process[] => {
  if (!isLinux) {
    const [program, ...args] = lister;
    return parseProcesses(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 24 }));
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

/** All descendants of a process. */
export const listDescendants = (root: number): Process[] => {
  const all = listProcesses();
  const collect = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...collect(one.pid)]);
  return collect(root);
};

/** True if a process runs; a Linux zombie does not. */
export const isAlive = (pid: number): boolean => {
  try {
    return isLinux
      ? !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
      : process.kill(pid, 0);
  } catch {
    return false;
  }
};
