/**
 * Answers on their way to the page are JSON in UTF-8: objects take longer to copy between processes, and a string
 * with one character beyond Latin-1 takes two bytes for each.
 */
import type { Answer } from './errors.ts';

export const encodeAnswer = (answer: Answer<unknown>): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(answer));

export const decodeAnswer = (bytes: Uint8Array): Answer<unknown> =>
  JSON.parse(new TextDecoder().decode(bytes)) as Answer<unknown>;
