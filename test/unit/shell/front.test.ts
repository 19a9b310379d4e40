import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { createFront } from '../../../main/shell/front.ts';
import type { Reload } from '../../../main/shell/page-crash.ts';
import type { LeadID } from '../../../contract/records.ts';

type Window = ReturnType<Parameters<typeof createFront>[0]['open']>;

/** A fake Electron window: closing it can be prevented and is asynchronous. */
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
  /** Makes the process of its page exit. */
  pageEnds = (reason: string): void =>
    void this.webContents.emit('render-process-gone', {}, { reason });
}

const desk = ({
  keeps = true,
  platform = 'linux',
}: { readonly keeps?: boolean; readonly platform?: NodeJS.Platform } = {}) => {
  const made: FakeWindow[] = [];
  const events: unknown[] = [];
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
    hasTrayIcon: async () => {
      await new Promise<void>((go) => waits.push(go));
      return tray.isFound;
    },
    sendEvent: (_window, event) => void events.push(event),
    moveToFront: () => undefined,
    onPageCrash: (_crash, load) => void loads.push(load),
    loadPlain: () => void window().done.push('plain'),
    platform,
  });
  onTestFinished(() => expect(made.filter(({ isGone }) => !isGone).length).toBeLessThan(2));
  /** Resolves the pending checks for a tray. */
  const answer = async (): Promise<void> => {
    for (const go of waits.splice(0)) go();
    await new Promise(setImmediate);
  };
  const window = (): FakeWindow => made.at(-1) as FakeWindow;
  /** Reloads a crashed page. */
  const loadAgain = (how: Reload): void => {
    for (const load of loads.splice(0)) load(how);
  };
  return { front, made, events, tray, answer, window, loadAgain };
};

const lead = { leadID: '7' as LeadID };

it('a new window is shown once, when it is ready', () => {
  const { front, made, window } = desk();
  front.show();
  front.show();
  expect([made.length, window().done]).toEqual([1, []]);
  window().emit('ready-to-show');
  expect(window().done).toEqual(['show']);
});

it('a page receives its event when it starts to listen, and only the last one', () => {
  const { front, events } = desk();
  front.showAndNotify('openLead', lead);
  front.showAndNotify('openScreen', { screen: 'settings' });
  expect(events).toEqual([]);
  front.setListening();
  expect(events).toEqual(['openScreen']);
  front.setListening();
  front.showAndNotify('openLead', lead);
  expect(events).toEqual(['openScreen', 'openLead']);
});

it('a reloading page receives its event when it listens again', () => {
  const { front, events, window } = desk();
  front.show();
  front.setListening();
  window().webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
  front.showAndNotify('openLead', lead);
  expect(events).toEqual([]);
  front.setListening();
  expect(events).toEqual(['openLead']);
});

it('a crashed page is reloaded, and a crash while the window closes does not block the exit', () => {
  const { front, window, loadAgain } = desk();
  front.show();
  window().pageEnds('crashed');
  expect(window().done).toEqual([]);
  loadAgain('again');
  window().pageEnds('crashed');
  loadAgain('plain');
  expect(window().done).toEqual(['reload', 'plain']);
  front.allowClosing();
  window().close();
  window().pageEnds('killed');
  expect([window().done, front.getWindow()]).toEqual([['reload', 'plain', 'closing'], null]);
});

it('a crashed page is not reloaded after its window closed', () => {
  const { front, window, loadAgain } = desk({ keeps: false });
  front.show();
  const closed = window();
  closed.pageEnds('crashed');
  closed.gone();
  loadAgain('again');
  expect([closed.done, front.getWindow()]).toEqual([[], null]);
});

it('closing the window keeps the app in the tray, even before the first paint and when pressed twice', async () => {
  const { front, window, answer } = desk();
  front.show();
  window().close();
  window().close();
  await answer();
  expect(window().done).toEqual(['closing']);
  window().gone();
  expect(front.getWindow()).toBe(null);
});

it('closing the window without a tray minimizes it', async () => {
  const { front, window, answer, tray } = desk();
  tray.isFound = false;
  front.show();
  window().close();
  await answer();
  expect(window().done).toEqual(['minimize']);
});

it('clicking a notification while the window closes opens a new window', async () => {
  const { front, made, events, window, answer } = desk();
  front.show();
  front.setListening();
  const first = window();
  first.close();
  await answer();
  front.showAndNotify('openLead', lead);
  front.setListening();
  expect([made.length, events]).toEqual([1, []]);
  first.gone();
  expect(made.length).toBe(2);
  front.setListening();
  expect(events).toEqual(['openLead']);
});

it('clicking a notification before the tray check ends keeps the window', async () => {
  const { front, made, events, window, answer } = desk();
  front.show();
  front.setListening();
  window().emit('ready-to-show');
  window().close();
  front.showAndNotify('openLead', lead);
  await answer();
  expect([made.length, window().done, events]).toEqual([1, ['show', 'show'], ['openLead']]);
});

it('closing the window closes it when the app does not keep running, when it quits, and on macOS', () => {
  for (const { front, window } of [desk({ keeps: false }), desk({ platform: 'darwin' })]) {
    front.show();
    window().close();
    expect(window().done).toEqual(['closing']);
  }
  const { front, window } = desk();
  front.show();
  front.allowClosing();
  window().close();
  expect(window().done).toEqual(['closing']);
});

it('a hidden start opens a minimized window unless it is requested', () => {
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
