import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { onOpenRequest, findOpenRequest, type Opened } from '../../../main/shell/opened.ts';
import { parseOptions } from '../../../main/shell/options.ts';

describe('the target that the system asks the app to open', () => {
  it('is a profile file at any position of the command line, with its extension in any case', () => {
    const args = ['--user-data-dir=/data', '/home/pat/Acme.HEARTHLINE', '--hidden'];
    expect(findOpenRequest(args, '/')).toEqual({
      what: 'profile',
      file: resolve('/home/pat/Acme.HEARTHLINE'),
    });
  });

  it('is a file relative to the current folder', () => {
    expect(findOpenRequest(['acme.hearthline'], '/home/pat')).toEqual({
      what: 'profile',
      file: resolve('/home/pat/acme.hearthline'),
    });
  });

  it('is a file from a file URL, as some Linux desktops send it', () => {
    const file = resolve('/home/pat/Ann & Söhne 100%.hearthline');
    expect(findOpenRequest([pathToFileURL(file).href], '/')).toEqual({ what: 'profile', file });
  });

  it.each(['file:///home/a%2Fb.hearthline', 'file://[/a.hearthline', 'file:///%.hearthline'])(
    'ignores an invalid file URL: %s',
    (address) => {
      expect(findOpenRequest([address], '/')).toBeNull();
      expect(findOpenRequest(['hearthline:', address], '/')).toEqual({ what: 'app' });
    },
  );

  it.each(['hearthline:', 'hearthline://lead/1', 'HearthLine:--profile=/etc/evil.hearthline'])(
    'is only the app itself for our URL scheme: %s',
    (address) => expect(findOpenRequest(['--', address], '/')).toEqual({ what: 'app' }),
  );

  it.each([
    [['--', 'hearthline:x', '//evil/share/a.hearthline']],
    [['/home/pat/acme.hearthline', '--', 'hearthline:x']],
  ])('is never a file next to a URL of our scheme: %j', (args) =>
    expect(findOpenRequest(args, '/')).toEqual({ what: 'app' }),
  );

  it.each([
    [[]],
    [['--profile=/x.hearthline']],
    [['/home/pat/leads.json']],
    [['https://hearthline.example']],
  ])('is empty for unrelated arguments: %j', (args) =>
    expect(findOpenRequest(args, '/')).toBeNull(),
  );

  it('cannot set options: arguments after two dashes are ignored', () => {
    const written = [
      '--',
      'hearthline:',
      '--user-data-dir=/tmp/evil',
      '--profile=/tmp/evil.json',
      '--welcome',
    ];
    expect(parseOptions(written, {}, '/')).toEqual(parseOptions([], {}, '/'));
  });

  it('arrives by events on macOS, where other files are ignored', () => {
    const app = new EventEmitter();
    const opened: Opened[] = [];
    onOpenRequest(app as never, (one) => opened.push(one));
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
