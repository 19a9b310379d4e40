/**
 * Writes JPEG files (ITU T.81: baseline, Huffman tables of annex K, color at half the resolution). The
 * packages that write them bring native code, and pictures are drawn by hand once in a while.
 */

const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];
const lumaSteps = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const chromaSteps = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...Array.from({ length: 32 }, () => 99),
];

/** Number of codes of each length from 1 to 16, and the symbols in their order. */
const codes = {
  lumaDC: [[0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], '000102030405060708090a0b'],
  chromaDC: [[0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], '000102030405060708090a0b'],
  lumaAC: [
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d],
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa' +
      'b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  chromaAC: [
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
    '0001020311040521310612415107617113223281081442' +
      '91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768' +
      '696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3' +
      'd4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
};

/** Symbol → [bits, number of bits]. */
const tableOf = ([counts, symbols]) => {
  const table = new Map();
  const values = Buffer.from(symbols, 'hex');
  let code = 0;
  let next = 0;
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i++) table.set(values[next++], [code++, index + 1]);
    code *= 2;
  });
  return table;
};
const tables = Object.fromEntries(Object.entries(codes).map(([name, of]) => [name, tableOf(of)]));

/** cos((2x + 1)uπ / 16), with its factor, at 8u + x. */
const cosines = Float64Array.from({ length: 64 }, (_, at) => {
  const [u, x] = [at >> 3, at & 7];
  return Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1) * 0.5;
});
const rows = new Float64Array(64);

/** The frequencies of 64 samples, rounded to whole steps, in zigzag order. */
const frequencies = (samples, steps) => {
  for (let y = 0; y < 64; y += 8)
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += samples[y + x] * cosines[8 * u + x];
      rows[y + u] = sum;
    }
  return zigzag.map((at) => {
    const [v, u] = [at & 56, at & 7];
    let sum = 0;
    for (let y = 0; y < 8; y++) sum += rows[8 * y + u] * cosines[v + y];
    return Math.round(sum / steps[at]);
  });
};

const bitWriter = () => {
  const bytes = [];
  let held = 0;
  let count = 0;
  return {
    put: ([bits, length]) => {
      for (let i = length - 1; i >= 0; i--) {
        held = held * 2 + ((bits >> i) & 1);
        if (++count < 8) continue;
        bytes.push(held);
        if (held === 0xff) bytes.push(0);
        [held, count] = [0, 0];
      }
    },
    end: () => {
      if (count > 0) bytes.push((held << (8 - count)) | ((1 << (8 - count)) - 1));
      return Buffer.from(bytes);
    },
  };
};

/** A number as its length in bits and the bits themselves. */
const sized = (value) => {
  const length = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
  return { length, bits: [value < 0 ? value + 2 ** length - 1 : value, length] };
};

const writeBlock = ({ put }, list, last, dc, ac) => {
  const first = sized(list[0] - last);
  put(dc.get(first.length));
  put(first.bits);
  let zeros = 0;
  const end = list.findLastIndex((value) => value !== 0);
  for (let i = 1; i <= end; i++) {
    if (list[i] === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) put(ac.get(0xf0));
    const { length, bits } = sized(list[i]);
    put(ac.get(zeros * 16 + length));
    put(bits);
    zeros = 0;
  }
  if (end < 63) put(ac.get(0));
};

const segment = (marker, body) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/**
 * A JPEG of pixels.
 * @param {number} width a multiple of 16
 * @param {number} height a multiple of 16
 * @param {Uint8Array} pixels RGBA, whose alpha is ignored
 * @param {number} quality 1 to 100
 * @returns {Buffer}
 */
export function jpegOf(width, height, pixels, quality) {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  const scaled = (steps) =>
    steps.map((step) => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))));
  const [luma, chroma] = [scaled(lumaSteps), scaled(chromaSteps)];
  const size = width * height;
  const [y, cb, cr] = [0, 1, 2].map(() => new Float32Array(size));
  for (let i = 0; i < size; i++) {
    const [r, g, b] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]];
    y[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    cb[i] = -0.168736 * r - 0.331264 * g + 0.5 * b;
    cr[i] = 0.5 * r - 0.418688 * g - 0.081312 * b;
  }
  const samples = new Float64Array(64);
  const whole = (plane, left, top) => {
    for (let i = 0; i < 64; i++) samples[i] = plane[(top + (i >> 3)) * width + left + (i & 7)];
    return samples;
  };
  const halved = (plane, left, top) => {
    for (let i = 0; i < 64; i++) {
      const at = (top + 2 * (i >> 3)) * width + left + 2 * (i & 7);
      samples[i] = (plane[at] + plane[at + 1] + plane[at + width] + plane[at + width + 1]) / 4;
    }
    return samples;
  };
  const bits = bitWriter();
  let [lastY, lastCb, lastCr] = [0, 0, 0];
  for (let top = 0; top < height; top += 16)
    for (let left = 0; left < width; left += 16) {
      for (const [dx, dy] of [
        [0, 0],
        [8, 0],
        [0, 8],
        [8, 8],
      ]) {
        const list = frequencies(whole(y, left + dx, top + dy), luma);
        writeBlock(bits, list, lastY, tables.lumaDC, tables.lumaAC);
        lastY = list[0];
      }
      const blue = frequencies(halved(cb, left, top), chroma);
      writeBlock(bits, blue, lastCb, tables.chromaDC, tables.chromaAC);
      lastCb = blue[0];
      const red = frequencies(halved(cr, left, top), chroma);
      writeBlock(bits, red, lastCr, tables.chromaDC, tables.chromaAC);
      lastCr = red[0];
    }
  const table = (id, [counts, symbols]) =>
    Buffer.concat([Buffer.from([id, ...counts]), Buffer.from(symbols, 'hex')]);
  const inZigzag = (steps) => zigzag.map((at) => steps[at]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    segment(0xdb, Buffer.from([0, ...inZigzag(luma), 1, ...inZigzag(chroma)])),
    segment(
      0xc0,
      Buffer.from([
        8,
        height >> 8,
        height & 255,
        width >> 8,
        width & 255,
        3,
        1,
        0x22,
        0,
        2,
        0x11,
        1,
        3,
        0x11,
        1,
      ]),
    ),
    segment(
      0xc4,
      Buffer.concat([
        table(0x00, codes.lumaDC),
        table(0x10, codes.lumaAC),
        table(0x01, codes.chromaDC),
        table(0x11, codes.chromaAC),
      ]),
    ),
    segment(0xda, Buffer.from([3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])),
    bits.end(),
    Buffer.from([0xff, 0xd9]),
  ]);
}
