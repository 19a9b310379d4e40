import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { followOpened, openedBy, type Opened } from '../../../main/shell/opened.ts';
import { readOptions } from '../../../main/shell/options.ts';

describe('what the system asks the app to open', () => {
  it('is a profile’s file, wherever it stands on the command line and however its end is written', () => {
    const args = ['--user-data-dir=/data', '/home/pat/Acme.HEARTHLINE', '--hidden'];
    expect(openedBy(args, '/')).toEqual({
      what: 'profile',
      file: resolve('/home/pat/Acme.HEARTHLINE'),
    });
  });

  it('is a file beside where it was typed', () => {
    expect(openedBy(['acme.hearthline'], '/home/pat')).toEqual({
      what: 'profile',
      file: resolve('/home/pat/acme.hearthline'),
    });
  });

  it('is a file by its address too, as some Linux desktops name it', () => {
    const file = resolve('/home/pat/Ann & Söhne 100%.hearthline');
    expect(openedBy([pathToFileURL(file).href], '/')).toEqual({ what: 'profile', file });
  });

  it.each(['file:///home/a%2Fb.hearthline', 'file://[/a.hearthline', 'file:///%.hearthline'])(
    'is what stands before an address that names no file: %s',
    (address) => {
      expect(openedBy([address], '/')).toBeNull();
      expect(openedBy(['hearthline:', address], '/')).toEqual({ what: 'app' });
    },
  );

  it.each(['hearthline:', 'hearthline://lead/1', 'HearthLine:--profile=/etc/evil.hearthline'])(
    'is no more than the app itself by its address: %s',
    (address) => expect(openedBy(['--', address], '/')).toEqual({ what: 'app' }),
  );

  it.each([
    [['--', 'hearthline:x', '//evil/share/a.hearthline']],
    [['/home/pat/acme.hearthline', '--', 'hearthline:x']],
  ])('is no file where an address stands on the command line: %j', (args) =>
    expect(openedBy(args, '/')).toEqual({ what: 'app' }),
  );

  it.each([
    [[]],
    [['--profile=/x.hearthline']],
    [['/home/pat/leads.json']],
    [['https://hearthline.example']],
  ])('is nothing of ours: %j', (args) => expect(openedBy(args, '/')).toBeNull());

  it('cannot give the app options: what an address holds stands behind two dashes', () => {
    const written = [
      '--',
      'hearthline:',
      '--user-data-dir=/tmp/evil',
      '--profile=/tmp/evil.json',
      '--welcome',
    ];
    expect(readOptions(written, {}, '/')).toEqual(readOptions([], {}, '/'));
  });

  it('is told by events on macOS, and files that are not ours are left alone', () => {
    const app = new EventEmitter();
    const opened: Opened[] = [];
    followOpened(app as never, (one) => opened.push(one));
    const event = { preventDefault: () => undefined };
    app.emit('open-file', event, '/Users/pat/acme.hearthline');
    app.emit('open-file', event, '/Users/pat/leads.db');
    app.emit('open-url', event, 'hearthline:anything');
    expect(opened).toEqual([
      { what: 'profile', file: '/Users/pat/acme.hearthline' },
      { what: 'app' },
    ]);
  });
});
