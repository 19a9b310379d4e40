import { describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { commands, type CommandName } from '../../../contract/commands.ts';
import { encodeAnswer } from '../../../contract/encoded-answer.ts';
import { succeed } from '../../../contract/errors.ts';
import { redact } from '../../../main/log/redact.ts';
import { formatLogLine } from '../../../main/log/support-line.ts';
import { answerCall, type Gate } from '../../../main/shell/answer-call.ts';

const gate = () => {
  const askEngine = vi.fn(async () => encodeAnswer(succeed({ from: 'engine' })));
  const handler = vi.fn(async () => succeed({}));
  const handlers = new Proxy({}, { get: () => handler }) as Gate['handlers'];
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() } as unknown as Gate['log'];
  return { askEngine, handler, gate: { askEngine, handlers, log } };
};

describe('a call of the window', () => {
  it('is routed to the engine or to main as the contract declares', async () => {
    const { gate: g, askEngine, handler } = gate();
    expect(await answerCall(g, 'settings.get', {})).toEqual(
      encodeAnswer(succeed({ from: 'engine' })),
    );
    expect(askEngine).toHaveBeenCalledWith('settings.get', {});
    expect(await answerCall(g, 'shell.openLink', { url: 'https://example.com' })).toEqual(
      succeed({}),
    );
    expect(handler).toHaveBeenCalledWith({ url: 'https://example.com' });
  });

  it.each(['nothing', '__proto__', 'constructor', 'toString', '', 7, null, undefined, {}])(
    'to the unknown command %j fails with unknown_command',
    async (name) => {
      expect(await answerCall(gate().gate, name, {})).toMatchObject({
        ok: false,
        error: { code: 'unknown_command' },
      });
    },
  );

  it('with invalid input names the field, not its value', async () => {
    const { gate: g, askEngine } = gate();
    expect(await answerCall(g, 'leads.get', { leadID: 77_001_234 })).toEqual({
      ok: false,
      error: {
        code: 'invalid_input',
        message: 'The input of leads.get is not valid.',
        detail: 'leadID',
      },
    });
    expect(askEngine).not.toHaveBeenCalled();
  });

  it('whose handler throws fails without revealing the error', async () => {
    const { gate: g, askEngine } = gate();
    askEngine.mockRejectedValueOnce(new Error('token abc at /home/pat'));
    const answer = await answerCall(g, 'settings.get', {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toMatch(/abc|home|Error/);
  });

  it('whose handler throws is in the diagnostics with the location of the error, but without its message', async () => {
    const { gate: g, askEngine } = gate();
    askEngine.mockRejectedValueOnce(new Error('token abc'));
    await answerCall(g, 'settings.get', {});
    const [fields, msg] = vi.mocked(g.log.error).mock.calls[0] ?? [];
    const [line] = formatLogLine(JSON.stringify({ ...redact(fields ?? {}), msg }));
    expect(line).toMatch(/a command failed.*settings\.get.*test\.ts:\d+/);
    expect(line).not.toContain('abc');
  });

  it.each(Object.keys(commands) as CommandName[])(
    'to %s is forwarded only with valid input',
    async (name) => {
      const { gate: g, askEngine, handler } = gate();
      await fc.assert(
        fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (input) => {
          askEngine.mockClear();
          handler.mockClear();
          const answer = await answerCall(g, name, input);
          const fits = commands[name].input.safeParse(input).success;
          expect(answer instanceof Uint8Array || answer.ok).toBe(fits);
          expect(askEngine.mock.calls.length + handler.mock.calls.length).toBe(fits ? 1 : 0);
        }),
        { numRuns: 200 },
      );
    },
  );
});
