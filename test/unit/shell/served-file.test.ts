import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildContentSecurityPolicy, findServedFile } from '../../../main/shell/served-file.ts';

/** Skipped on Windows, where most users may not create links. */
const link = async (to: string, at: string): Promise<void> => {
  if (process.platform !== 'win32') await symlink(to, at);
};

describe('the files that the window may read', () => {
  let root: string;
  let folders: { renderer: string; photos: string };
  beforeAll(async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'hearthline-served-')));
    root = join(folder, 'renderer');
    await mkdir(join(root, 'assets'), { recursive: true });
    folders = { renderer: root, photos: join(folder, 'photos') };
    await mkdir(folders.photos);
    await writeFile(join(root, 'index.html'), 'page');
    await writeFile(join(root, 'assets', 'a.js'), 'script');
    // Outside Windows a backslash is an ordinary character of a file name.
    await writeFile(join(root, 'assets\\a.js'), 'script');
    await writeFile(join(root, '%61.js'), 'script');
    await writeFile(join(folder, 'secret.json'), 'secret');
    await link(join(folder, 'secret.json'), join(root, 'assets', 'link.json'));
  });

  it('are the page and the files of its folder', async () => {
    expect(await findServedFile(folders, 'app://hearthline/')).toBe(join(root, 'index.html'));
    expect(await findServedFile(folders, 'app://hearthline/assets/a.js')).toBe(
      join(root, 'assets', 'a.js'),
    );
  });

  it('are the cached photos and thumbnails, and no other files of the photo folder', async () => {
    const photo = `${'a'.repeat(16)}-${'b'.repeat(32)}-${'c'.repeat(32)}.png`;
    const linked = photo.replace('c.png', 'd.png');
    await writeFile(join(folders.photos, photo), 'photo');
    const thumbnail = photo.replace('png', 'small.webp');
    await writeFile(join(folders.photos, thumbnail), 'small');
    await writeFile(join(folders.photos, 'other.png'), 'other');
    await link(join(root, 'index.html'), join(folders.photos, linked));
    const ask = (name: string) => findServedFile(folders, `app://hearthline/photos/${name}`);
    expect(await ask(photo)).toBe(join(folders.photos, photo));
    expect(await ask(thumbnail)).toBe(join(folders.photos, thumbnail));
    expect(await ask(`${photo}?2`)).toBe(join(folders.photos, photo));
    for (const name of ['other.png', linked, `${photo}.part`, `${photo}%00`, `..%2f${photo}`, ''])
      expect(await ask(name)).toBeNull();
  });

  it.each([
    'app://hearthline/../secret.json',
    'app://hearthline/assets/..%2f..%2fsecret.json',
    'app://hearthline/%2e%2e/secret.json',
    'app://hearthline/assets/%2e%2e%2f%2e%2e%2fsecret.json',
    'app://hearthline/..%5csecret.json',
    'app://hearthline/assets/..%2findex.html',
    'app://hearthline/assets%5ca.js',
    'app://hearthline/%2561.js',
    'app://hearthline/assets\\..\\..\\secret.json',
    'app://hearthline/index.html%00.js',
    'app://hearthline/%252e%252e/secret.json',
    'app://hearthline/assets/link.json',
    'app://hearthline/assets',
    'app://elsewhere/index.html',
    'file:///etc/passwd',
    'app://hearthline/%',
    'not an address',
  ])('never include %s', async (address) => {
    expect(await findServedFile(folders, address)).toBeNull();
  });

  it('are never outside their folder, whatever the path', async () => {
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
        const file = await findServedFile(
          folders,
          `app://hearthline/${pieces.join('/')}secret.json`,
        );
        expect(file).toBeNull();
      }),
    );
  });
});

it('the page may run only its own scripts, and style tags only with the response’s nonce', () => {
  expect(buildContentSecurityPolicy('abc')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; object-src 'none'",
  );
});
