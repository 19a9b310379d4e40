/**
 * The app shows CHANGELOG.md as “What's new”, so it must keep to a form that the app can parse, and its newest
 * release must be the version of package.json.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');

type Section = { readonly kind: string; readonly items: readonly string[] };
type Release = { readonly version: string; readonly date: string; readonly sections: Section[] };

const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** Parses a changelog; throws at the first line that the app cannot show. */
const parse = (text: string): readonly Release[] => {
  const start = text.indexOf('\n## ') + 1;
  const releases: {
    version: string;
    date: string;
    sections: { kind: string; items: string[] }[];
  }[] = [];
  for (const line of text.slice(start).split('\n').filter(Boolean)) {
    const release = /^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d\d-\d\d))?$/.exec(line);
    const section = /^### (\w+)$/.exec(line);
    const item = /^- (\S.*\S)$/.exec(line);
    const last = releases.at(-1);
    if (release) {
      const [, version = '', date = ''] = release;
      if ((version === 'Unreleased') !== (date === ''))
        throw new Error(`no date, or one too many: ${line}`);
      releases.push({ version, date, sections: [] });
    } else if (section && kinds.includes(section[1] ?? ''))
      last?.sections.push({ kind: section[1] ?? '', items: [] });
    else if (item && last?.sections.length) last.sections.at(-1)?.items.push(item[1] ?? '');
    else throw new Error(`this line is in no known form: ${line}`);
  }
  return releases;
};

const compare = (one: string, other: string): number => {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return (a ?? []).map((part, at) => part - (b?.[at] ?? 0)).find((part) => part !== 0) ?? 0;
};

const text = read('CHANGELOG.md');
const releases = parse(text);
const released = releases.filter(({ version }) => version !== 'Unreleased');

describe('the changelog', () => {
  it('starts with unreleased changes, then the newest release, which is the app’s version', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect(releases[0]?.version).toBe('Unreleased');
    expect(released[0]?.version).toBe(version);
    const versions = released.map((release) => release.version);
    expect(versions).toEqual([...new Set(versions)].toSorted(compare).toReversed());
    const dates = released.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates.every((date) => new Date(date).toISOString().startsWith(date))).toBe(true);
  });

  it('has no empty or repeated section, and no release without one', () => {
    for (const { version, sections } of releases) {
      const found = sections.map(({ kind }) => kind);
      expect([version, found]).toEqual([version, [...new Set(found)]]);
      expect([version, sections.filter(({ items }) => items.length === 0)]).toEqual([version, []]);
    }
    expect(released.filter(({ sections }) => sections.length === 0)).toEqual([]);
  });

  it('has items in plain text, as the app shows them', () => {
    const items = releases.flatMap(({ sections }) => sections.flatMap((section) => section.items));
    expect(items.length).toBeGreaterThan(10);
    expect(items.filter((item) => /[`*_<>[\]]/.test(item))).toEqual([]);
  });

  it('names its format and version scheme', () => {
    expect(text).toContain('https://semver.org/');
    expect(text).toContain('https://keepachangelog.com/');
  });
});
