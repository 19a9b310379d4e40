import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listNewVersions, parseChangelog } from '../../../../renderer/updates/changelog.ts';

const repo = join(import.meta.dirname, '../../../..');

const text = `# Changelog

All notable changes. See [Keep a Changelog](https://keepachangelog.com).

## [Unreleased]

### Added

- Not yet.

## [1.2.0] - 2026-12-24

A quiet release.

### Added

- **Snoozing** by the \`Z\` key,
  also for many leads.
* A [guide](docs/guide.md) <b>for all</b>.

### Fixed

## 1.1.0 – 2026-12-01

### Security
- Signed updates.

## [1.0.0]
- Everything.

[1.2.0]: https://example.com/1.2.0
`;

describe('a changelog', () => {
  it('is parsed into versions, dates and items without markup', () => {
    expect(parseChangelog(text)).toEqual([
      {
        version: '1.2.0',
        date: '2026-12-24',
        parts: [
          { title: '', items: ['A quiet release.'] },
          {
            title: 'Added',
            items: ['Snoozing by the Z key, also for many leads.', 'A guide <b>for all</b>.'],
          },
        ],
      },
      {
        version: '1.1.0',
        date: '2026-12-01',
        parts: [{ title: 'Security', items: ['Signed updates.'] }],
      },
      { version: '1.0.0', date: null, parts: [{ title: '', items: ['Everything.'] }] },
    ]);
  });

  it('that is empty or in another format has no versions', () => {
    for (const other of ['', '# Hello', '## Not a version\n\n- x', '\n\n- x'])
      expect(parseChangelog(other)).toEqual([]);
  });

  it('of this repository has items for its version', () => {
    const { version } = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const own = parseChangelog(readFileSync(join(repo, 'CHANGELOG.md'), 'utf8'));
    const items = listNewVersions(own, version, null).flatMap(({ parts }) =>
      parts.flatMap((part) => part.items),
    );
    expect(items.length).toBeGreaterThan(0);
  });
});

describe('“What’s new”', () => {
  const versions = parseChangelog(text);
  const names = (running: string, since: string | null): readonly string[] =>
    listNewVersions(versions, running, since).map(({ version }) => version);

  it('lists the versions after the previous one, newest first', () => {
    expect(names('1.2.0', '1.0.0')).toEqual(['1.2.0', '1.1.0']);
    expect(names('1.1.0', '1.0.0')).toEqual(['1.1.0']);
    expect(names('1.2.0', '0.1.0')).toEqual(['1.2.0', '1.1.0', '1.0.0']);
  });

  it('lists the running version after a first install or a downgrade', () => {
    expect(names('1.1.0', null)).toEqual(['1.1.0']);
    expect(names('1.1.0', '1.2.0')).toEqual(['1.1.0']);
  });

  it('is empty for a version without an entry', () => {
    expect(names('3.0.0-rc.1', '2.0.0')).toEqual([]);
  });
});
