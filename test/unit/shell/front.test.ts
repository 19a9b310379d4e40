import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createFront } from '../../../main/shell/front.ts';
import type { Reload } from '../../../main/shell/page-crash.ts';
import type { LeadID } from '../../../contract/records.ts';

type Window = ReturnType<Parameters<typeof createFront>[0]['open']>;

/** A window as Electron has one: closing it asks first, and takes a moment. */
class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  readonly done: string[] = [];
  isGone = false;
  small = false;
  isDestroyed = (): boolean => this.isGone;
  isMinimized = (): boolean => this.small;
  show = (): void => void this.done.push('show');
  showInactive = (): void => undefined;
  focus = (): void => undefined;
  restore = (): void => void (this.small = false);
  minimize = (): void => {
    this.small = true;
    this.done.push('minimize');
  };
  close = (): void => {
    let isStopped = false;
    this.emit('close', { preventDefault: () => (isStopped = true) });
    if (!isStopped) this.done.push('closing');
  };
  reload = (): void => void this.done.push('reload');
  gone = (): void => {
    this.isGone = true;
    this.emit('closed');
  };
  destroy = this.gone;
  /** Its page's process ends. */
  pageEnds = (reason: string): void =>
    void this.webContents.emit('render-process-gone', {}, { reason });
}

const desk = ({
  keeps = true,
  platform = 'linux',
}: { readonly keeps?: boolean; readonly platform?: NodeJS.Platform } = {}) => {
  const made: FakeWindow[] = [];
  const told: unknown[] = [];
  const tray = { isFound: true };
  const waits: (() => void)[] = [];
  const loads: ((how: Reload) => void)[] = [];
  const front = createFront({
    open: () => {
      const window = new FakeWindow();
      made.push(window);
      return window as unknown as Window;
    },
    keepsRunning: () => keeps,
    isFound: async () => {
      await new Promise<void>((go) => waits.push(go));
      return tray.isFound;
    },
    tellWindow: (_window, event) => void told.push(event),
    comeForward: () => undefined,
    pageCrashed: (_crash, load) => void loads.push(load),
    loadPlain: () => void window().done.push('plain'),
    platform,
  });
  onTestFinished(() => expect(made.filter(({ isGone }) => !isGone).length).toBeLessThan(2));
  /** The desktop says whether it has a tray. */
  const answer = async (): Promise<void> => {
    for (const go of waits.splice(0)) go();
    await new Promise(setImmediate);
  };
  const window = (): FakeWindow => made.at(-1) as FakeWindow;
  /** The crashed page is to be loaded again. */
  const loadAgain = (how: Reload): void => {
    for (const load of loads.splice(0)) load(how);
  };
  return { front, made, told, tray, answer, window, loadAgain };
};

const lead = { leadID: '7' as LeadID };

it('a window that is being made is shown once, when it has something to show', () => {
  const { front, made, window } = desk();
  front.show();
  front.show();
  expect([made.length, window().done]).toEqual([1, []]);
  window().emit('ready-to-show');
  expect(window().done).toEqual(['show']);
});

it('what a window is opened for is told when its page listens, and the last wish counts', () => {
  const { front, told } = desk();
  front.showAnd('openLead', lead);
  front.showAnd('openScreen', { screen: 'settings' });
  expect(told).toEqual([]);
  front.listens();
  expect(told).toEqual(['openScreen']);
  front.listens();
  front.showAnd('openLead', lead);
  expect(told).toEqual(['openScreen', 'openLead']);
});

it('a page that is loaded again is told when it listens again', () => {
  const { front, told, window } = desk();
  front.show();
  front.listens();
  window().webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
  front.showAnd('openLead', lead);
  expect(told).toEqual([]);
  front.listens();
  expect(told).toEqual(['openLead']);
});

it('a page that crashes is loaded again when it is time; one that crashes while its window closes keeps nothing from ending', () => {
  const { front, window, loadAgain } = desk();
  front.show();
  window().pageEnds('crashed');
  expect(window().done).toEqual([]);
  loadAgain('again');
  window().pageEnds('crashed');
  loadAgain('plain');
  expect(window().done).toEqual(['reload', 'plain']);
  front.leave();
  window().close();
  window().pageEnds('killed');
  expect([window().done, front.now()]).toEqual([['reload', 'plain', 'closing'], null]);
});

it('a window that was closed after its page crashed is not loaded again', () => {
  const { front, window, loadAgain } = desk({ keeps: false });
  front.show();
  const closed = window();
  closed.pageEnds('crashed');
  closed.gone();
  loadAgain('again');
  expect([closed.done, front.now()]).toEqual([[], null]);
});

it('closing leaves the app to its tray, also during the first paint and pressed twice', async () => {
  const { front, window, answer } = desk();
  front.show();
  window().close();
  window().close();
  await answer();
  expect(window().done).toEqual(['closing']);
  window().gone();
  expect(front.now()).toBe(null);
});

it('without a tray it is minimized', async () => {
  const { front, window, answer, tray } = desk();
  tray.isFound = false;
  front.show();
  window().close();
  await answer();
  expect(window().done).toEqual(['minimize']);
});

it('a notification that is clicked while the window goes opens another one', async () => {
  const { front, made, told, window, answer } = desk();
  front.show();
  front.listens();
  const first = window();
  first.close();
  await answer();
  front.showAnd('openLead', lead);
  front.listens();
  expect([made.length, told]).toEqual([1, []]);
  first.gone();
  expect(made.length).toBe(2);
  front.listens();
  expect(told).toEqual(['openLead']);
});

it('one that is clicked before it is clear whether the window goes keeps it', async () => {
  const { front, made, told, window, answer } = desk();
  front.show();
  front.listens();
  window().emit('ready-to-show');
  window().close();
  front.showAnd('openLead', lead);
  await answer();
  expect([made.length, window().done, told]).toEqual([1, ['show', 'show'], ['openLead']]);
});

it('closing ends the window where the app is not to keep running, where it ends, and on macOS', () => {
  for (const { front, window } of [desk({ keeps: false }), desk({ platform: 'darwin' })]) {
    front.show();
    window().close();
    expect(window().done).toEqual(['closing']);
  }
  const { front, window } = desk();
  front.show();
  front.leave();
  window().close();
  expect(window().done).toEqual(['closing']);
});

it('a start that nobody asked to see is small, until somebody wants to see it', () => {
  const small = desk();
  small.front.open('minimized');
  small.window().emit('ready-to-show');
  expect(small.window().done).toEqual(['minimize']);
  const wanted = desk();
  wanted.front.open('minimized');
  wanted.front.show();
  wanted.window().emit('ready-to-show');
  expect(wanted.window().done).toEqual(['show']);
});
