/** Small helpers that write SVG: surfaces, light and things that several photos show. All sizes are in pixels of the picture. */

export const width = 768;
export const height = 576;

/** The same numbers between 0 and 1 at each drawing. */
export const randomFrom = (seed) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

/** `count` drawings, one after the other. */
export const times = (count, drawing) =>
  Array.from({ length: count }, (_, i) => drawing(i)).join('');

export const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
export const line = (d, color, thick, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

const stopsOf = (colors) =>
  colors
    .map((color, i) => `<stop offset="${i / (colors.length - 1)}" stop-color="${color}"/>`)
    .join('');

/** Everything is filled with gradients by name; each photo defines its own. */
export const down = (id, ...colors) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(colors)}</linearGradient>`;
export const across = (id, ...colors) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${stopsOf(colors)}</linearGradient>`;
export const around = (id, ...colors) =>
  `<radialGradient id="${id}" cx="0.5" cy="0.5" r="0.6">${stopsOf(colors)}</radialGradient>`;

/** A soft dark patch where a thing touches what it stands on. */
export const shadow = (x, y, rx, ry, strength = 0.45) =>
  ellipse(x, y, rx, ry, '#000', `opacity="${strength}" filter="url(#soft)"`);

/** Whatever is drawn in it gets a shadow to its lower right. */
export const raised = (drawing, by = 6) =>
  `<g transform="translate(${by} ${by * 1.4})" opacity="0.35" filter="url(#dark)">${drawing}</g>${drawing}`;

/** A round pipe along a path. */
export const pipe = (d, thick, [dark, base, bright]) =>
  line(d, '#000', thick + 6, 'opacity="0.3" filter="url(#soft)" transform="translate(7 9)"') +
  line(d, dark, thick) +
  line(d, base, thick * 0.72, `transform="translate(${-thick * 0.06} ${-thick * 0.06})"`) +
  line(
    d,
    bright,
    thick * 0.2,
    `transform="translate(${-thick * 0.18} ${-thick * 0.18})" opacity="0.85"`,
  );

export const steel = ['#6f767c', '#aab1b6', '#eef2f4'];
export const plastic = ['#b9b7b0', '#e2e0da', '#ffffff'];
export const copper = ['#7a3f22', '#b8693b', '#f0b48a'];

/** A drop of water. */
export const drop = (x, y, size) =>
  path(
    `M${x} ${y - size * 1.7} C${x + size * 0.3} ${y - size} ${x + size} ${y - size * 0.3} ${x + size} ${y + size * 0.3} A${size} ${size} 0 0 1 ${x - size} ${y + size * 0.3} C${x - size} ${y - size * 0.3} ${x - size * 0.3} ${y - size} ${x} ${y - size * 1.7}Z`,
    '#cfe6f5',
    'stroke="#5f8299" stroke-width="1.5" opacity="0.92"',
  ) + ellipse(x - size * 0.35, y + size * 0.1, size * 0.2, size * 0.4, '#fff');

/** A color, lighter or darker by so much. */
const toned = (color, tone) => `rgb(${color.map((part) => Math.round(part + tone)).join(',')})`;

/** Wall tiles, each a little different. */
export const tiles = ({
  x,
  y,
  columns,
  rows,
  w,
  h,
  gap,
  color: [red, green, blue],
  grout,
  seed = 7,
  shift = 0,
}) => {
  const random = randomFrom(seed);
  return (
    rect(x, y, columns * w, rows * h, grout) +
    times(rows, (row) =>
      times(columns + (shift ? 1 : 0), (column) => {
        const tone = (random() - 0.5) * 14;
        const fill = toned([red, green, blue], tone);
        const left = x + column * w - (row % 2) * shift;
        return (
          rect(left + gap / 2, y + row * h + gap / 2, w - gap, h - gap, fill, 'rx="2"') +
          line(
            `M${left + gap} ${y + (row + 1) * h - gap} V${y + row * h + gap} H${left + w - gap}`,
            '#fff',
            1.5,
            'opacity="0.35"',
          )
        );
      }),
    )
  );
};

/** Boards side by side, seen flat. */
export const boards = ({
  x,
  y,
  count,
  w,
  h,
  color: [red, green, blue],
  seed = 3,
  across: isAcross = false,
}) => {
  const random = randomFrom(seed);
  return times(count, (i) => {
    const tone = (random() - 0.5) * 26;
    const fill = toned([red, green, blue], tone);
    return isAcross
      ? rect(x, y + i * h, w, h, fill) +
          rect(x, y + (i + 1) * h - 3, w, 3, '#000', 'opacity="0.28"')
      : rect(x + i * w, y, w, h, fill) +
          rect(x + (i + 1) * w - 3, y, 3, h, '#000', 'opacity="0.28"');
  });
};

/** A floor of boards that run away from the camera, from `top` to the lower edge. */
export const floor = (top, [red, green, blue], seed = 5) => {
  const random = randomFrom(seed);
  const far = width / 2;
  return times(16, (i) => {
    const tone = (random() - 0.5) * 24;
    const [a, b] = [(i - 8) * 110, (i - 7) * 110];
    return path(
      `M${far + a * 0.55} ${top} L${far + b * 0.55} ${top} L${far + b * 1.5} ${height} L${far + a * 1.5} ${height}Z`,
      toned([red, green, blue], tone),
      'stroke="#000" stroke-opacity="0.22" stroke-width="2"',
    );
  });
};

/** A room's wall down to `top`, with its baseboard. */
export const wall = (top, fill) =>
  rect(0, 0, width, top, fill) +
  rect(0, top - 34, width, 34, '#f3f1ec') +
  rect(0, top - 34, width, 3, '#fff') +
  rect(0, top - 4, width, 5, '#000', 'opacity="0.3"');

/** Light that falls through a window onto a wall. */
export const sunlight = (x, y, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" opacity="0.32" filter="url(#soft)">` +
  [0, 110]
    .map((dx) =>
      [0, 130]
        .map((dy) => path(`M${dx} ${dy + dx * 0.25} l92 24 l0 112 l-92 -24Z`, '#fff3cf'))
        .join(''),
    )
    .join('') +
  '</g>';

/** Blades of grass that grow up from a band of the picture; taller ones nearer. */
export const grass = ({ top, bottom, count, tall, colors, seed = 11 }) => {
  const random = randomFrom(seed);
  const blades = Array.from({ length: count }, () => ({
    y: top + (bottom - top) * random() ** 0.8,
    x: random() * width,
    r: random(),
    s: random(),
  }));
  blades.sort((a, b) => a.y - b.y);
  return blades
    .map(({ x, y, r, s }) => {
      const near = 0.35 + (0.65 * (y - top)) / (bottom - top);
      const up = tall * near * (0.5 + r * 0.7);
      const lean = (s - 0.5) * up * 0.9;
      return line(
        `M${x.toFixed(1)} ${y.toFixed(1)} q${(lean * 0.2).toFixed(1)} ${(-up * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-up).toFixed(1)}`,
        colors[Math.floor(s * 97 + r * 13) % colors.length],
        (1.2 + 2.2 * near).toFixed(1),
      );
    })
    .join('');
};

/** Patches of leaves: a hedge, a bush or the crown of a tree. */
export const foliage = ({ x, y, rx, ry, count, size, colors, seed = 17 }) => {
  const random = randomFrom(seed);
  return (
    ellipse(x, y, rx, ry, colors[0]) +
    times(count, (i) => {
      const angle = random() * 2 * Math.PI;
      const out = Math.sqrt(random());
      const [px, py] = [x + Math.cos(angle) * rx * out, y + Math.sin(angle) * ry * out];
      const light = Math.min(
        colors.length - 1,
        Math.floor((i / count) * colors.length * (0.7 + 0.5 * random()) * (py < y ? 1 : 0.75)),
      );
      const s = size * (0.6 + random() * 0.8);
      return `<ellipse cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" rx="${s.toFixed(1)}" ry="${(s * 0.55).toFixed(1)}" fill="${colors[light]}" transform="rotate(${Math.floor(random() * 180)} ${px.toFixed(1)} ${py.toFixed(1)})"/>`;
    })
  );
};

/** Lap siding of a house's outside. */
export const siding = (top, bottom, color, step = 34) =>
  rect(0, top, width, bottom - top, color) +
  times(
    Math.ceil((bottom - top) / step),
    (i) =>
      rect(0, top + i * step, width, 3, '#fff', 'opacity="0.35"') +
      rect(0, top + (i + 1) * step - 5, width, 5, '#000', 'opacity="0.2"'),
  );

/** A word or two as somebody writes them by hand, too small to read. */
export const scribble = (x, y, length, size, color, seed = 1) => {
  const random = randomFrom(seed * 7919);
  let d = `M${x} ${y}`;
  for (let gone = 0; gone < length;) {
    const step = size * (0.32 + random() * 0.3);
    const up = random() < 0.25 ? size * 1.25 : size * 0.6;
    if (random() < 0.14) d += ` m${(size * 0.7).toFixed(1)} 0`;
    else
      d += ` q${(step * 0.2).toFixed(1)} ${(-up).toFixed(1)} ${(step * 0.6).toFixed(1)} ${(-up * 0.5).toFixed(1)} t${(step * 0.5).toFixed(1)} ${(up * 0.5).toFixed(1)}`;
    gone += step * 1.1;
  }
  return line(d, color, Math.max(1.6, size / 9));
};

/** Rough surfaces: a filter that tints what it is used on. */
const grainOf = (id, frequency, strength, octaves = 3) =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="4"/>` +
  `<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 ${strength * 2} ${-strength * 0.72}"/></filter>`;

/** Texture over an area: "plaster", "wood" (along its length), "stone". */
export const textured = (kind, x, y, w, h, opacity = 1) =>
  rect(x, y, w, h, '#000', `filter="url(#${kind})" opacity="${opacity}"`);

/**
 * A whole picture: what it shows under the light of a lamp or window and the dark corners of a phone's lens.
 * @param {{ defs?: string, body: string, light?: [number, number], dim?: number }} photo
 */
export const photo = ({ defs = '', body, light = [0.35, 0.2], dim = 0.42 }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="9"/></filter>
<filter id="blur" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="dark" x="-30%" y="-30%" width="160%" height="160%"><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1 0"/><feGaussianBlur stdDeviation="7"/></filter>
${grainOf('plaster', '0.3', 0.18, 2)}${grainOf('wood', '0.25 0.008', 0.7)}${grainOf('grain', '0.008 0.25', 0.7)}${grainOf('stone', '0.2', 0.4, 2)}
<radialGradient id="light" cx="${light[0]}" cy="${light[1]}" r="0.75"><stop offset="0" stop-color="#fff6e0" stop-opacity="0.34"/><stop offset="1" stop-color="#fff6e0" stop-opacity="0"/></radialGradient>
<radialGradient id="corners" cx="0.5" cy="0.48" r="0.78"><stop offset="0.5" stop-color="#0b0d12" stop-opacity="0"/><stop offset="1" stop-color="#0b0d12" stop-opacity="${dim}"/></radialGradient>
${defs}</defs>${body}${rect(0, 0, width, height, 'url(#light)')}${rect(0, 0, width, height, 'url(#corners)')}</svg>`;
