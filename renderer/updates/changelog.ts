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

/** Replaces links by their text and removes emphasis and code marks. */
const toPlainText = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim();

/** Bulleted items and paragraphs, each in one line, without link definitions. */
const parseItems = (text: string): readonly string[] =>
  text
    .replaceAll(/^\[[^\]]+\]:\s.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*[-*+]\s)/)
    .map((item) => toPlainText(item.replace(/^\s*[-*+]\s+/, '').replaceAll(/\s*\n\s*/g, ' ')))
    .filter(Boolean);

/** The released versions in the file's order. */
export const parseChangelog = (text: string): readonly ChangelogVersion[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/^(?=##\s)/m)
    .flatMap((section) => {
      const [, version = '', date = null] = versionLine.exec(section) ?? [];
      if (!isVersion(version)) return [];
      const parts = section.split(/^###\s+/m).map((part, index) => {
        const [heading = '', ...lines] = part.split('\n');
        const title = index === 0 ? '' : toPlainText(heading.replace(/\s*#*$/, ''));
        return { title, items: parseItems(lines.join('\n')) };
      });
      return [{ version, date, parts: parts.filter(({ items }) => items.length > 0) }];
    });

/**
 * Versions that are new since the previous one, newest first.
 *
 * @param since the previous version; if null or not older, returns only the running one
 */
export const listNewVersions = (
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
