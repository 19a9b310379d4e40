import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCurl } from '../../../../renderer/ui/curl.ts';

/** Windows has no POSIX shell. */
const hasShell = process.platform !== 'win32';

/** The arguments that a POSIX shell passes to curl; fails if anything else runs. */
const parseArguments = (command: string): readonly string[] => {
  const shell = spawnSync(
    '/bin/sh',
    ['-c', `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`],
    {
      encoding: 'utf8',
      env: {
        ACCESS_TOKEN: 'the-token',
        STAGING_USERNAME: 'tester',
        STAGING_PASSWORD: 'p $w',
        PATH: '/nowhere',
      },
    },
  );
  expect(shell.stderr).toBe('');
  expect(shell.status).toBe(0);
  return shell.stdout.split('\0').slice(0, -1);
};

/** Any text, including shell injections, without NUL, which no argument can contain. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom("'", '"', '\\', '$(id)', '`id`', '$HOME', '\n', ';', '!', '%', ' ', '-o'),
      )
      .map((parts) => parts.join('')),
  )
  .map((value) => value.replaceAll('\0', ''));

describe('a lookup as curl', () => {
  it.runIf(hasShell)('passes any request to curl unchanged', () => {
    fc.assert(
      fc.property(text, text, (query, words) => {
        const url = `https://api.example/api/v4/keywords/search?${query}`;
        const body = JSON.stringify({ searchQuery: words });
        expect(parseArguments(formatCurl({ method: 'POST', url, body }, 'token'))).toEqual([
          '--globoff',
          '--request',
          'POST',
          url,
          '--header',
          'Authorization: Bearer the-token',
          '--header',
          'Accept: application/json',
          '--header',
          'Content-Type: application/json',
          '--data-raw',
          body,
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it('has the token as a variable, and a body only if there was one', () => {
    const command = formatCurl(
      { method: 'GET', url: 'https://api.example/x', body: null },
      'token',
    );
    expect(command).toContain('"Authorization: Bearer $ACCESS_TOKEN"');
    expect(command).not.toContain('--data');
  });
});

describe('the creation of a test lead as curl', () => {
  it.runIf(hasShell)('has the test credentials as variables', () => {
    const request = { method: 'POST', url: 'https://staging.example/v1/x', body: '{}' };
    expect(parseArguments(formatCurl(request, 'staging'))).toEqual([
      '--globoff',
      '--request',
      'POST',
      'https://staging.example/v1/x',
      '--user',
      'tester:p $w',
      '--header',
      'Accept: application/json',
      '--header',
      'Content-Type: application/json',
      '--data-raw',
      '{}',
    ]);
  });
});
