/** Photos of what is to be moved. */
import {
  across,
  down,
  ellipse,
  floor,
  height,
  line,
  path,
  photo,
  pipe,
  raised,
  rect,
  shadow,
  sunlight,
  textured,
  times,
  wall,
  width,
} from './draw.mjs';

const box = (x, y, w, h, mark = true) =>
  shadow(x + w / 2, y + h, w * 0.6, 14) +
  rect(x, y, w, h, 'url(#card)') +
  path(`M${x} ${y} l${w * 0.14} ${-h * 0.16} h${w * 0.86} l0 ${h * 0.16}Z`, '#c99f6c') +
  rect(x + w * 0.44, y, w * 0.12, h, '#d9bd8d', 'opacity="0.8"') +
  rect(x, y, w, 3, '#000', 'opacity="0.18"') +
  (mark
    ? rect(x + w * 0.1, y + h * 0.62, w * 0.26, 5, '#3a2a18', 'opacity="0.7"') +
      rect(x + w * 0.1, y + h * 0.72, w * 0.18, 5, '#3a2a18', 'opacity="0.7"')
    : '');

const cardboard = down('card', '#c08f5a', '#a17442');

const boxes = photo({
  defs:
    cardboard +
    down('paint', '#dcd8cf', '#c9c4b8') +
    across('lamp', '#f4e7c0', '#fff7dc', '#e9d9a8') +
    down('sofa', '#5f7480', '#46565f'),
  body:
    wall(400, 'url(#paint)') +
    textured('plaster', 0, 0, width, 366, 0.3) +
    sunlight(80, 40, 1.2) +
    floor(400, [176, 134, 92]) +
    shadow(590, 494, 210, 22) +
    raised(
      rect(430, 276, 320, 120, 'url(#sofa)', 'rx="22"') +
        rect(404, 340, 372, 132, 'url(#sofa)', 'rx="24"'),
      8,
    ) +
    rect(440, 350, 146, 64, '#6d838f', 'rx="14"') +
    rect(594, 350, 146, 64, '#6d838f', 'rx="14"') +
    box(40, 330, 176, 134) +
    box(70, 214, 140, 112) +
    box(214, 366, 150, 120) +
    box(236, 276, 110, 88, false) +
    box(120, 446, 210, 120) +
    box(356, 470, 140, 96) +
    `<g>${raised(path('M356 156 h70 l22 78 h-114Z', 'url(#lamp)') + rect(386, 234, 10, 170, '#7c766a'), 4)}</g>` +
    pipe('M650 560 Q700 500 760 520', 30, ['#6b2f2a', '#9a4a40', '#cf8b80']),
  light: [0.2, 0.2],
});

const storageUnit = photo({
  defs: cardboard + down('metal', '#aab2b6', '#868f94'),
  body:
    rect(0, 0, width, height, '#b8402c') +
    times(
      8,
      (i) =>
        rect(0, i * 78, 120, 4, '#000', 'opacity="0.2"') +
        rect(648, i * 78, 120, 4, '#000', 'opacity="0.2"'),
    ) +
    textured('stone', 0, 0, width, height, 0.6) +
    rect(110, 60, 548, 516, '#3f4447') +
    times(11, (i) => rect(118 + i * 50, 60, 26, 430, '#565d61')) +
    rect(110, 60, 548, 200, '#000', 'opacity="0.25" filter="url(#soft)"') +
    rect(96, 0, 576, 86, 'url(#metal)') +
    times(4, (i) => rect(96, i * 22, 576, 4, '#5f676b', 'opacity="0.7"')) +
    rect(96, 0, 18, height, '#d8d3c6') +
    rect(654, 0, 18, height, '#d8d3c6') +
    path('M0 540 L110 490 H658 L768 540 V576 H0Z', '#8d8984') +
    textured('stone', 0, 490, width, 86, 0.8) +
    box(150, 352, 150, 140) +
    box(168, 236, 120, 112) +
    box(312, 392, 130, 102) +
    box(320, 300, 110, 90, false) +
    raised(
      rect(452, 186, 92, 306, '#e8e6e0', 'rx="8"') +
        rect(462, 196, 72, 96, '#d6d3cb') +
        rect(462, 304, 72, 176, '#d6d3cb'),
      6,
    ) +
    raised(
      rect(560, 330, 84, 162, '#7b5230') +
        rect(568, 340, 68, 42, '#8f623c') +
        rect(568, 388, 68, 42, '#8f623c') +
        rect(568, 436, 68, 46, '#8f623c'),
      5,
    ) +
    `<g transform="rotate(-8 250 230)">${raised(rect(186, 172, 250, 60, '#d9d3c4', 'rx="20"'), 5)}</g>` +
    `<circle cx="600" cy="280" r="46" fill="none" stroke="#22262a" stroke-width="8"/>` +
    times(
      8,
      (i) =>
        `<line x1="600" y1="280" x2="${600 + 44 * Math.cos(i * 0.785)}" y2="${280 + 44 * Math.sin(i * 0.785)}" stroke="#8b9195" stroke-width="2"/>`,
    ),
  light: [0.5, 0.6],
  dim: 0.55,
});

const piano = photo({
  defs:
    down('paint', '#d3c9bd', '#bdb2a4') +
    down('wood', '#5a2f1a', '#3a1c0e') +
    down('top', '#7a4426', '#56301a'),
  body:
    wall(420, 'url(#paint)') +
    textured('plaster', 0, 0, width, 386, 0.3) +
    sunlight(30, 30, 1.1) +
    floor(420, [164, 122, 82]) +
    shadow(390, 516, 310, 24, 0.6) +
    raised(
      rect(120, 130, 540, 190, 'url(#wood)', 'rx="6"') +
        rect(108, 116, 564, 22, 'url(#top)', 'rx="5"') +
        rect(120, 320, 540, 180, 'url(#wood)'),
      10,
    ) +
    rect(150, 160, 220, 120, '#000', 'opacity="0.18" rx="6"') +
    rect(410, 160, 220, 120, '#000', 'opacity="0.18" rx="6"') +
    textured('grain', 120, 130, 540, 190, 0.5) +
    path('M120 316 H660 L700 366 H80Z', '#2a140a') +
    path('M136 322 H644 L668 352 H112Z', '#f5f2e8') +
    times(28, (i) => line(`M${155 + i * 17.6} 322 L${138 + i * 18.6} 352`, '#8d897d', 1.4)) +
    times(28, (i) =>
      i % 7 === 2 || i % 7 === 6 ? '' : path(`M${148 + i * 17.6} 322 h10 l-3 17 h-11Z`, '#15110e'),
    ) +
    path('M80 366 H700 V384 H80Z', '#4a2614') +
    rect(92, 384, 34, 120, '#4a2614') +
    rect(654, 384, 34, 120, '#4a2614') +
    [350, 384, 418].map((x) => rect(x, 480, 18, 14, '#c9a94f', 'rx="3"')).join('') +
    [112, 668].map((x) => ellipse(x, 510, 12, 12, '#b8953e')).join('') +
    raised(rect(300, 430, 170, 30, '#3d2213', 'rx="8"'), 6) +
    rect(312, 458, 14, 96, '#2e180d') +
    rect(444, 458, 14, 96, '#2e180d') +
    raised(rect(560, 60, 60, 58, '#c9b48d', 'rx="20"'), 3) +
    raised(path('M300 250 l86 -14 l86 14 v-74 l-86 -12 l-86 12Z', '#f4efe2'), 3) +
    times(5, (i) =>
      line(`M312 ${186 + i * 12} l70 -10 M392 ${176 + i * 12} l70 10`, '#8f8a7c', 1.5),
    ),
  light: [0.15, 0.2],
});

export const movingPhotos = {
  boxes,
  'storage-unit': storageUnit,
  piano,
};
