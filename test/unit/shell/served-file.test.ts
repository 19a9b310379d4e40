import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, fileFor } from '../../../main/shell/served-file.ts';

describe('the files that the window may read', () => {
  let root: string;
  beforeAll(async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'hearthline-served-')));
    root = join(folder, 'renderer');
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(join(root, 'index.html'), 'page');
    await writeFile(join(root, 'assets', 'a.js'), 'script');
    await writeFile(join(folder, 'secret.json'), 'secret');
    await symlink(join(folder, 'secret.json'), join(root, 'assets', 'link.json'));
  });

  it('are the page and what lies beside it', async () => {
    expect(await fileFor(root, 'app://hearthline/')).toBe(join(root, 'index.html'));
    expect(await fileFor(root, 'app://hearthline/assets/a.js')).toBe(join(root, 'assets', 'a.js'));
  });

  it.each([
    'app://hearthline/../secret.json',
    'app://hearthline/assets/..%2f..%2fsecret.json',
    'app://hearthline/%2e%2e/secret.json',
    'app://hearthline/assets/%2e%2e%2f%2e%2e%2fsecret.json',
    'app://hearthline/..%5csecret.json',
    'app://hearthline/assets\\..\\..\\secret.json',
    'app://hearthline/index.html%00.js',
    'app://hearthline/%252e%252e/secret.json',
    'app://hearthline/assets/link.json',
    'app://hearthline/assets',
    'app://elsewhere/index.html',
    'file:///etc/passwd',
    'app://hearthline/%',
    'not an address',
  ])('are never %s', async (address) => {
    expect(await fileFor(root, address)).toBeNull();
  });

  it('lie inside the folder whatever is asked for', async () => {
    const piece = fc.constantFrom(
      '..',
      '%2e%2e',
      '.',
      '/',
      '%2f',
      '\\',
      '%5c',
      '%00',
      'a',
      'assets',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const file = await fileFor(root, `app://hearthline/${pieces.join('/')}secret.json`);
        expect(file).toBeNull();
      }),
    );
  });
});

it('the page may run only its own scripts and style tags with this answer’s nonce', () => {
  expect(contentSecurityPolicy('abc')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; object-src 'none'",
  );
});
