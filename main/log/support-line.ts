/** Reduces log lines to identifiers, numbers and SQL for support: errors can contain names and paths. */
import { redact } from './redact.ts';

/** An identifier, such as a command, a state or a code; never a sentence. */
const word = /^[A-Za-z][\w.-]{0,60}$/;

const identifierFields = ['command', 'kind', 'state', 'code', 'method', 'outcome', 'name', 'job'];

/** A statement of SQL has no values: they are its parameters. */
const statement = /^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b.{0,200}$/;

/** File name, line and column at the end of a stack frame. */
const place = /[\w-]+\.(?:js|ts|cjs|mjs):\d+:\d+(?=\)?$)/;
const maxPlaceLength = 200;

const listFrames = (stack: unknown): string[] =>
  typeof stack !== 'string'
    ? []
    : stack
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('at '))
        .flatMap((line) => place.exec(line.slice(-maxPlaceLength)) ?? [])
        .slice(0, 5);

const formatError = (error: unknown): Record<string, unknown> => {
  const { name, code, stack } = (error ?? {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && word.test(name) && { name }),
    ...(typeof code === 'string' && word.test(code) && { code }),
    at: listFrames(stack),
  };
};

/** Removes inserted values: quoted ones, and words with digits or paths. */
const formatText = (text: string): string =>
  redact(text)
    .replaceAll(/(["'`]).*?\1/g, '…')
    .replaceAll(/\S+/g, (part) => (/[\d@/\\]/.test(part) ? '…' : part))
    .slice(0, 120);

/** Formats a reduced log line; empty if the line is not from our logs. */
export const formatLogLine = (line: string): string[] => {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return [];
  }
  const { time, level, msg } = fields;
  const reduced: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (['time', 'level', 'msg', 'pid'].includes(name)) continue;
    if (name === 'err') reduced['err'] = formatError(value);
    else if (typeof value === 'boolean') reduced[name] = value;
    else if (typeof value === 'number' && value < 1e6) reduced[name] = value;
    else if (identifierFields.includes(name) && typeof value === 'string' && word.test(value))
      reduced[name] = value;
    else if (name === 'statement' && typeof value === 'string' && statement.test(value))
      reduced[name] = value;
  }
  const at = typeof time === 'number' ? new Date(time).toISOString() : '';
  const rest = Object.keys(reduced).length > 0 ? ` ${JSON.stringify(reduced)}` : '';
  return [`${at} ${String(level)} ${typeof msg === 'string' ? formatText(msg) : ''}${rest}`];
};
