import { expect, it } from 'vitest';
import { namePhotoFile } from '../../../main/shell/photo-name.ts';

it.each([
  ['sink.JPEG', 'sink.png'],
  ['../../etc/passwd', 'etcpasswd.png'],
  ['a\u202Egnp.exe', 'agnp.exe.png'],
  ['.hidden', 'hidden.png'],
  ['', 'photo.png'],
  ['con<>:"|?*\0', 'con.png'],
  ['x'.repeat(300), `${'x'.repeat(100)}.png`],
])('a photo named %j is saved as %j', (name, saved) => {
  expect(namePhotoFile(name, 'a-b-c.png')).toBe(saved);
});
