/** Photos of rooms: painting, repairs and cleaning. */
import {
  across,
  around,
  boards,
  down,
  drop,
  ellipse,
  floor,
  foliage,
  height,
  line,
  path,
  photo,
  pipe,
  raised,
  rect,
  scribble,
  shadow,
  sunlight,
  textured,
  tiles,
  times,
  wall,
  width,
} from './draw.mjs';

const oak = [172, 128, 84];

const paintCan = (x, y, label) =>
  shadow(x + 40, y + 92, 54, 12) +
  rect(x, y, 80, 92, 'url(#can)', 'rx="5"') +
  rect(x, y + 22, 80, 46, label) +
  ellipse(x + 40, y, 40, 11, '#d5d9db') +
  ellipse(x + 40, y, 33, 8, '#9aa1a5') +
  line(`M${x + 2} ${y + 4} Q${x + 40} ${y + 58} ${x + 78} ${y + 4}`, '#8c9296', 3);

const bareWall = photo({
  defs:
    down('paint', '#4d6f86', '#436277') +
    across('can', '#8e9599', '#dfe3e5', '#92999d') +
    down('sky', '#d9ecf7', '#f4f3e6') +
    down('cloth', '#e9e3d5', '#cfc7b5'),
  body:
    wall(408, 'url(#paint)') +
    textured('plaster', 0, 0, width, 374, 0.35) +
    // A first stripe of the new color, rolled on.
    path(
      'M316 60 h66 v236 h-66Z M372 74 h70 v232 h-70Z M434 58 h68 v226 h-68Z',
      '#e8e0cd',
      'opacity="0.93"',
    ) +
    path(
      'M316 296 l14 18 l16 -14 l20 22 l18 -10 l22 14 l30 -20 l20 -22 l24 8 l22 -16 V270 H316Z',
      '#e8e0cd',
      'opacity="0.8"',
    ) +
    times(6, (i) => rect(322 + i * 31, 60, 4, 230, '#cfc5ae', 'opacity="0.5"')) +
    times(
      9,
      (i) =>
        ellipse(70 + ((i * 83) % 220), 90 + ((i * 59) % 210), 5, 5, '#f0ece2') +
        ellipse(70 + ((i * 83) % 220), 90 + ((i * 59) % 210), 1.6, 1.6, '#3c4a55'),
    ) +
    line('M258 34 l10 44 l-12 32 l14 40 l-8 26', '#2d4352', 2.5) +
    raised(rect(560, 44, 176, 236, '#f2efe7')) +
    rect(576, 60, 144, 204, 'url(#sky)') +
    rect(644, 60, 8, 204, '#f2efe7') +
    rect(576, 156, 144, 8, '#f2efe7') +
    foliage({
      x: 604,
      y: 236,
      rx: 40,
      ry: 26,
      count: 40,
      size: 9,
      colors: ['#6f8a5a', '#86a26a', '#a3bb84'],
    }) +
    floor(408, oak) +
    path('M0 440 L768 424 L768 576 L0 576Z', 'url(#cloth)') +
    line(
      'M40 470 q120 -20 230 6 M300 540 q160 -40 380 -8 M520 452 q100 10 220 -6',
      '#b8af9b',
      4,
      'opacity="0.7"',
    ) +
    paintCan(120, 420, '#d9d0ba') +
    raised(
      path('M300 500 l120 -26 l16 34 l-118 30Z', '#3c4248') +
        path('M308 506 l100 -22 l8 16 l-100 24Z', '#e8e0cd'),
      4,
    ) +
    pipe('M392 500 L520 442', 9, ['#7a4a23', '#b9793f', '#e5ae78']) +
    `<g transform="rotate(-24 560 424)">${rect(512, 404, 96, 38, '#efe8d8', 'rx="18"')}${rect(512, 424, 96, 16, '#d6cbb2', 'rx="8"')}</g>`,
  light: [0.8, 0.2],
});

const ceilingStain = photo({
  defs:
    down('ceiling', '#d9d6cf', '#f2f0ea') +
    down('paint', '#cdbfa8', '#bcae97') +
    around('glow', '#fff8df', '#f6e7b8'),
  body:
    rect(0, 0, width, 400, 'url(#ceiling)') +
    textured('plaster', 0, 0, width, 400, 0.5) +
    path('M0 400 L0 330 L420 372 L768 318 V576 H0Z', 'url(#paint)') +
    path('M420 372 L768 318 V576 H420Z', '#000', 'opacity="0.1"') +
    line('M0 326 L420 370 L768 314', '#faf8f2', 18) +
    line('M0 338 L420 382 L768 326', '#8f8471', 3, 'opacity="0.6"') +
    path(
      'M210 120 q80 -64 190 -30 q110 -8 124 76 q30 84 -84 110 q-90 44 -176 4 q-110 -16 -96 -92 q2 -50 42 -68Z',
      '#a9803f',
      'opacity="0.5" filter="url(#blur)"',
    ) +
    path(
      'M226 136 q76 -52 170 -26 q98 -6 110 64 q20 70 -76 92 q-86 36 -158 2 q-94 -14 -84 -76 q2 -40 38 -56Z',
      '#e9dcc0',
      'opacity="0.75" filter="url(#blur)"',
    ) +
    path(
      'M270 156 q60 -34 130 -14 q70 0 76 50 q10 46 -60 60 q-70 22 -120 -2 q-64 -14 -58 -54 q4 -30 32 -40Z',
      'none',
      'stroke="#97702f" stroke-width="7" opacity="0.55" filter="url(#blur)"',
    ) +
    line('M300 190 l40 14 l26 -10 l44 22 l50 -8', '#8a7346', 2.5, 'opacity="0.8"') +
    path(
      'M356 214 q26 -4 40 16 q10 24 -16 30 q-34 2 -36 -20 q-2 -20 12 -26Z',
      '#b89055',
      'opacity="0.6" filter="url(#blur)"',
    ) +
    drop(378, 276, 8) +
    raised(ellipse(630, 120, 70, 26, '#f6f4ee'), 5) +
    ellipse(630, 122, 54, 18, 'url(#glow)') +
    raised(rect(40, 440, 120, 136, '#7c5a3c') + rect(54, 454, 92, 122, '#dfe6e4')) +
    path('M54 560 l30 -40 l24 22 l38 -52 v86 h-92Z', '#7f9c86'),
  light: [0.82, 0.2],
  dim: 0.35,
});

const stairs = photo({
  defs:
    down('paint', '#d8d2c4', '#c3bba9') +
    across('rail', '#5b3419', '#93592f', '#6b3f1f') +
    down('tread', '#a9713f', '#7c4e28'),
  body:
    rect(0, 0, width, height, 'url(#paint)') +
    textured('plaster', 0, 0, width, height, 0.35) +
    sunlight(420, 40, 1.1) +
    times(8, (i) => {
      const [x, y] = [96 + i * 76, 520 - i * 58];
      return (
        rect(x, y + 14, 700 - x + 80, 60, i % 2 ? '#f1eee6' : '#ece8df') +
        rect(x - 14, y, 800 - x, 18, 'url(#tread)') +
        rect(x - 14, y + 16, 800 - x, 6, '#000', 'opacity="0.3"')
      );
    }) +
    path(
      'M96 576 L96 534 L110 534 L172 476 L186 476 L248 418 L262 418 L324 360 L338 360 L400 302 L414 302 L476 244 L490 244 L552 186 L566 186 L628 128 L642 128 L704 70 H768 V576Z',
      '#000',
      'opacity="0.05"',
    ) +
    times(8, (i) => {
      const [x, y] = [116 + i * 76, 520 - i * 58];
      return raised(
        rect(x, y - 178, 11, 180, '#f6f4ee') + rect(x + 36, y - 206, 11, 208, '#f6f4ee'),
        3,
      );
    }) +
    line(
      'M74 362 L720 -132',
      '#000',
      26,
      'opacity="0.25" filter="url(#soft)" transform="translate(8 14)"',
    ) +
    line('M74 352 L720 -142', '#5b3419', 26) +
    line('M74 347 L720 -147', '#a8693a', 12) +
    line('M74 343 L720 -151', '#d09a68', 4) +
    raised(
      rect(48, 318, 50, 258, '#f2efe8') +
        rect(40, 300, 66, 26, '#7b4a26', 'rx="4"') +
        ellipse(73, 290, 28, 22, '#8d5730'),
      6,
    ) +
    ellipse(66, 282, 9, 6, '#d09a68') +
    path('M0 546 H96 V576 H0Z', '#8d6238'),
  light: [0.7, 0.15],
});

/** A door with six panels in its frame. */
const door = (x, y, w, h, color = '#efece4') => {
  const [pw, gap] = [(w - 60) / 2, 20];
  const panel = (px, py, ph) =>
    rect(px, py, pw, ph, '#000', 'opacity="0.14"') +
    rect(px + 4, py + 4, pw - 4, ph - 4, color) +
    rect(px + 10, py + 10, pw - 18, ph - 18, '#fff', 'opacity="0.35"');
  return (
    rect(x - 30, y - 30, w + 60, h + 30, '#f8f6f1') +
    rect(x - 30, y - 30, 4, h + 30, '#000', 'opacity="0.15"') +
    rect(x - 6, y - 6, w + 12, h + 6, '#6b675f') +
    rect(x, y, w, h, color) +
    [20, 20 + pw + gap]
      .map(
        (px) =>
          panel(x + px, y + 24, h * 0.16) +
          panel(x + px, y + h * 0.25, h * 0.34) +
          panel(x + px, y + h * 0.65, h * 0.28),
      )
      .join('') +
    ellipse(x + w - 18, y + h * 0.6, 15, 15, '#8a7a4c') +
    ellipse(x + w - 21, y + h * 0.595, 8, 8, '#e2cf94')
  );
};

const panelDoor = photo({
  defs: down('paint', '#b9c4c9', '#a4b0b6'),
  body:
    wall(500, 'url(#paint)') +
    textured('plaster', 0, 0, width, 466, 0.3) +
    floor(500, [150, 108, 70]) +
    shadow(410, 504, 200, 12, 0.5) +
    door(262, 66, 250, 436, '#ece5d0') +
    rect(512, 66, 5, 436, '#1d1b18', 'opacity="0.75"') +
    path('M262 66 L512 66 L512 72 L262 68Z', '#1d1b18', 'opacity="0.8"') +
    path(
      'M500 86 q8 60 2 120',
      'none',
      'stroke="#8d8368" stroke-width="5" opacity="0.6" filter="url(#blur)"',
    ) +
    rect(506, 320, 10, 40, '#b5a468') +
    raised(rect(606, 250, 46, 70, '#f5f3ee', 'rx="5"'), 3) +
    rect(622, 270, 14, 30, '#dcd9d2', 'rx="2"') +
    rect(624, 272, 10, 12, '#fff') +
    raised(rect(70, 120, 120, 150, '#2f2a26') + rect(80, 130, 100, 130, '#e7dfcf'), 4) +
    path('M80 230 q30 -50 54 -20 q20 -30 46 -10 v60 h-100Z', '#7a9183'),
  light: [0.2, 0.3],
});

const wallHole = photo({
  defs: down('paint', '#cfc6a9', '#bdb392') + around('hole', '#14120f', '#2a251f'),
  body:
    wall(486, 'url(#paint)') +
    textured('plaster', 0, 0, width, 452, 0.7) +
    floor(486, oak) +
    path('M0 0 H96 L150 576 H0Z', '#ebe6da') +
    path('M96 0 L150 576 h14 L108 0Z', '#000', 'opacity="0.25" filter="url(#blur)"') +
    pipe('M118 300 L190 300', 14, ['#6f5d2a', '#b69b52', '#ecd998']) +
    ellipse(204, 300, 24, 24, '#c3a961') +
    ellipse(197, 292, 9, 8, '#f3e5b4') +
    path(
      'M390 232 l34 -20 l48 12 l42 -10 l24 40 l28 34 l-12 46 l6 36 l-44 22 l-30 30 l-48 -14 l-46 6 l-26 -44 l-30 -32 l16 -44 l-2 -38Z',
      '#f2efe8',
    ) +
    path(
      'M404 246 l26 -12 l44 10 l34 -6 l18 34 l22 28 l-10 40 l4 28 l-36 18 l-26 24 l-40 -12 l-40 4 l-20 -36 l-26 -28 l14 -36Z',
      'url(#hole)',
    ) +
    rect(430, 236, 34, 170, '#6b4f32', 'opacity="0.8"') +
    path(
      'M404 246 l26 -12 l44 10 l34 -6 l18 34 l-14 4 l-20 -18 l-44 -2 l-34 8Z',
      '#000',
      'opacity="0.55"',
    ) +
    path('M470 372 l40 -20 l22 26 l-30 24Z', '#e9e4d8') +
    path('M470 372 l40 -20 l4 6 l-38 20Z', '#a39a86') +
    line('M548 250 l46 -30 l18 -34 M392 392 l-42 26 l-10 40 M540 400 l30 34', '#5b543f', 2.5) +
    path(
      'M372 506 l26 -14 l14 18 l-20 12Z M446 520 l34 -8 l6 16 l-30 8Z M330 520 l16 -8 l8 12 l-14 6Z',
      '#efeae0',
    ) +
    ellipse(430, 512, 120, 14, '#f5f2ea', 'opacity="0.45" filter="url(#blur)"'),
  light: [0.6, 0.15],
});

const fireplace = photo({
  defs:
    down('paint', '#d9d4c9', '#c6c0b2') +
    down('wood', '#8a5a33', '#5f3b1e') +
    around('dark', '#1d1917', '#0c0a09'),
  body:
    rect(0, 0, width, height, 'url(#paint)') +
    textured('plaster', 0, 0, width, height, 0.3) +
    tiles({
      x: 160,
      y: -10,
      columns: 8,
      rows: 20,
      w: 56,
      h: 26,
      gap: 4,
      color: [150, 78, 58],
      grout: '#b9aea0',
      shift: 28,
      seed: 23,
    }) +
    rect(132, 0, 28, height, 'url(#paint)') +
    rect(608, 0, 160, height, 'url(#paint)') +
    rect(604, 0, 10, height, '#000', 'opacity="0.25" filter="url(#blur)"') +
    textured('stone', 160, 0, 448, 520, 0.6) +
    raised(rect(120, 292, 528, 34, 'url(#wood)', 'rx="3"'), 9) +
    textured('grain', 120, 292, 528, 34, 0.7) +
    path('M262 510 V406 Q262 368 300 368 H468 Q506 368 506 406 V510Z', 'url(#dark)') +
    path(
      'M262 510 V406 Q262 368 300 368 H468 Q506 368 506 406 V510 h-10 V410 Q496 380 466 380 H302 Q272 380 272 410 V510Z',
      '#3a3532',
    ) +
    pipe('M312 488 L456 482', 24, ['#3a2a1d', '#6d4f35', '#9c7a56']) +
    pipe('M330 466 L440 460', 20, ['#33251a', '#5f452f', '#8c6c4b']) +
    path('M120 510 H648 L680 576 H88Z', '#5f5a55') +
    textured('stone', 88, 510, 592, 66, 0.8) +
    line('M262 96 H506 V238 H262Z', '#3f74c4', 4, 'stroke-dasharray="14 9" opacity="0.9"') +
    raised(rect(676, 330, 40, 62, '#f4f2ec', 'rx="4"'), 2) +
    rect(688, 344, 5, 12, '#333') +
    rect(700, 344, 5, 12, '#333') +
    raised(rect(170, 222, 26, 70, '#d9d6cb', 'rx="10"'), 3) +
    foliage({
      x: 183,
      y: 206,
      rx: 34,
      ry: 30,
      count: 50,
      size: 9,
      colors: ['#46603c', '#5f7d4e', '#84a068'],
    }) +
    raised(rect(560, 232, 48, 60, '#7b5a3c') + rect(566, 238, 36, 48, '#e9e2d2'), 3) +
    rect(0, 510, 120, 66, '#9b7149') +
    rect(648, 510, 120, 66, '#9b7149'),
  light: [0.3, 0.15],
});

const garageWall = photo({
  defs: down('wall', '#d6d2c8', '#bcb7aa') + across('can', '#8e9599', '#dfe3e5', '#92999d'),
  body:
    rect(0, 0, width, 470, 'url(#wall)') +
    textured('plaster', 0, 0, width, 470, 0.4) +
    times(
      5,
      (i) =>
        rect(80 + i * 160, 0, 3, 470, '#8d887b', 'opacity="0.5"') +
        times(7, (j) => ellipse(82 + i * 160, 30 + j * 64, 3, 3, '#77736a')),
    ) +
    rect(0, 470, width, 106, '#8b8883') +
    textured('stone', 0, 470, width, 106, 0.8) +
    rect(0, 466, width, 8, '#000', 'opacity="0.3" filter="url(#blur)"') +
    line(
      'M120 120 H470 M120 240 H470 M120 120 v-12 M470 120 v-12',
      '#2f6fc4',
      4,
      'stroke-dasharray="16 10"',
    ) +
    scribble(250, 104, 60, 26, '#2f6fc4', 3) +
    line('M540 90 H700 V250 H540Z', '#2f6fc4', 4, 'stroke-dasharray="16 10"') +
    raised(
      times(
        3,
        (i) =>
          `<g transform="translate(${60 + i * 16} ${480 - i * 12})">${rect(0, 0, 330, 18, '#c49a65', 'rx="2"')}${textured('grain', 0, 0, 330, 18, 0.8)}</g>`,
      ),
      5,
    ) +
    raised(
      rect(520, 296, 190, 186, '#b58a58') +
        times(110, (i) =>
          ellipse(534 + (i % 11) * 16.5, 310 + Math.floor(i / 11) * 17.4, 2.6, 2.6, '#5f4526'),
        ),
      7,
    ) +
    paintCan(430, 432, '#3f6f8f') +
    paintCan(340, 468, '#9a4a3a') +
    line('M648 20 v120 M648 40 q60 20 60 60', '#555', 0.01),
  light: [0.3, 0.1],
});

const toDoList = photo({
  defs: down('table', '#8e6238', '#6c4623') + down('paper', '#fffdf4', '#f1ecdc'),
  body:
    rect(0, 0, width, height, 'url(#table)') +
    boards({
      x: 0,
      y: 0,
      count: 6,
      w: width,
      h: 96,
      color: [146, 102, 60],
      across: true,
      seed: 9,
    }) +
    textured('grain', 0, 0, width, height, 0.9) +
    `<g transform="rotate(-5 384 288)">${raised(rect(196, 36, 386, 510, 'url(#paper)'), 12)}${times(13, (i) => rect(196, 110 + i * 32, 386, 1.6, '#8fb3d9', 'opacity="0.8"'))}${rect(246, 36, 2, 510, '#d98f8f')}` +
    [230, 180, 150, 190, 244, 170, 156, 236, 210]
      .map(
        (length, i) =>
          scribble(i ? 292 : 264, 106 + i * 48, length, i ? 20 : 24, '#26406e', i + 4) +
          (i ? rect(258, 86 + i * 48, 20, 20, 'none', 'stroke="#26406e" stroke-width="2.5"') : ''),
      )
      .join('') +
    `</g>` +
    `<g transform="rotate(28 640 430)">${raised(rect(618, 300, 18, 220, '#2f5fa8', 'rx="6"') + path('M618 520 h18 l-9 30Z', '#d8c49a'), 6)}</g>` +
    raised(ellipse(92, 124, 78, 78, '#e8e4da') + ellipse(92, 124, 62, 62, '#5b3a20'), 8) +
    ellipse(80, 108, 24, 16, '#8c6540', 'opacity="0.6"'),
  light: [0.25, 0.15],
});

const kitchen = photo({
  defs:
    across('oven', '#8e9498', '#d9dddf', '#9aa0a4') +
    down('glass', '#20262a', '#0d1012') +
    down('counter', '#4d4a48', '#2f2d2c') +
    down('hood', '#c9ced1', '#7f868a'),
  body:
    tiles({
      x: -10,
      y: 0,
      columns: 11,
      rows: 6,
      w: 74,
      h: 46,
      gap: 4,
      color: [233, 230, 222],
      grout: '#a8a294',
      shift: 37,
      seed: 13,
    }) +
    raised(
      rect(0, 0, 210, 150, '#f1efe9') +
        rect(12, 10, 90, 128, '#e4e1d8') +
        rect(112, 10, 90, 128, '#e4e1d8') +
        rect(560, 0, 208, 150, '#f1efe9') +
        rect(572, 10, 90, 128, '#e4e1d8') +
        rect(672, 10, 90, 128, '#e4e1d8'),
      6,
    ) +
    raised(path('M318 0 H450 V80 L540 140 V164 H228 V140 L318 80Z', 'url(#hood)'), 8) +
    path(
      'M250 150 q30 26 60 8 q40 22 70 4 q50 22 130 -6',
      'none',
      'stroke="#8a6a2e" stroke-width="9" opacity="0.5" filter="url(#blur)"',
    ) +
    rect(0, 276, width, 30, 'url(#counter)') +
    rect(0, 304, width, 5, '#000', 'opacity="0.5"') +
    rect(0, 308, 226, 268, '#ece9e1') +
    rect(542, 308, 226, 268, '#ece9e1') +
    [14, 120, 556, 662]
      .map((x) => rect(x, 330, 92, 232, '#dedad0') + rect(x + 40, 344, 12, 40, '#8e8b84', 'rx="4"'))
      .join('') +
    rect(226, 270, 316, 306, 'url(#oven)') +
    rect(226, 262, 316, 16, '#1d1f21', 'rx="4"') +
    [280, 350, 420, 490]
      .map((x) => ellipse(x, 262, 30, 7, '#2c2f31') + line(`M${x - 28} 258 h56`, '#484c4f', 5))
      .join('') +
    times(
      5,
      (i) =>
        ellipse(268 + i * 58, 306, 15, 15, '#2b2f32') + ellipse(265 + i * 58, 302, 5, 5, '#8b9195'),
    ) +
    rect(256, 340, 256, 12, '#f4f6f7', 'rx="6"') +
    rect(250, 368, 268, 150, 'url(#glass)', 'rx="10"') +
    path('M262 380 h110 l-60 126 h-50Z', '#fff', 'opacity="0.12"') +
    times(22, (i) =>
      ellipse(
        270 + ((i * 71) % 230),
        384 + ((i * 43) % 120),
        6 + (i % 4) * 3,
        4 + (i % 3) * 2,
        '#7a5a2a',
        'opacity="0.5"',
      ),
    ) +
    times(16, (i) =>
      ellipse(
        240 + ((i * 53) % 290),
        240 + ((i * 31) % 26),
        4 + (i % 3),
        3,
        '#7f5c28',
        'opacity="0.6"',
      ),
    ) +
    raised(
      path('M300 222 h104 v34 q-52 10 -104 0Z', '#4a5f7d') +
        rect(404, 228, 60, 9, '#33435a', 'rx="4"'),
      4,
    ) +
    raised(
      rect(70, 206, 52, 70, '#b9704a', 'rx="6"') +
        line('M80 206 v-40 M96 206 v-56 M110 206 v-34', '#8a6a44', 6),
      4,
    ) +
    raised(ellipse(660, 252, 60, 24, '#e9e2cf'), 4) +
    ellipse(640, 240, 20, 18, '#c94b32') +
    ellipse(674, 238, 20, 18, '#d8a13a'),
  light: [0.5, 0.1],
});

export const roomPhotos = {
  'bare-wall': bareWall,
  'ceiling-stain': ceilingStain,
  stairs,
  'panel-door': panelDoor,
  'wall-hole': wallHole,
  fireplace,
  'garage-wall': garageWall,
  'to-do-list': toDoList,
  kitchen,
};
