/**
 * Fuzzes every command of main from the page (security rule 6): each call gets a valid answer, and the app
 * keeps running. Dialogs and the browser are replaced.
 */
import fc from 'fast-check';
import { commands, type CommandName } from '../../contract/commands.ts';
import { fuzz, computeTimeout } from '../fuzz.ts';
import { createInputs } from '../inputs.ts';
import { expect, test } from './support/fixtures.ts';

/** A menu waits for a person. */
const unasked: readonly CommandName[] = ['shell.showMenu'];
const asked = (Object.keys(commands) as CommandName[]).filter(
  (name) => commands[name].answeredBy === 'main' && !unasked.includes(name),
);

type Result = { readonly ok: boolean; readonly error?: { readonly code: string } };
type Bridge = { readonly invoke: (command: string, input: unknown) => Promise<string> };

test('every random call of the page to main is answered', async ({ start }) => {
  test.setTimeout(computeTimeout(120));
  const hearthline = await start(['--welcome']);
  const { app, page } = hearthline;
  await hearthline.waitForScreen('welcome');
  await app.evaluate(({ dialog, shell }) => {
    const turnedAway = { canceled: true, filePath: '', filePaths: [] };
    dialog.showSaveDialog = async () => turnedAway;
    dialog.showOpenDialog = async () => turnedAway;
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    shell.openExternal = async () => undefined;
    shell.openPath = async () => '';
    shell.showItemInFolder = () => undefined;
  });
  const callOf = (command: CommandName) =>
    createInputs(command, {}).map((input) => ({ command, input }));
  /** All of them in random order. */
  const allOfThem = fc
    .shuffledSubarray([...asked], { minLength: asked.length })
    .chain((names) => fc.tuple(...names.map(callOf)));
  await fc.assert(
    fc.asyncProperty(allOfThem, async (calls) => {
      const answers = await page.evaluate(async (all) => {
        const { hearthline: bridge } = globalThis as unknown as { hearthline: Bridge };
        return Promise.all(
          all.map(async ({ command, input }) => ({
            command,
            json: await bridge.invoke(command, input),
          })),
        );
      }, calls);
      for (const { command, json } of answers) {
        const result = JSON.parse(json) as Result;
        expect(['internal', 'forbidden', 'unknown_command'], command).not.toContain(
          result.error?.code,
        );
        expect(JSON.stringify(result.error ?? {})).not.toMatch(/\n\s*at |\/(?:tmp|home|root)\//);
      }
    }),
    { ...fuzz(7), endOnFailure: true },
  );
  await hearthline.page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-ready', /welcome|inbox|connect/);
});
