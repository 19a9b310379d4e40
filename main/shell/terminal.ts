/** The few lines that a start from a terminal shows, and the one that says that it works. */

/** Writes a line for whoever started the app from a terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Someone who closed the terminal does not end the app. */
export const surviveClosedTerminal = (): void => {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
};

/** The line that tells that the first leads are painted. */
export const readyLine = (counts: {
  readonly leads: number;
  readonly needsReply: number;
}): string =>
  `hearthline ready: ${counts.leads} ${counts.leads === 1 ? 'lead' : 'leads'}, ` +
  `${counts.needsReply} ${counts.needsReply === 1 ? 'needs' : 'need'} a reply`;
