/** Parses the changelog (Keep a Changelog) to plain text by version. */
import { compareVersions, isVersion } from '../../contract/versions.ts';

export type ChangelogVersion = {
  readonly version: string;
  /** `2026-11-23`, or null. */
  readonly date: string | null;
  /** Titles such as `Added`; an empty title before the first one. */
  readonly parts: readonly { readonly title: string; readonly items: readonly string[] }[];
};

const versionLine = /^##\s+\[?v?([^\]\s]+)\]?(?:\([^)]*\))?(?:\s+[-–—]\s+(\d{4}-\d\d-\d\d))?/;
const partLine = /^###\s+(.+?)\s*#*$/;
const itemLine = /^\s*[-*+]\s+(.*)$/;
const linkDefinition = /^\[[^\]]+\]:\s/;

/** Replaces links by their text and removes emphasis and code marks. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim();

type ParsedVersion = {
  version: string;
  date: string | null;
  parts: { title: string; items: string[] }[];
};

/** The released versions in the file's order. */
export const readChangelog = (text: string): readonly ChangelogVersion[] => {
  const versions: ParsedVersion[] = [];
  let current: ParsedVersion | null = null;
  let isInItem = false;
  for (const line of text.split(/\r?\n/)) {
    const [, version, date] = versionLine.exec(line) ?? [];
    if (version !== undefined) {
      current = isVersion(version) ? { version, date: date ?? null, parts: [] } : null;
      if (current !== null) versions.push(current);
      isInItem = false;
      continue;
    }
    if (current === null) continue;
    const title = partLine.exec(line)?.[1];
    if (title !== undefined) {
      current.parts.push({ title: plain(title), items: [] });
      isInItem = false;
      continue;
    }
    if (line.trim() === '' || linkDefinition.test(line)) {
      isInItem = false;
      continue;
    }
    const item = itemLine.exec(line)?.[1];
    const part = current.parts.at(-1) ?? { title: '', items: [] };
    if (current.parts.length === 0) current.parts.push(part);
    if (item === undefined && isInItem) part.items.push(`${part.items.pop() ?? ''} ${line.trim()}`);
    else part.items.push(item ?? line.trim());
    isInItem = true;
  }
  return versions.map(({ parts, ...rest }) => ({
    ...rest,
    parts: parts
      .map(({ title, items }) => ({ title, items: items.map(plain).filter(Boolean) }))
      .filter(({ items }) => items.length > 0),
  }));
};

/**
 * Versions that are new since the previous one, newest first.
 *
 * @param since the previous version; if null or not older, returns only the running one
 */
export const newSince = (
  versions: readonly ChangelogVersion[],
  running: string,
  since: string | null,
): readonly ChangelogVersion[] =>
  versions
    .filter(({ version }) =>
      since === null || compareVersions(since, running) >= 0
        ? version === running
        : compareVersions(version, since) > 0 && compareVersions(version, running) <= 0,
    )
    .toSorted((one, other) => compareVersions(other.version, one.version));
