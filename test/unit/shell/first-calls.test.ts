/** The page's first calls are answered before main's services are loaded, and only as the page sends them. */
import { expect, it, vi } from 'vitest';
import { commands } from '../../../contract/commands.ts';
import { encodeAnswer } from '../../../contract/encoded-answer.ts';
import { succeed } from '../../../contract/errors.ts';
import { createFirstAnswers, knownInputs } from '../../../main/shell/first-calls.ts';
import { createStores } from '../../../renderer/app/stores.ts';
import { fakeBridge, noon } from '../renderer/support/samples.ts';

const setUp = () => {
  const askEngine = vi.fn(async () => encodeAnswer(succeed({ from: 'engine' })));
  const describeStart = vi.fn(async () => succeed({} as never));
  const onError = vi.fn();
  const answer = createFirstAnswers({ askEngine, describeStart, onError });
  return { askEngine, onError, answer };
};

it.each(Object.entries(knownInputs))('%s is asked of the engine', async (command, input) => {
  const { askEngine, answer } = setUp();
  expect(await answer(command, structuredClone(input))).toEqual(
    encodeAnswer(succeed({ from: 'engine' })),
  );
  expect(askEngine).toHaveBeenCalledWith(command, input);
});

it('a known input is valid by the contract', () => {
  for (const [command, input] of Object.entries(knownInputs))
    expect(commands[command as keyof typeof knownInputs].input.parse(input)).toEqual(input);
});

it('the page’s first list is known', async () => {
  const bridge = fakeBridge({});
  void createStores(bridge, () => noon)
    .leads.getState()
    .refetch();
  await vi.waitFor(() =>
    expect(bridge.inputsOf('leads.list')).toEqual([knownInputs['leads.list']]),
  );
});

it('an error reaches the page without its text, and is reported', async () => {
  const { askEngine, onError, answer } = setUp();
  const thrown = new Error('ENOENT: /home/ana/leads.db');
  askEngine.mockRejectedValue(thrown);
  expect(JSON.stringify(await answer('settings.get', {}))).not.toContain('ana');
  expect(onError).toHaveBeenCalledWith('settings.get', thrown);
});

it('the start is described by main', async () => {
  const { askEngine, answer } = setUp();
  expect(await answer('shell.info', {})).toEqual(succeed({}));
  expect(askEngine).not.toHaveBeenCalled();
});

it.each<[string, unknown, unknown]>([
  ['another command', 'leads.get', { leadID: 'a' }],
  ['another list', 'leads.list', { view: 'all', limit: 50 }],
  ['a field more', 'leads.list', { view: 'needs_reply', limit: 50, query: 'x' }],
  ['a field less', 'leads.list', { view: 'needs_reply' }],
  ['no input', 'settings.get', undefined],
  ['an input with another prototype', 'settings.get', new Map()],
  ['a start with an input', 'shell.info', { a: 1 }],
  ['an inherited name', 'constructor', {}],
  ['no name', undefined, {}],
])('%s waits for the services and their schemas', (_, command, input) => {
  const { askEngine, answer } = setUp();
  expect(answer(command, input)).toBeNull();
  expect(askEngine).not.toHaveBeenCalled();
});
