/** Output for a start from a terminal. */

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Closing the terminal does not end the app. */
export const surviveClosedTerminal = (): void => {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
};
