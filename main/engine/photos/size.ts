/**
 * Photo types, and dimensions from headers, because a few kilobytes can expand to gigabytes of pixels. The
 * largest size of a file counts, because a header may lie about the one that is drawn.
 */
import { maxPhotoPixels, type PhotoType } from '../../../contract/photos.ts';

/** Detects the type by the first bytes; null for types that the page cannot show, such as HEIC and SVG. */
export const detectType = (bytes: Uint8Array): PhotoType | null => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  return /^[^]{4}ftypavi[fs]/.test(start) ? 'avif' : null;
};

type Size = readonly [width: number, height: number];

/** Reads the four characters that name a part of a file. */
const readName = (bytes: Buffer, from: number): string => bytes.toString('latin1', from, from + 4);

function* readPngSizes(bytes: Buffer): Generator<Size> {
  if (readName(bytes, 12) === 'IHDR') yield [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

/** Reads the canvas, and each frame with its offset: a frame outside the canvas makes it larger. */
function* readGifSizes(bytes: Buffer): Generator<Size> {
  yield [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  const computeTableLength = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const skipBlocks = (from: number): number => {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes.readUInt8(at);
    return at + 1;
  };
  let at = 13 + computeTableLength(bytes.readUInt8(10));
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x21) at = skipBlocks(at + 2);
    else if (kind === 0x2c) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) =>
        bytes.readUInt16LE(at + offset),
      );
      yield [(left ?? 0) + (width ?? 0), (top ?? 0) + (height ?? 0)];
      at = skipBlocks(at + 11 + computeTableLength(bytes.readUInt8(at + 9)));
    } else return;
  }
}

/** Reads frame headers up to the first scan; those inside other segments belong to previews. */
function* readJpegSizes(bytes: Buffer): Generator<Size> {
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) return;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    // A decoder skips 0 as garbage, which has no length.
    else if (marker === 0 || marker === 0xda || marker === 0xd9) return;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      if (isFrame) yield [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
}

function* readWebpSizes(bytes: Buffer): Generator<Size> {
  for (let at = 12; at + 8 <= bytes.length;) {
    const [kind, from] = [readName(bytes, at), at + 8];
    if (kind === 'VP8X')
      yield [bytes.readUIntLE(from + 4, 3) + 1, bytes.readUIntLE(from + 7, 3) + 1];
    if (kind === 'ANMF')
      yield [bytes.readUIntLE(from + 6, 3) + 1, bytes.readUIntLE(from + 9, 3) + 1];
    if (kind === 'VP8 ')
      yield [bytes.readUInt16LE(from + 6) & 0x3fff, bytes.readUInt16LE(from + 8) & 0x3fff];
    if (kind === 'VP8L') {
      const bits = bytes.readUInt32LE(from + 1);
      yield [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    const length = bytes.readUInt32LE(at + 4);
    at = from + length + (length & 1);
  }
}

/** Reads the sizes of all images of the file (`ispe`), and of the samples of a sequence (`av01`). */
function* readAvifSizes(bytes: Buffer): Generator<Size> {
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4))
    if (at + 16 <= bytes.length) yield [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
  for (let at = bytes.indexOf('av01'); at >= 0; at = bytes.indexOf('av01', at + 4)) {
    // A sample entry has its decoder's configuration after 78 bytes; an item's type has none.
    const isSample = readName(bytes, at + 86) === 'av1C';
    yield isSample ? [bytes.readUInt16BE(at + 28), bytes.readUInt16BE(at + 30)] : [1, 1];
  }
}

const sizeReaders: Readonly<Record<PhotoType, (bytes: Buffer) => Generator<Size>>> = {
  png: readPngSizes,
  gif: readGifSizes,
  jpg: readJpegSizes,
  webp: readWebpSizes,
  avif: readAvifSizes,
};

const maxSizes = 10_000;

/** True if a photo has a size, and is small enough to draw. */
export const isDrawable = (type: PhotoType, bytes: Buffer): boolean => {
  let [largest, count] = [0, 0];
  try {
    for (const [width, height] of sizeReaders[type](bytes)) {
      largest = Math.max(largest, width * height);
      count += 1;
      if (largest > maxPhotoPixels || count > maxSizes) return false;
    }
  } catch {
    // The file ends within a header; earlier sizes count.
  }
  return largest > 1;
};
