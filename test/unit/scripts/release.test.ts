import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { computeChecksums, extractReleaseNotes } from '../../../scripts/release.mjs';

const changelog = `# Changelog

## [Unreleased]

### Added

- Something that is not there yet.

## [1.2.0-rc.1] - 2026-12-02

### Added

- Something that is to be tried.

## [1.1.0] - 2026-12-01

### Fixed

- A reply that was sent late.

## [1.0.0] - 2026-11-23

### Added

- Everything.
`;

describe('the notes of a release', () => {
  it('are the changelog’s section of its version', () => {
    expect(extractReleaseNotes({ tag: 'v1.1.0', version: '1.1.0', changelog })).toBe(
      '### Fixed\n\n- A reply that was sent late.\n',
    );
    expect(extractReleaseNotes({ tag: 'v1.0.0', version: '1.0.0', changelog })).toBe(
      '### Added\n\n- Everything.\n',
    );
  });

  it.each([
    ['the tag of another version', 'v1.1.1', '1.1.0'],
    ['a tag without a v', '1.1.0', '1.1.0'],
    ['a version that is not in the changelog', 'v1.2.0', '1.2.0'],
    ['a version that is part of another', 'v1.1', '1.1'],
    ['a prerelease, which has no channel', 'v1.2.0-rc.1', '1.2.0-rc.1'],
  ])('are refused for %s', (_, tag, version) => {
    expect(() => extractReleaseNotes({ tag, version, changelog })).toThrow(
      /tag|CHANGELOG|prerelease/,
    );
  });
});

describe('the checksums of a release', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('cover every file except themselves', async () => {
    writeFileSync(join(folder, 'latest.yml'), 'version: 1.1.0\n');
    writeFileSync(join(folder, 'Hearthline-1.1.0-linux-x64.tar.gz'), 'packed');
    writeFileSync(join(folder, 'SHA256SUMS'), await computeChecksums(folder));
    const sums = await computeChecksums(folder);
    expect(sums.match(/^[0-9a-f]{64} {2}\S+$/gm)).toHaveLength(2);
    expect(sums).toBe(readFileSync(join(folder, 'SHA256SUMS'), 'utf8'));
  });

  it.runIf(process.platform === 'linux')('can be verified with sha256sum', async () => {
    writeFileSync(join(folder, 'a'), 'packed');
    writeFileSync(join(folder, 'SHA256SUMS'), await computeChecksums(folder));
    const check = () =>
      execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, stdio: 'pipe' });
    expect(check().toString()).toBe('a: OK\n');
    writeFileSync(join(folder, 'a'), 'tampered');
    expect(check).toThrow();
  });

  it('are refused for an empty folder', async () => {
    await expect(computeChecksums(folder)).rejects.toThrow('holds no packages');
  });
});
