/** Messages to real servers of each kind of channel, and the meaning of their faults. */
import { createHmac } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChannelKind } from '../../../contract/channels.ts';
import type { ChannelID, ReachMessage, ReachOutcome } from '../../../contract/reach.ts';
import { systemClock } from '../../../main/clock/clock.ts';
import type { Fetch } from '../../../main/http/bounded-fetch.ts';
import { createChannelBook, toShownChannel } from '../../../main/reach/book.ts';
import { createChannels } from '../../../main/reach/reach.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { testLog } from '../engine/support/store.ts';
import { certificate } from './support/certificate.ts';
import {
  answer,
  findClosedPort,
  startHTTPServer,
  startMailServer,
  mailUser,
  startNtfyServer,
} from './support/servers.ts';

const message: ReachMessage = {
  title: 'New lead · Ann',
  body: 'Plumbing · Austin\nThe kitchen tap drips',
  counts: { lead: 1, message: 0, refused: 0, stopped: 0 },
};
const whole = `${message.title}\n${message.body}`;

const trusted = getCACertificates('default');
afterEach(() => setDefaultCACertificates(trusted));
const trustTestCertificate = (): void => setDefaultCACertificates([...trusted, certificate]);

/** Channels in a vault in memory. */
const createTestChannels = (fetch: Fetch = globalThis.fetch) => {
  const vault = openVault({
    file: '',
    key: null,
    random: (bytes) => Buffer.alloc(bytes),
    log: testLog(),
  });
  if (!vault.ok) throw new Error('no vault');
  const book = createChannelBook(vault.value);
  return { book, channels: createChannels({ book, fetch, clock: systemClock }) };
};

/** Adds a channel and sends the message to it. */
const sendTo = async (
  kind: ChannelKind,
  fields: Readonly<Record<string, string>>,
  { fetch, sent = message }: { fetch?: Fetch; sent?: ReachMessage } = {},
): Promise<ReachOutcome> => {
  const { channels } = createTestChannels(fetch);
  const added = channels.save({ channelID: null, name: 'Phone', kind, fields });
  if (!added.ok) throw new Error(JSON.stringify(added.error));
  return channels.send(added.value.channelID, sent);
};

/** Leads the requests for a public service to a server of the test. */
const insteadOf =
  (host: string, address: string): Fetch =>
  (asked, options) => {
    expect(asked.startsWith(`https://${host}/`)).toBe(true);
    return fetch(asked.replace(`https://${host}`, address), options);
  };

const secret = 'tk-canary-0123456789abcdef';

describe('a message arrives', () => {
  it('at ntfy, with the token of a protected topic', async () => {
    const { address, received } = await startNtfyServer(secret);
    const fields = { server: address, topic: 'leads', token: secret };
    expect(await sendTo('ntfy', fields)).toEqual({ ok: true });
    expect(received.map(({ json }) => json)).toEqual([
      { topic: 'leads', title: message.title, message: message.body },
    ]);
  });

  it('at ntfy as the text if it has only a title', async () => {
    const { address, received } = await startNtfyServer();
    const sent = { ...message, body: '' };
    await sendTo('ntfy', { server: address, topic: 'leads' }, { sent });
    expect(received[0]?.json).toEqual({ topic: 'leads', message: message.title });
  });

  it('at Pushover', async () => {
    const { address, received } = await startHTTPServer(answer(200, { status: 1 }));
    const fetch = insteadOf('api.pushover.net', address);
    expect(await sendTo('pushover', { user: 'u1', token: secret }, { fetch })).toEqual({
      ok: true,
    });
    expect(received[0]).toMatchObject({
      path: '/1/messages.json',
      json: { token: secret, user: 'u1', title: message.title, message: message.body },
    });
  });

  it('at a Telegram bot', async () => {
    const { address, received } = await startHTTPServer(answer(200, { ok: true }));
    const fetch = insteadOf('api.telegram.org', address);
    const fields = { chat: '-100123', token: `12:${secret}` };
    expect(await sendTo('telegram', fields, { fetch })).toEqual({ ok: true });
    expect(received[0]).toMatchObject({
      path: `/bot12:${secret}/sendMessage`,
      json: { chat_id: '-100123', text: whole },
    });
  });

  it('at Slack, where a customer’s text mentions nobody and hides no link', async () => {
    const { address, received } = await startHTTPServer(answer(200, 'ok'));
    const sent = { ...message, body: '<!channel> <https://a.test|bank> & co' };
    await sendTo('slack', { address: `${address}/services/${secret}` }, { sent });
    expect(received[0]).toMatchObject({
      path: `/services/${secret}`,
      json: {
        text: `${message.title}\n&lt;!channel&gt; &lt;https://a.test|bank&gt; &amp; co`,
      },
    });
  });

  it('at Discord, where a customer’s text mentions nobody and hides no link', async () => {
    const { address, received } = await startHTTPServer(answer(204, ''));
    const sent = { ...message, title: 'Hi', body: '@everyone [bank](https://a.test) **now**' };
    await sendTo('discord', { address: `${address}/api/webhooks/1/${secret}` }, { sent });
    expect(received[0]?.json).toEqual({
      content: 'Hi\n@everyone \\[bank\\]\\(https://a.test\\) \\*\\*now\\*\\*',
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });

  it('at Discord, cut to the length that it accepts', async () => {
    const { address, received } = await startHTTPServer(answer(204, ''));
    const sent = { ...message, body: '- '.repeat(500) + '🔧'.repeat(400) };
    await sendTo('discord', { address: `${address}/api/webhooks/1/${secret}` }, { sent });
    const content = String(received[0]?.json['content']);
    expect(content).toMatch(/^New lead · Ann\n\\- /);
    expect(content).toHaveLength(2_000);
    expect(content.isWellFormed()).toBe(true);
  });

  it('at a webhook, signed over its time and body', async () => {
    const { address, received } = await startHTTPServer(answer(200, ''));
    const fields = { address: `${address}/in?who=me`, key: secret };
    expect(await sendTo('webhook', fields)).toEqual({ ok: true });
    const [{ headers, text, json, path } = { headers: {}, text: '', json: {}, path: '' }] =
      received;
    const timestamp = String(headers['hearthline-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex');
    expect(headers['hearthline-signature']).toBe(`sha256=${signature}`);
    expect([path, json]).toEqual(['/in?who=me', message]);
  });

  it('over TLS that the computer trusts', async () => {
    trustTestCertificate();
    const { address, received } = await startHTTPServer(answer(200, ''), true);
    expect(await sendTo('ntfy', { server: address, topic: 'leads' })).toEqual({ ok: true });
    expect(received).toHaveLength(1);
  });
});

describe('an answer of the service means', () => {
  it.each([
    [401, 'signIn'],
    [403, 'signIn'],
    [404, 'missing'],
    [410, 'missing'],
    [302, 'missing'],
    [400, 'refused'],
    [413, 'refused'],
    [429, 'busy'],
    [500, 'failing'],
    [503, 'failing'],
  ])('%i: %s', async (status, what) => {
    const headers = { location: 'http://127.0.0.1:1/' };
    const { address, received } = await startHTTPServer(
      answer(status, { error: 'No, not now' }, headers),
    );
    expect(await sendTo('ntfy', { server: address, topic: 'leads' })).toEqual({
      ok: false,
      failure: { what, status, detail: 'No, not now' },
      retryAfter: null,
    });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['a header', answer(429, '', { 'retry-after': '90' }), 90_000],
    ['Telegram’s field', answer(429, { ok: false, parameters: { retry_after: 7 } }), 7_000],
  ])('a wait, in %s', async (_where, respond, retryAfter) => {
    const { address } = await startHTTPServer(respond);
    expect(await sendTo('ntfy', { server: address, topic: 'leads' })).toMatchObject({
      failure: { what: 'busy' },
      retryAfter,
    });
  });

  it('nothing if it is a web page', async () => {
    const { address } = await startHTTPServer(answer(502, '<html>Bad gateway</html>'));
    expect(await sendTo('ntfy', { server: address, topic: 'leads' })).toMatchObject({
      failure: { what: 'failing', status: 502 },
    });
  });

  it.each<[ChannelKind, (address: string) => Readonly<Record<string, string>>]>([
    ['ntfy', (server) => ({ server, topic: 'leads', token: secret })],
    ['pushover', () => ({ user: 'u1', token: secret })],
    ['telegram', () => ({ chat: '1', token: secret })],
    ['slack', (address) => ({ address: `${address}/services/${secret}` })],
    ['discord', (address) => ({ address: `${address}/webhooks/${secret}` })],
    ['webhook', (address) => ({ address: `${address}/${secret}`, key: `${secret}key` })],
  ])('no secret in the failure, even if %s repeats everything it got', async (kind, fieldsFor) => {
    const { address } = await startHTTPServer((response, { path, headers, text, json }) =>
      answer(400, { error: `${text} ${path} ${headers.authorization ?? ''} ${secret}key` })(
        response,
        { path, headers, text, json },
      ),
    );
    const redirected: Fetch = (asked, options) =>
      fetch(asked.replace(/^https?:\/\/[^/]+/, address), options);
    const outcome = await sendTo(kind, fieldsFor(address), { fetch: redirected });
    expect(outcome).toMatchObject({ failure: { what: 'refused' } });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });
});

describe('without an answer', () => {
  const ntfyAt = (server: string, fetch?: Fetch): Promise<ReachOutcome> =>
    sendTo('ntfy', { server, topic: 'leads' }, fetch && { fetch });

  it('a server that is not there is unreachable', async () => {
    const port = await findClosedPort();
    expect(await ntfyAt(`http://127.0.0.1:${port}`)).toMatchObject({
      failure: { what: 'unreachable' },
    });
    expect(await ntfyAt('https://nowhere.invalid')).toMatchObject({
      failure: { what: 'unreachable' },
    });
  });

  it('a certificate that the computer does not trust is a failure of TLS', async () => {
    const { address, received } = await startHTTPServer(answer(200, ''), true);
    expect(await ntfyAt(address)).toMatchObject({ failure: { what: 'tls' } });
    expect(received).toEqual([]);
  });

  it('a server that speaks no TLS is a failure of TLS', async () => {
    const { port, received } = await startHTTPServer(answer(200, ''));
    expect(await ntfyAt(`https://127.0.0.1:${port}`)).toMatchObject({ failure: { what: 'tls' } });
    expect(received).toEqual([]);
  });

  it('a message may have arrived if the connection is cut', async () => {
    const { address, received } = await startHTTPServer((response) => response.destroy());
    expect(await ntfyAt(address)).toMatchObject({ failure: { what: 'unknown' } });
    expect(received).toHaveLength(1);
  });

  it.each([
    ['never', () => undefined],
    [
      'only begins to',
      (response: { writeHead: (status: number) => { write: (text: string) => void } }) =>
        response.writeHead(200).write('o'),
    ],
  ])('a message may have arrived if the server %s answer', async (_how, respond) => {
    const { address } = await startHTTPServer(respond);
    const impatient: Fetch = (asked, options) =>
      fetch(asked, { ...options, signal: AbortSignal.timeout(200) });
    expect(await ntfyAt(address, impatient)).toMatchObject({ failure: { what: 'unknown' } });
  });
});

describe('an e-mail', () => {
  const mailTo = (
    port: number,
    fields: Readonly<Record<string, string>> = {},
    sent: ReachMessage = message,
  ): Promise<ReachOutcome> =>
    sendTo(
      'email',
      {
        ...{ host: '127.0.0.1', port: `${port}`, security: 'starttls' },
        ...{ from: 'pat@plumbing.test', to: 'phone@plumbing.test', ...mailUser },
        ...fields,
      },
      { sent },
    );

  it.each([
    ['starttls', false],
    ['tls', true],
  ])('arrives over %s', async (security, secure) => {
    trustTestCertificate();
    const { port, mails } = await startMailServer({ secure });
    expect(await mailTo(port, { security })).toEqual({ ok: true });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^To: phone@plumbing\.test\r?$/m);
    expect(mails[0]).toMatch(/^Content-Type: text\/plain/m);
  });

  it('gets no header from a customer’s name', async () => {
    trustTestCertificate();
    const { port, mails } = await startMailServer();
    await mailTo(port, {}, { ...message, title: 'New lead · Ann\r\nBcc: all@evil.test' });
    expect(mails[0]).not.toMatch(/^Bcc/im);
  });

  it('tells nothing to a server without encryption', async () => {
    const { port, mails, passwords } = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    });
    expect(await mailTo(port)).toMatchObject({ failure: { what: 'tls' } });
    expect([mails, passwords]).toEqual([[], []]);
  });

  it.each([
    ['starttls', false],
    ['tls', true],
  ])(
    'tells nothing to a server that the computer does not trust (%s)',
    async (security, secure) => {
      const { port, passwords } = await startMailServer({ secure });
      expect(await mailTo(port, { security })).toMatchObject({ failure: { what: 'tls' } });
      expect(passwords).toEqual([]);
    },
  );

  it('is refused for a wrong password, which the failure does not repeat', async () => {
    trustTestCertificate();
    const { port } = await startMailServer();
    const outcome = await mailTo(port, { password: secret });
    expect(outcome).toMatchObject({ failure: { what: 'signIn', status: 535 } });
    expect(JSON.stringify(outcome)).not.toContain('canary');
  });

  it.each([
    [550, 'refused'],
    [451, 'failing'],
  ])('that the server answers with %i is %s', async (responseCode, what) => {
    trustTestCertificate();
    const lines = ['Mailbox', 'is not here'];
    const refusal: Error = Object.assign(new Error(), { message: lines, responseCode });
    const recipients = await startMailServer({ onRcptTo: (_to, _session, done) => done(refusal) });
    const texts = await startMailServer({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal)),
    });
    for (const { port } of [recipients, texts])
      expect(await mailTo(port)).toMatchObject({
        failure: { what, status: responseCode, detail: 'Mailbox is not here' },
      });
  });

  it('certainly did not arrive if the connection is cut before its text', async () => {
    trustTestCertificate();
    const { port, server } = await startMailServer({
      onMailFrom: () => {
        for (const connection of server.connections) connection.close();
      },
    });
    expect(await mailTo(port)).toMatchObject({ failure: { what: 'unreachable' } });
    expect(await mailTo(await findClosedPort())).toMatchObject({
      failure: { what: 'unreachable' },
    });
  });

  it('may have arrived if the connection is cut after its text', async () => {
    trustTestCertificate();
    const { port, server } = await startMailServer({
      onData: (stream) => {
        stream.resume().on('end', () => {
          for (const connection of server.connections) connection.close();
        });
      },
    });
    expect(await mailTo(port)).toMatchObject({ failure: { what: 'unknown' } });
  });

  it('certainly did not arrive if the server never greets', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    silent.on('connection', (socket) => {
      onTestFinished(() => void socket.destroy());
      setImmediate(() => vi.advanceTimersByTime(20_000));
    });
    const { port } = silent.address() as AddressInfo;
    expect(await mailTo(port)).toMatchObject({ failure: { what: 'unreachable' } });
  });
});

describe('an e-mail to a server that says a little all the time', () => {
  it('certainly did not arrive after a minute', async () => {
    const trickling = createServer();
    await new Promise<void>((done) => trickling.listen(0, '127.0.0.1', done));
    onTestFinished(() => void trickling.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let lines = 0;
    trickling.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail.test\r\n');
      const trickle = (): void => {
        if (socket.destroyed || lines === 100) return void socket.destroy();
        lines += 1;
        socket.write('250-and\r\n', () =>
          setImmediate(() => {
            vi.advanceTimersByTime(10_000);
            setImmediate(trickle);
          }),
        );
      };
      socket.once('data', trickle);
    });
    const { port } = trickling.address() as AddressInfo;
    const fields = { host: '127.0.0.1', port: `${port}`, security: 'starttls' };
    const sides = { from: 'pat@plumbing.test', to: 'phone@plumbing.test' };
    expect(await sendTo('email', { ...fields, ...sides, ...mailUser })).toMatchObject({
      failure: { what: 'unreachable' },
    });
    expect(lines).toBeLessThan(20);
  });
});

describe('the test of a channel', () => {
  it('says how long it took, or what is wrong', async () => {
    const { channels } = createTestChannels();
    const { address, received } = await startNtfyServer(secret);
    const add = (token: string) =>
      channels.save({
        channelID: null,
        name: 'Phone',
        kind: 'ntfy',
        fields: { server: address, topic: 'leads', token },
      });
    const right = add(secret);
    const wrong = add('another');
    if (!right.ok || !wrong.ok) throw new Error('not saved');
    const good = await channels.test(right.value.channelID, { title: 'Test', body: '' });
    expect(good).toMatchObject({ ok: true, value: { failure: null } });
    expect(good.ok && good.value.milliseconds).toBeGreaterThanOrEqual(0);
    expect(await channels.test(wrong.value.channelID, { title: 'Test', body: '' })).toMatchObject({
      value: { failure: { what: 'signIn', status: 403, detail: 'forbidden' } },
    });
    expect(received[0]?.json).toEqual({ topic: 'leads', message: 'Test' });
  });
});

describe('a saved channel', () => {
  const ntfy = {
    channelID: null,
    name: 'Phone',
    kind: 'ntfy',
    fields: { server: 'https://ntfy.test', topic: 'leads', token: secret },
  } as const;
  const saved = () => {
    const { book, channels } = createTestChannels();
    const added = channels.save(ntfy);
    if (!added.ok) throw new Error('not saved');
    const { channelID } = added.value;
    return { book, channels, channelID, stored: () => book.readChannel(channelID)?.fields };
  };

  it('is shown without its secrets', () => {
    const { book, channelID } = saved();
    const record = book.readChannel(channelID);
    expect(record && toShownChannel(channelID, record)).toEqual({
      channelID,
      name: 'Phone',
      kind: 'ntfy',
      on: true,
      place: 'ntfy.test',
      fields: { server: 'https://ntfy.test', topic: 'leads' },
      stored: ['token'],
    });
  });

  it.each<[ChannelKind, Readonly<Record<string, string>>, string]>([
    ['slack', { address: `https://hooks.slack.test/${secret}` }, 'hooks.slack.test'],
    ['webhook', { address: `https://in.test/?t=${secret}`, key: `${secret}k` }, 'in.test'],
    ['telegram', { chat: '1', token: secret }, 'api.telegram.org'],
  ])('of the kind %s is shown by its host only', (kind, fields, place) => {
    const { book, channels } = createTestChannels();
    const added = channels.save({ channelID: null, name: 'Phone', kind, fields });
    const record = added.ok ? book.readChannel(added.value.channelID) : null;
    const shown = record && toShownChannel('' as ChannelID, record);
    expect(shown).toMatchObject({ place });
    expect(JSON.stringify(shown)).not.toContain('canary');
  });

  it('keeps a secret that is not typed again', () => {
    const { channels, channelID, stored } = saved();
    const fields = { server: 'https://ntfy.test', topic: 'jobs' };
    expect(channels.save({ ...ntfy, channelID, name: 'Mine', fields }).ok).toBe(true);
    expect(stored()).toEqual({ ...fields, token: secret });
  });

  it('gives its secret to no other server and no other kind', () => {
    const { channels, channelID, stored } = saved();
    channels.save({ ...ntfy, channelID, fields: { server: 'https://evil.test', topic: 'leads' } });
    expect(stored()).toEqual({ server: 'https://evil.test', topic: 'leads', token: '' });
    const other = saved();
    const changed = other.channels.save({
      ...ntfy,
      channelID: other.channelID,
      kind: 'telegram',
      fields: { chat: '1' },
    });
    expect(changed).toMatchObject({ error: { code: 'invalid_input', detail: 'token' } });
    expect(other.stored()).toEqual(ntfy.fields);
  });

  it('gets nothing once it is switched off or removed', async () => {
    const { book, channels, channelID } = saved();
    channels.setOn(channelID, false);
    expect(await channels.send(channelID, message)).toMatchObject({ failure: { what: 'missing' } });
    expect(book.listAttached()).toEqual([{ channelID, on: false }]);
    book.remove(channelID);
    expect(await channels.send(channelID, message)).toMatchObject({ failure: { what: 'missing' } });
    expect(await channels.test(channelID, message)).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each<[string, ChannelKind, Readonly<Record<string, string>>]>([
    ['server', 'ntfy', { server: 'http://ntfy.test', topic: 'leads' }],
    ['server', 'ntfy', { server: 'https://me:secret@ntfy.test', topic: 'leads' }],
    ['server', 'ntfy', { server: 'ntfy', topic: 'leads' }],
    ['topic', 'ntfy', { server: 'https://ntfy.test', topic: 'a/b' }],
    ['token', 'pushover', { user: 'u1' }],
    ['token', 'telegram', { chat: '1', token: 'a/../b' }],
    ['address', 'slack', { address: 'ftp://hooks.slack.test' }],
    ['key', 'webhook', { address: 'https://in.test', key: 'short' }],
    [
      'port',
      'email',
      { to: 'a@b.test', from: 'a@b.test', host: 'b.test', security: 'tls', port: '0' },
    ],
    [
      'security',
      'email',
      { to: 'a@b.test', from: 'a@b.test', host: 'b.test', security: 'none', port: '25' },
    ],
    [
      'to',
      'email',
      { to: 'a@b.test, c@d.test', from: 'a@b.test', host: 'b.test', security: 'tls', port: '465' },
    ],
    [
      'password',
      'email',
      {
        to: 'a@b.test',
        from: 'a@b.test',
        host: 'b.test',
        security: 'tls',
        port: '465',
        username: 'a',
      },
    ],
  ])('is not saved with a wrong %s (%s)', (field, kind, fields) => {
    const { book, channels } = createTestChannels();
    expect(channels.save({ channelID: null, name: 'Phone', kind, fields })).toMatchObject({
      error: { code: 'invalid_input', detail: field },
    });
    expect(book.listChannelIDs()).toEqual([]);
  });
});
