/** What is remembered of updates from start to start, and what is new is offered once. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepUpdates } from '../../../../main/shell/updates/kept.ts';
import { createWhatsNew } from '../../../../main/shell/updates/whats-new.ts';

const emptyFile = (): string =>
  join(mkdtempSync(join(tmpdir(), 'hearthline-kept-')), 'updates.json');

const start = (file: string, version: string, changed = (): void => undefined) =>
  createWhatsNew(keepUpdates(file), version, changed);

describe('what is new', () => {
  it('is nothing at a first start', () => {
    const file = emptyFile();
    expect(start(file, '1.0.0').report()).toEqual({ version: '1.0.0', since: null, isNew: false });
    expect(start(file, '1.0.0').report().isNew).toBe(false);
  });

  it('is offered at the first window of a newer version, and not at the next start', () => {
    const file = emptyFile();
    start(file, '1.0.0');
    expect(start(file, '1.2.0').report()).toEqual({
      version: '1.2.0',
      since: '1.0.0',
      isNew: true,
    });
    // No window was shown: nobody has seen the offer.
    const shown = start(file, '1.2.0');
    expect(shown.report().isNew).toBe(true);
    shown.offered();
    expect(shown.report().isNew).toBe(true);
    expect(start(file, '1.2.0').report()).toEqual({
      version: '1.2.0',
      since: '1.0.0',
      isNew: false,
    });
  });

  it('is offered no more once it was looked at, which is told once', () => {
    const file = emptyFile();
    start(file, '1.0.0');
    let told = 0;
    const next = start(file, '1.1.0', () => void (told += 1));
    next.seen();
    next.seen();
    expect([next.report().isNew, told]).toEqual([false, 1]);
  });

  it('is nothing where an older version was put back by hand', () => {
    const file = emptyFile();
    start(file, '1.1.0');
    expect(start(file, '1.0.0').report()).toEqual({ version: '1.0.0', since: null, isNew: false });
  });
});

describe('what is remembered', () => {
  it('is that of a first start where its file is lost or broken', () => {
    const file = emptyFile();
    for (const text of ['', '{', '{"isOn":"yes"}', '{"ran":"newest"}']) {
      writeFileSync(file, text);
      expect(keepUpdates(file).now()).toMatchObject({ isOn: true, ran: null, isOffered: true });
    }
  });

  it('holds until the end where it cannot be written', () => {
    const kept = keepUpdates(join(tmpdir(), 'hearthline-no-such-folder', 'updates.json'));
    kept.change({ isOn: false });
    expect(kept.now().isOn).toBe(false);
  });

  it('names nobody and no place', () => {
    const file = emptyFile();
    keepUpdates(file).change({ checkedAt: 1, failed: 'disk_full' });
    const written = JSON.parse(readFileSync(file, 'utf8')) as object;
    expect(Object.keys(written).toSorted()).toEqual([
      'askedSince',
      'before',
      'checkedAt',
      'failed',
      'isOffered',
      'isOn',
      'ran',
      'signedAt',
    ]);
  });
});
