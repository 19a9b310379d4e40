/** Reduces log lines to identifiers and numbers for support: errors can contain names and paths. */
import { redact } from './redact.ts';

/** An identifier, such as a command, a state or a code; never a sentence. */
const word = /^[A-Za-z][\w.-]{0,60}$/;

/** Fields whose values are identifiers. */
const identifierFields = [
  'command',
  'statement',
  'kind',
  'state',
  'code',
  'method',
  'outcome',
  'name',
  'job',
];

/** File name, line and column at the end of a stack frame. */
const place = /[\w-]+\.(?:js|ts|cjs|mjs):\d+:\d+(?=\)?$)/;
const maxPlaceLength = 200;

const framesOf = (stack: unknown): string[] =>
  typeof stack !== 'string'
    ? []
    : stack
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('at '))
        .flatMap((line) => place.exec(line.slice(-maxPlaceLength)) ?? [])
        .slice(0, 5);

const shownError = (error: unknown): Record<string, unknown> => {
  const { name, code, stack } = (error ?? {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && word.test(name) && { name }),
    ...(typeof code === 'string' && word.test(code) && { code }),
    at: framesOf(stack),
  };
};

/** Removes inserted values: quoted ones, and words with digits or paths. */
const shownText = (text: string): string =>
  redact(text)
    .replaceAll(/(["'`]).*?\1/g, '…')
    .replaceAll(/\S+/g, (part) => (/[\d@/\\]/.test(part) ? '…' : part))
    .slice(0, 120);

/** The reduced line; empty if it is not one of our log lines. */
export const shownLogLine = (line: string): string[] => {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return [];
  }
  const { time, level, msg } = fields;
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (['time', 'level', 'msg', 'pid'].includes(name)) continue;
    if (name === 'err') shown['err'] = shownError(value);
    else if (typeof value === 'boolean') shown[name] = value;
    else if (typeof value === 'number' && value < 1e6) shown[name] = value;
    else if (identifierFields.includes(name) && typeof value === 'string' && word.test(value))
      shown[name] = value;
  }
  const at = typeof time === 'number' ? new Date(time).toISOString() : '';
  const rest = Object.keys(shown).length > 0 ? ` ${JSON.stringify(shown)}` : '';
  return [`${at} ${String(level)} ${typeof msg === 'string' ? shownText(msg) : ''}${rest}`];
};
