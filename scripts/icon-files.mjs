/** Writes the icon files of Windows and macOS, lists of PNG pictures. No package for it is maintained. */

/** Types of an .icns file that hold PNG, with their widths. The small ones have separate types for 2x. */
const icnsTypes = {
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
};

/** Encodes a Windows icon (ICO) of PNG pictures, each at most 256 pixels wide. */
export function encodeICO(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    // 256 is written as 0.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** Encodes a macOS icon (ICNS); `drawPNG` draws a picture of a width in pixels. */
export function encodeICNS(drawPNG) {
  const entries = Object.entries(icnsTypes).map(([type, size]) => {
    const picture = drawPNG(size);
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(8 + picture.length, 4);
    return Buffer.concat([head, picture]);
  });
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}
