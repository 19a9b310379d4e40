import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isNoise, passWithoutNoise } from '../../../scripts/noise.mjs';
import { onStopRequest, tieToParent } from '../../../scripts/stop.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('several signals of one Ctrl+C stop the app once', () => {
  const emitter = new EventEmitter();
  const stop = vi.fn();
  onStopRequest(stop, { emitter, parent: () => 1, byNpm: false });
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM']) emitter.emit(signal);
  expect(stop.mock.calls).toEqual([['SIGINT']]);
});

it('the app stops when the npm that started it is gone', () => {
  let parent = 4711;
  const stop = vi.fn();
  onStopRequest(stop, { emitter: new EventEmitter(), parent: () => parent, byNpm: true });
  vi.advanceTimersByTime(5000);
  expect(stop).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(stop.mock.calls).toEqual([['SIGTERM']]);
});

it('the app continues when a shell other than npm is gone', () => {
  let parent = 4711;
  const stop = vi.fn();
  onStopRequest(stop, { emitter: new EventEmitter(), parent: () => parent, byNpm: false });
  parent = 1;
  vi.advanceTimersByTime(5000);
  expect(stop).not.toHaveBeenCalled();
});

it('setpriv ties a child process to its parent where it exists', () => {
  expect(tieToParent('app', ['--x'], { exists: () => true })).toEqual([
    '/usr/bin/setpriv',
    ['--pdeathsig', 'TERM', '--', 'app', '--x'],
  ]);
  expect(tieToParent('app', ['--x'], { exists: () => false })).toEqual(['app', ['--x']]);
});

it('Chromium’s warnings about buses and GPUs count as noise', () => {
  const at = '[9505:1121/055624.188086:ERROR:';
  expect(isNoise(`${at}bus.cc(407)] Failed to connect to the bus: Could not parse`)).toBe(true);
  expect(isNoise(`${at}one_copy_raster_buffer_provider.cc(348)] Creation failed.`)).toBe(true);
  expect(isNoise('Error: the data folder cannot be written')).toBe(false);
  expect(isNoise(`${at}crash_report.cc(1)] the app crashed`)).toBe(false);
});

it('other lines reach the terminal, even a last one without a line break', () => {
  const from = new PassThrough();
  const to = new PassThrough();
  passWithoutNoise(from, to);
  from.write('first\n[1:2/3:ERROR:bus.cc(407)] no');
  from.write(' bus\nlast');
  from.end();
  return new Promise<void>((resolve) => {
    from.once('end', () => {
      expect(String(to.read())).toBe('first\nlast');
      resolve();
    });
  });
});
