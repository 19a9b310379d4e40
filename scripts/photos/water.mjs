/** Photos of plumbing. */
import {
  across,
  around,
  copper,
  down,
  drop,
  ellipse,
  height,
  line,
  path,
  photo,
  pipe,
  plastic,
  raised,
  rect,
  shadow,
  steel,
  textured,
  tiles,
  times,
  wall,
  width,
} from './draw.mjs';

const puddle = (x, y, rx, ry) =>
  ellipse(x, y, rx, ry, '#9fb4c0', 'opacity="0.55"') +
  ellipse(x - rx * 0.1, y - ry * 0.15, rx * 0.85, ry * 0.7, '#c6d6de', 'opacity="0.5"') +
  line(
    `M${x - rx * 0.6} ${y - ry * 0.25} q${rx * 0.4} ${-ry * 0.5} ${rx * 0.9} ${-ry * 0.2}`,
    '#fff',
    3,
    'opacity="0.7"',
  );

const underSink = photo({
  defs:
    down('back', '#8d7a63', '#6d5b47') +
    down('bowl', '#767c80', '#c3c8cb', '#8d9397') +
    across('pail', '#7d1f1c', '#d2473e', '#8c2421'),
  body:
    rect(0, 0, width, height, 'url(#back)') +
    textured('wood', 0, 0, width, height, 0.7) +
    path('M0 0 H70 L110 430 L0 576Z', '#5a4836') +
    path('M768 0 H698 L658 430 L768 576Z', '#52412f') +
    path('M110 430 H658 L768 576 H0Z', '#a08c70') +
    textured('grain', 0, 430, width, 146, 0.5) +
    // The bowl from below, its drain and the trap.
    path('M150 0 H618 L560 92 Q384 122 208 92Z', 'url(#bowl)') +
    path('M208 92 Q384 122 560 92 L556 98 Q384 130 212 98Z', '#4d5356') +
    pipe('M250 -10 V200 Q250 236 214 240 L150 246', 20, copper) +
    pipe('M520 -10 V178 Q520 214 556 218 L640 226', 20, copper) +
    rect(236, 186, 28, 34, '#8b9094', 'rx="5"') +
    rect(222, 196, 14, 14, '#b93a2c', 'rx="3"') +
    rect(506, 168, 28, 34, '#8b9094', 'rx="5"') +
    rect(534, 178, 14, 14, '#2e62ad', 'rx="3"') +
    pipe('M384 104 V250', 46, plastic) +
    rect(352, 112, 64, 26, '#d8d6cf', 'rx="6"') +
    rect(352, 132, 64, 6, '#a9a69d') +
    pipe(
      'M384 262 V318 Q384 362 428 362 Q472 362 472 318 V300 Q472 270 504 268 H640',
      46,
      plastic,
    ) +
    rect(350, 238, 68, 34, '#d8d6cf', 'rx="7"') +
    times(7, (i) => rect(354 + i * 9, 238, 3, 34, '#b2afa6')) +
    rect(598, 240, 30, 56, '#d8d6cf', 'rx="7"') +
    ellipse(384, 276, 38, 9, '#6e8794', 'opacity="0.5"') +
    drop(372, 300, 7) +
    drop(378, 396, 8) +
    drop(379, 430, 5) +
    shadow(385, 535, 130, 22, 0.6) +
    path('M290 440 L316 538 Q380 556 444 538 L470 440Z', 'url(#pail)') +
    ellipse(380, 440, 90, 20, '#5f1614') +
    ellipse(380, 446, 78, 14, '#88a5b4') +
    ellipse(372, 444, 30, 5, '#cfe2ec', 'opacity="0.8"') +
    line('M290 440 Q300 380 380 372 Q460 380 470 440', '#c9ccce', 4) +
    rect(560, 410, 58, 100, '#3f7fb0', 'rx="8"') +
    rect(574, 378, 30, 34, '#eef0f2', 'rx="4"') +
    rect(566, 440, 46, 42, '#f4d24b') +
    shadow(590, 514, 44, 9),
  light: [0.5, 0.3],
  dim: 0.6,
});

/** A kitchen sink from above, with the tap and what stands in the bowl. */
const sink = (inTheBowl, fromTheTap) =>
  photo({
    defs:
      across('steel', '#9aa2a7', '#dfe4e6', '#b3babe') +
      down('inside', '#7c8488', '#aeb6ba', '#cfd5d8') +
      down('counter', '#d9d3c8', '#b9b2a5') +
      across('neck', '#727a80', '#f2f5f6', '#8c949a') +
      down('water', '#8a9c9a', '#6d807d'),
    body:
      tiles({
        x: -10,
        y: -20,
        columns: 10,
        rows: 4,
        w: 82,
        h: 42,
        gap: 4,
        color: [226, 232, 230],
        grout: '#b4b8b4',
        shift: 41,
      }) +
      rect(0, 140, width, 436, 'url(#counter)') +
      textured('stone', 0, 140, width, 436, 0.35) +
      rect(0, 140, width, 8, '#000', 'opacity="0.2" filter="url(#blur)"') +
      rect(96, 214, 576, 340, '#000', 'rx="46" opacity="0.25" filter="url(#soft)"') +
      rect(90, 206, 588, 344, 'url(#steel)', 'rx="44"') +
      rect(116, 234, 536, 292, 'url(#inside)', 'rx="34"') +
      path(
        'M150 234 H618 Q652 234 652 268 V300 Q400 262 116 300 V268 Q116 234 150 234Z',
        '#5d6569',
        'opacity="0.45"',
      ) +
      ellipse(384, 420, 46, 24, '#5b6266') +
      ellipse(384, 418, 34, 17, '#22272a') +
      times(5, (i) => ellipse(364 + i * 10, 418, 3, 5, '#596064')) +
      inTheBowl +
      // The tap.
      ellipse(384, 196, 62, 16, '#7b8389') +
      ellipse(384, 192, 56, 13, '#d7dde0') +
      `<g>${pipe('M384 190 V86 Q384 34 340 34 Q298 36 298 92 V262', 30, steel)}</g>` +
      rect(281, 246, 34, 30, 'url(#neck)', 'rx="4"') +
      pipe('M404 164 L470 128', 16, steel) +
      fromTheTap,
    light: [0.3, 0.1],
  });

const drippingSink = sink(
  ellipse(300, 452, 44, 12, '#dfe8ec', 'opacity="0.65"') +
    ellipse(300, 452, 26, 7, '#fff', 'opacity="0.6"') +
    line('M300 455 Q340 440 372 424', '#dbe5ea', 5, 'opacity="0.7"') +
    path(
      'M276 466 Q300 500 292 526 L308 526 Q316 496 310 466Z',
      '#8a6a45',
      'opacity="0.28" filter="url(#blur)"',
    ),
  drop(298, 300, 9) + drop(298, 376, 7) + drop(298, 430, 5),
);

const fullSink = sink(
  rect(122, 272, 524, 250, 'url(#water)', 'rx="32" opacity="0.92"') +
    ellipse(384, 420, 44, 20, '#4c5a58', 'opacity="0.5"') +
    times(14, (i) =>
      ellipse(
        180 + ((i * 97) % 410),
        320 + ((i * 61) % 170),
        8 + (i % 4) * 5,
        4 + (i % 3) * 2,
        i % 3 ? '#b59a5b' : '#7f9a57',
        'opacity="0.8"',
      ),
    ) +
    line('M170 320 q120 -26 240 -8', '#d6e2e0', 5, 'opacity="0.6"') +
    line('M430 480 q90 14 170 -10', '#d6e2e0', 4, 'opacity="0.5"'),
  '',
);

const showerTile = photo({
  defs: around('stain', '#8b7d55', '#8b7d55'),
  body:
    tiles({
      x: -20,
      y: -16,
      columns: 11,
      rows: 8,
      w: 78,
      h: 78,
      gap: 5,
      color: [206, 220, 222],
      grout: '#8f9590',
      seed: 19,
    }) +
    rect(0, 230, width, 34, '#4c7f8c', 'opacity="0.55"') +
    ellipse(470, 440, 120, 130, '#7b6d45', 'opacity="0.3" filter="url(#soft)"') +
    line(
      'M380 452 H534 M458 374 V520 M302 530 H612',
      '#3c3a30',
      5,
      'opacity="0.5" filter="url(#blur)"',
    ) +
    pipe('M250 -10 V60 Q250 84 274 92 L352 116', 20, steel) +
    path('M330 96 L392 92 L410 158 L322 170Z', '#c3cacd') +
    path('M322 170 L410 158 L412 168 L324 182Z', '#6a7277') +
    raised(ellipse(420, 372, 74, 74, '#c9cfd2') + ellipse(420, 372, 64, 64, '#e6eaec')) +
    ellipse(420, 372, 30, 30, '#a7afb4') +
    pipe('M420 372 L420 452', 22, steel) +
    ellipse(412, 364, 12, 12, '#fff', 'opacity="0.8"') +
    drop(430, 496, 7) +
    drop(452, 540, 6) +
    line('M424 446 Q432 500 428 576', '#eef6fa', 4, 'opacity="0.7"') +
    raised(
      rect(90, 300, 150, 14, '#d3d7d8', 'rx="4"') +
        rect(104, 216, 40, 84, '#e8e3d3', 'rx="7"') +
        rect(110, 200, 28, 18, '#7aa07a', 'rx="3"') +
        rect(160, 236, 46, 64, '#4f9aa0', 'rx="8"'),
      4,
    ),
  light: [0.3, 0.15],
});

const toilet = photo({
  defs:
    across('china', '#c9cccd', '#ffffff', '#d6d9da') +
    down('seat', '#ffffff', '#d5d8d9') +
    down('paint', '#c8d6cf', '#b3c4bb'),
  body:
    wall(330, 'url(#paint)') +
    textured('plaster', 0, 0, width, 296, 0.25) +
    tiles({
      x: -30,
      y: 330,
      columns: 9,
      rows: 3,
      w: 92,
      h: 86,
      gap: 5,
      color: [188, 178, 164],
      grout: '#8d8476',
      seed: 5,
    }) +
    rect(0, 330, width, 20, '#000', 'opacity="0.2" filter="url(#blur)"') +
    pipe('M180 420 V330 Q180 300 216 300 L262 300', 12, steel) +
    rect(166, 404, 28, 22, '#a9b0b4', 'rx="4"') +
    shadow(398, 520, 180, 30, 0.55) +
    raised(
      rect(246, 92, 276, 186, 'url(#china)', 'rx="16"') +
        rect(234, 74, 300, 30, 'url(#china)', 'rx="12"'),
      8,
    ) +
    rect(270, 118, 46, 14, '#b6bdc1', 'rx="6"') +
    path('M300 330 Q292 470 330 516 H462 Q502 470 492 330Z', 'url(#china)') +
    path('M330 516 Q396 540 462 516 L470 528 Q396 552 322 528Z', '#aeb2b4') +
    ellipse(396, 322, 150, 64, '#b9bdbf') +
    ellipse(396, 312, 150, 62, 'url(#seat)') +
    ellipse(396, 314, 104, 40, '#8e9598') +
    ellipse(396, 322, 82, 28, '#b5c9d3') +
    line('M340 316 q56 -14 112 0', '#fff', 4, 'opacity="0.8"') +
    path('M250 282 H544 L520 252 H274Z', 'url(#seat)') +
    rect(256, 262, 280, 28, '#e9ebec', 'rx="10"') +
    puddle(548, 528, 70, 14) +
    raised(
      rect(600, 180, 92, 92, '#f3efe6', 'rx="46"') +
        ellipse(646, 226, 18, 18, '#8d7f6a') +
        rect(588, 176, 116, 10, '#a9b0b4', 'rx="5"'),
      4,
    ),
  light: [0.55, 0.1],
});

const washerDrain = photo({
  defs:
    across('white', '#d7dadb', '#ffffff', '#dfe2e3') +
    around('glass', '#6b7f8c', '#20303a') +
    down('wall', '#cfc7b6', '#b3a995'),
  body:
    wall(360, 'url(#wall)') +
    textured('plaster', 0, 0, width, 330, 0.3) +
    rect(0, 360, width, 216, '#8f8c86') +
    textured('stone', 0, 360, width, 216, 0.6) +
    pipe('M640 -10 V150', 20, copper) +
    pipe('M700 -10 V150', 20, copper) +
    rect(622, 146, 96, 44, '#e8e8e4', 'rx="5"') +
    pipe('M640 180 Q630 300 520 330', 14, ['#222', '#3b3b3b', '#7d7d7d']) +
    pipe('M700 180 Q720 330 540 372', 14, ['#6b6b6b', '#a0a0a0', '#e8e8e8']) +
    shadow(330, 470, 250, 26, 0.6) +
    raised(rect(120, 80, 400, 390, 'url(#white)', 'rx="14"'), 10) +
    rect(120, 80, 400, 66, '#e5e8e9', 'rx="14"') +
    ellipse(470, 114, 22, 22, '#b7bdc0') +
    rect(150, 100, 96, 26, '#c8cdd0', 'rx="4"') +
    rect(280, 100, 90, 26, '#27343d', 'rx="4"') +
    ellipse(320, 306, 142, 142, '#a8b0b4') +
    ellipse(320, 306, 126, 126, '#d5dadc') +
    ellipse(320, 306, 102, 102, 'url(#glass)') +
    path('M246 262 Q290 216 352 222 Q300 244 268 300Z', '#fff', 'opacity="0.28"') +
    rect(132, 440, 376, 22, '#cfd3d5', 'rx="4"') +
    puddle(520, 520, 220, 36) +
    puddle(250, 540, 160, 24) +
    ellipse(600, 508, 44, 15, '#4f4b45') +
    ellipse(600, 506, 38, 12, '#77736c') +
    times(5, (i) => rect(574 + i * 12, 500, 5, 13, '#33302c', 'rx="2"')) +
    path('M40 470 q30 -40 80 -20 q30 30 10 52 q-60 22 -90 -4Z', '#6d86b0') +
    line('M56 480 q30 -16 60 0', '#4e6690', 4),
  light: [0.4, 0.1],
});

const waterHeater = photo({
  defs:
    across('tank', '#8f9396', '#eef0f0', '#d2d5d6', '#858a8d') +
    down('wall', '#b6ad9e', '#968c7c') +
    down('label', '#ffffff', '#ecebe4'),
  body:
    rect(0, 0, width, 440, 'url(#wall)') +
    times(6, (i) => rect(0, 40 + i * 74, width, 3, '#6f675b', 'opacity="0.4"')) +
    times(40, (i) =>
      rect(
        (i % 8) * 104 + (Math.floor(i / 8) % 2) * 52,
        40 + Math.floor(i / 8) * 74,
        3,
        74,
        '#6f675b',
        'opacity="0.4"',
      ),
    ) +
    textured('stone', 0, 0, width, 440, 0.45) +
    rect(0, 440, width, 136, '#77736d') +
    textured('stone', 0, 440, width, 136, 0.6) +
    rect(0, 438, width, 12, '#000', 'opacity="0.35" filter="url(#blur)"') +
    pipe('M320 70 V-10', 22, copper) +
    pipe('M458 70 V-10', 22, copper) +
    rect(364, -4, 50, 66, '#a9aeb1') +
    rect(364, -4, 14, 66, '#d8dcde') +
    pipe('M530 150 H572 V420', 16, copper) +
    rect(512, 138, 28, 24, '#b8963e', 'rx="4"') +
    shadow(390, 508, 190, 26, 0.65) +
    raised(rect(250, 60, 280, 436, 'url(#tank)', 'rx="34"'), 12) +
    ellipse(390, 74, 136, 22, '#c4c8ca') +
    rect(250, 392, 280, 4, '#7c8184') +
    rect(250, 470, 280, 4, '#7c8184') +
    raised(rect(300, 150, 132, 168, 'url(#label)', 'rx="4"'), 3) +
    rect(314, 164, 104, 22, '#d9772b') +
    times(7, (i) => rect(314, 200 + i * 14, 60 + ((i * 37) % 44), 5, '#8b8f92')) +
    rect(384, 292, 34, 14, '#2d3338') +
    raised(rect(334, 408, 108, 56, '#3a3f42', 'rx="5"') + ellipse(388, 436, 18, 18, '#c2463b'), 4) +
    pipe('M442 440 H610 V576', 12, ['#8f8a3a', '#c9bf57', '#f3ecae']) +
    rect(262, 452, 24, 18, '#a88b3d', 'rx="3"') +
    path(
      'M300 490 q-6 26 4 40 M344 494 q4 20 -4 34 M470 490 q8 22 0 42',
      'none',
      'stroke="#6b4a2c" stroke-width="7" opacity="0.6" filter="url(#blur)"',
    ) +
    drop(340, 514, 7) +
    drop(420, 516, 6) +
    drop(470, 512, 8) +
    puddle(400, 536, 220, 26) +
    path('M180 520 q60 -30 130 -6 q20 26 -10 42 q-80 14 -124 -6Z', '#d6cfc0') +
    line('M196 536 q50 -18 100 -4', '#b0a890', 4),
  light: [0.4, 0.25],
  dim: 0.55,
});

export const waterPhotos = {
  'under-sink': underSink,
  'dripping-sink': drippingSink,
  'full-sink': fullSink,
  'shower-tile': showerTile,
  toilet,
  'washer-drain': washerDrain,
  'water-heater': waterHeater,
};
