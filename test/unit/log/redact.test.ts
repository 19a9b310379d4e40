import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../../main/log/log.ts';
import { redact } from '../../../main/log/redact.ts';
import { formatLogLine } from '../../../main/log/support-line.ts';
import { temporaryFolder } from '../engine/support/store.ts';

const canary = 'kAnaRy0123456789kAnaRy0123456789kAnaRy';

describe('the log', () => {
  it.each(['info', 'warn', 'error'] as const)(
    'contains no secret, however it is passed (%s)',
    async (level) => {
      const folder = temporaryFolder();
      const log = await openLog(folder, 'engine');
      const error = Object.assign(new Error(`GET https://h.test/a?token=short1 failed`), {
        headers: { Authorization: 'Bearer short2' },
      });
      log[level](
        {
          accessToken: 'short3',
          err: error,
          nested: [{ refresh_token: 'short4', clientSecret: 'short5', password: 'short6' }],
          code: 'short7',
          url: 'https://user:short8@h.test/p?q=short9#short10',
          text: `sent with Basic c2hvcnQ= and ${canary} and qG4yKkAnaRyvRKU5cd8SDNTiY`,
        },
        `posting to /v2/tokens/access?refresh_token=short11&x=1`,
      );
      const written = readdirSync(join(folder, 'logs'))
        .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
        .join('');
      expect(written).toContain('failed');
      expect(written).not.toMatch(/short\d|c2hvcnQ|kAnaRy/);
    },
  );

  it('keeps error codes, ids and plain words', () => {
    const fields = {
      code: 'rate_limited',
      system: { code: 'ECONNRESET' },
      killed: { code: null },
      lead: 12,
      statement: 'SELECT lead FROM inbox WHERE unread = 1',
      address: 'https://h.test/api/v4/negotiations/123',
      connected: true,
      eventType: 'NegotiationCreatedV4',
      traceID: '5b1e0a52-8f0c-4c9f-9a57-0d6f6a5f7c11',
    };
    expect(redact(fields)).toEqual(fields);
  });

  it.each(['a', '-', 'http://', 'Bearer '])(
    'reads a stranger’s long text of "%s" in a moment',
    (part) => {
      const start = performance.now();
      expect(redact(part.repeat(50_000)).length).toBeGreaterThan(0);
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );

  it.each(['a', 'at ', '"', 'at a.js:1:1'])(
    'is shown to support in a moment with a stranger’s long text of %j',
    (part) => {
      const text = part.repeat(10_000 / part.length);
      const start = performance.now();
      formatLogLine(JSON.stringify({ msg: text, err: { stack: `at ${text}\n    at ${text}!` } }));
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );

  it('shows support where an error occurred, but neither its message nor its folders', () => {
    const stack = `Error: No folder at /Users/ana/maria.js:1:1
      at read (file:///Users/ana/app/out/engine.mjs:12:7)
      at async Object.<anonymous> (/Users/ana/app/out/main.cjs:3:44)
      at new Promise (<anonymous>)`;
    const [line] = formatLogLine(JSON.stringify({ msg: 'failed', err: { name: 'Error', stack } }));
    expect(line).toContain('"at":["engine.mjs:12:7","main.cjs:3:44"]');
  });

  it('is dropped silently when it cannot be written', async () => {
    const inTheWay = join(temporaryFolder(), 'file');
    writeFileSync(inTheWay, '');
    const log = await openLog(inTheWay, 'engine');
    expect(() => log.info({}, 'still here')).not.toThrow();
  });
});
