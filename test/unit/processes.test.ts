import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, listDescendants, parseProcesses } from '../processes.ts';

describe('a list of processes', () => {
  it('is parsed in the format of macOS', () => {
    const printed = [
      '    1     0 /sbin/launchd',
      '  512     1 /Applications/Hearthline.app/Contents/MacOS/Hearthline --hidden',
      '10733   512 /Applications/Hearthline.app/Contents/Frameworks/Hearthline Helper.app/Contents/MacOS/Hearthline Helper --type=utility',
      '10734   512 (node)',
      '',
    ].join('\n');
    expect(parseProcesses(printed)).toEqual([
      { pid: 1, parent: 0, command: '/sbin/launchd' },
      {
        pid: 512,
        parent: 1,
        command: '/Applications/Hearthline.app/Contents/MacOS/Hearthline --hidden',
      },
      {
        pid: 10733,
        parent: 512,
        command:
          '/Applications/Hearthline.app/Contents/Frameworks/Hearthline Helper.app/Contents/MacOS/Hearthline Helper --type=utility',
      },
      { pid: 10734, parent: 512, command: '(node)' },
    ]);
  });

  it('is parsed in the format of Windows, where system processes have no command line', () => {
    const printed = [
      '0 0 ',
      '4 0 ',
      '6120 4980 "C:\\Program Files\\nodejs\\node.exe" sandbox\\index.ts --port 0',
      '6204 6120 ',
      '',
    ].join('\r\n');
    expect(parseProcesses(printed)).toEqual([
      { pid: 0, parent: 0, command: '' },
      { pid: 4, parent: 0, command: '' },
      {
        pid: 6120,
        parent: 4980,
        command: '"C:\\Program Files\\nodejs\\node.exe" sandbox\\index.ts --port 0',
      },
      { pid: 6204, parent: 6120, command: '' },
    ]);
  });
});

it('a child process is found with its command line while it runs', async () => {
  const program = 'process.stdin.resume(); console.log("runs")';
  const child = spawn(process.execPath, ['-e', program, 'the-mark'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const found = listDescendants(process.pid).filter(({ command }) => command.includes('the-mark'));
  expect(found).toMatchObject([{ pid: child.pid, parent: process.pid }]);
  expect(isAlive(child.pid ?? 0)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isAlive(child.pid ?? 0)).toBe(false);
});
