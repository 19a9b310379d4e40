/** The stored update state, and “What’s new”, which is offered once per version. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openUpdateStore } from '../../../../main/shell/updates/store.ts';
import { createWhatsNew } from '../../../../main/shell/updates/whats-new.ts';

const createFile = (): string =>
  join(mkdtempSync(join(tmpdir(), 'hearthline-kept-')), 'updates.json');

const start = (file: string, version: string, changed = (): void => undefined) =>
  createWhatsNew(openUpdateStore(file), version, changed);

describe('“What’s new”', () => {
  it('is not offered at the first start', () => {
    const file = createFile();
    expect(start(file, '1.0.0').report()).toEqual({ version: '1.0.0', since: null, isNew: false });
    expect(start(file, '1.0.0').report().isNew).toBe(false);
  });

  it('is offered in the first window of a newer version, not at the next start', () => {
    const file = createFile();
    start(file, '1.0.0');
    expect(start(file, '1.2.0').report()).toEqual({
      version: '1.2.0',
      since: '1.0.0',
      isNew: true,
    });
    // No window was shown, so the offer stays open.
    const shown = start(file, '1.2.0');
    expect(shown.report().isNew).toBe(true);
    shown.markOffered();
    expect(shown.report().isNew).toBe(true);
    expect(start(file, '1.2.0').report()).toEqual({
      version: '1.2.0',
      since: '1.0.0',
      isNew: false,
    });
  });

  it('is no longer offered once it was seen, which is reported once', () => {
    const file = createFile();
    start(file, '1.0.0');
    let reported = 0;
    const next = start(file, '1.1.0', () => void (reported += 1));
    next.markSeen();
    next.markSeen();
    expect([next.report().isNew, reported]).toEqual([false, 1]);
  });

  it('is not offered after a manual downgrade', () => {
    const file = createFile();
    start(file, '1.1.0');
    expect(start(file, '1.0.0').report()).toEqual({ version: '1.0.0', since: null, isNew: false });
  });
});

describe('the stored update state', () => {
  it('has initial values when its file is missing or broken', () => {
    const file = createFile();
    for (const text of ['', '{', '{"isOn":"yes"}', '{"ran":"newest"}']) {
      writeFileSync(file, text);
      expect(openUpdateStore(file).get()).toMatchObject({ isOn: true, ran: null, isOffered: true });
    }
  });

  it('stays in memory when it cannot be written', () => {
    const kept = openUpdateStore(join(tmpdir(), 'hearthline-no-such-folder', 'updates.json'));
    kept.change({ isOn: false });
    expect(kept.get().isOn).toBe(false);
  });

  it('contains no personal data', () => {
    const file = createFile();
    openUpdateStore(file).change({ checkedAt: 1, failed: 'disk_full' });
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
