import type { Page } from '@playwright/test';
import type { CommandInput, CommandName, CommandOutput } from '../../../contract/commands.ts';
import type { Answer } from '../../../contract/errors.ts';

/** Sends a command from the page. */
export const invoke = async <C extends CommandName>(
  page: Page,
  command: C,
  input: CommandInput<C>,
): Promise<Answer<CommandOutput<C>>> => {
  const call: { readonly command: CommandName; readonly input: unknown } = { command, input };
  const json = await page.evaluate(
    ({ command: name, input: sent }) => window.hearthline.invoke(name, sent),
    call,
  );
  return JSON.parse(json) as Answer<CommandOutput<C>>;
};
