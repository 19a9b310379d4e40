import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawIcons } from '../../../scripts/icons.mjs';

const drawn = drawIcons();
const resources = new URL('../../../resources/', import.meta.url);

/** The width in a PNG's header. */
const readWidth = (png: Buffer): number => png.readUInt32BE(16);

describe('the icons', () => {
  // Other processors round differently.
  it.runIf(process.platform === 'linux').each([...drawn.keys()])(
    '%s matches its drawing (else: npm run icons)',
    (name) => {
      expect(readFileSync(new URL(name, resources)).equals(drawn.get(name) as Buffer)).toBe(true);
    },
  );

  it('exist in every size that Linux desktops use', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
      expect(readWidth(drawn.get(`icons/${size}x${size}.png`) as Buffer)).toBe(size);
    }
  });

  it('are one file for Windows, with an image for each scale at the offset in its header', () => {
    const ico = drawn.get('icons/icon.ico') as Buffer;
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
    const widths = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)];
      const width = readWidth(ico.subarray(offset, offset + length));
      expect(ico.readUInt8(at)).toBe(width % 256);
      return width;
    });
    expect(widths).toEqual([16, 20, 24, 32, 40, 48, 64, 96, 128, 256]);
  });

  it('are one file for macOS, with an image of each size and its double', () => {
    const icns = drawn.get('icons/icon.icns') as Buffer;
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const pictures: Record<string, number> = {};
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      pictures[icns.toString('latin1', at, at + 4)] = readWidth(icns.subarray(at + 8));
    }
    expect(pictures).toEqual({
      icp4: 16,
      ic11: 32,
      icp5: 32,
      ic12: 64,
      ic07: 128,
      ic13: 256,
      ic08: 256,
      ic14: 512,
      ic09: 512,
      ic10: 1024,
    });
  });
});
