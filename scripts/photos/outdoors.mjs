/** Photos from outside the house. */
import {
  across,
  around,
  boards,
  copper,
  down,
  ellipse,
  foliage,
  grass,
  height,
  line,
  path,
  photo,
  pipe,
  raised,
  randomFrom,
  rect,
  shadow,
  siding,
  textured,
  tiles,
  times,
  width,
} from './draw.mjs';

const sky = down('sky', '#7fb2dd', '#cfe4f1');
const clouds = (seed) => {
  const random = randomFrom(seed);
  return `<g filter="url(#soft)" opacity="0.85">${times(9, () => ellipse(random() * width, 30 + random() * 100, 50 + random() * 70, 12 + random() * 16, '#fff'))}</g>`;
};
const greens = ['#4d6b2c', '#5d7d33', '#6f913d', '#84a64a', '#98b85a'];
const dry = ['#6b7230', '#86883c', '#a39c4c', '#5f7a33', '#bdb167'];
const leaf = ['#2f4a24', '#3f5f2d', '#527539', '#6b8f49', '#8aab5f'];

/** A fence of boards along the back of a yard. */
const yardFence = (top, bottom, seed = 3) =>
  boards({ x: 0, y: top, count: 22, w: 35, h: bottom - top, color: [158, 122, 84], seed }) +
  textured('wood', 0, top, width, bottom - top, 0.8) +
  rect(0, top + 24, width, 12, '#7d5c3a', 'opacity="0.7"') +
  rect(0, bottom - 40, width, 12, '#7d5c3a', 'opacity="0.7"') +
  times(22, (i) => path(`M${i * 35} ${top} l8 -9 h17 l7 9Z`, '#96744e'));

const house = (x, y, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${rect(0, 80, 360, 150, '#e8e2d2')}${times(10, (i) => rect(0, 80 + i * 15, 360, 2, '#000', 'opacity="0.13"'))}${path('M-30 84 L60 0 H300 L390 84Z', '#6d6a68')}${times(5, (i) => line(`M${-20 + i * 18} ${78 - i * 17} H${380 - i * 18}`, '#565351', 2))}${rect(150, 130, 60, 100, '#7d3f2e')}${rect(40, 122, 76, 62, '#f6f4ee')}${rect(46, 128, 30, 50, '#86a7b9')}${rect(80, 128, 30, 50, '#9dbac9')}${rect(246, 122, 76, 62, '#f6f4ee')}${rect(252, 128, 30, 50, '#86a7b9')}${rect(286, 128, 30, 50, '#9dbac9')}</g>`;

const lawn = photo({
  defs: sky + down('lawn', '#7fa04a', '#5f8035'),
  body:
    rect(0, 0, width, 260, 'url(#sky)') +
    clouds(4) +
    foliage({ x: 660, y: 150, rx: 150, ry: 100, count: 260, size: 14, colors: leaf, seed: 8 }) +
    rect(640, 190, 26, 80, '#5c452d') +
    house(120, 30, 1) +
    foliage({ x: 140, y: 252, rx: 70, ry: 30, count: 90, size: 9, colors: leaf, seed: 2 }) +
    foliage({ x: 470, y: 254, rx: 56, ry: 26, count: 80, size: 9, colors: leaf, seed: 5 }) +
    rect(0, 256, width, 320, 'url(#lawn)') +
    path('M270 260 H330 L460 576 H200Z', '#b9b2a5') +
    times(6, (i) => line(`M${264 - i * 11} ${280 + i * i * 9} H${336 + i * 20}`, '#8f887a', 2)) +
    ellipse(600, 470, 110, 34, '#b29c5c', 'opacity="0.6" filter="url(#blur)"') +
    ellipse(110, 430, 70, 20, '#b29c5c', 'opacity="0.5" filter="url(#blur)"') +
    `<g clip-path="url(#beside)">${grass({ top: 262, bottom: 590, count: 2600, tall: 34, colors: greens })}</g><clipPath id="beside"><path d="M0 0 H270 V256 L268 262 L196 590 H0Z M330 250 L466 590 H768 V0 H330Z"/></clipPath>`,
  light: [0.3, 0.1],
  dim: 0.35,
});

const tallGrass = photo({
  defs: sky + down('lawn', '#7d8a3f', '#5f7334'),
  body:
    rect(0, 0, width, 220, 'url(#sky)') +
    clouds(9) +
    foliage({ x: 110, y: 120, rx: 150, ry: 80, count: 220, size: 14, colors: leaf, seed: 3 }) +
    yardFence(130, 300) +
    rect(0, 290, width, 286, 'url(#lawn)') +
    grass({ top: 296, bottom: 640, count: 1900, tall: 210, colors: [...dry, ...greens], seed: 6 }) +
    times(
      26,
      (i) =>
        line(
          `M${20 + i * 29} ${600} q${(i % 5) * 5 - 10} -120 ${(i % 7) * 8 - 24} -${200 + ((i * 37) % 90)}`,
          '#8f8a45',
          2.4,
        ) +
        ellipse(
          20 + i * 29 + (i % 7) * 8 - 24,
          392 - ((i * 37) % 90),
          5,
          17,
          '#c9b878',
          `transform="rotate(${(i % 7) * 6 - 18} ${20 + i * 29} 400)"`,
        ),
    ) +
    pipe('M470 560 Q520 500 610 540 Q700 580 790 520', 13, ['#2c5f34', '#3f8a4a', '#8fd09a']),
  light: [0.4, 0.1],
  dim: 0.4,
});

const hedge = photo({
  defs: sky + down('drive', '#a9a59d', '#85817a'),
  body:
    rect(0, 0, width, 260, 'url(#sky)') +
    clouds(13) +
    house(420, 40, 0.9) +
    path('M300 300 L420 250 H560 L768 520 V576 H240Z', 'url(#drive)') +
    textured('stone', 240, 250, 528, 326, 0.4) +
    rect(560, 248, 208, 328, '#7fa04a') +
    path('M300 300 L420 250 H560 L768 520 V576 H240Z', 'url(#drive)') +
    path('M560 250 L768 520 V532 L552 250Z', '#cfcac0') +
    grass({ top: 256, bottom: 300, count: 200, tall: 16, colors: greens, seed: 21 }) +
    path('M0 40 Q120 20 230 60 Q330 90 410 190 L430 256 L330 330 L250 576 H0Z', leaf[0]) +
    foliage({ x: 100, y: 300, rx: 210, ry: 290, count: 900, size: 15, colors: leaf, seed: 31 }) +
    foliage({ x: 300, y: 220, rx: 130, ry: 120, count: 420, size: 12, colors: leaf, seed: 32 }) +
    times(
      24,
      (i) =>
        line(
          `M${30 + i * 16} ${70 + ((i * 29) % 60)} q${(i % 3) * 8 - 8} -24 ${(i % 5) * 9 - 16} -46`,
          leaf[3],
          3,
        ) + ellipse(30 + i * 16 + (i % 5) * 9 - 16, 24 + ((i * 29) % 60), 6, 9, leaf[4]),
    ) +
    shadow(300, 560, 120, 26, 0.5),
  light: [0.6, 0.1],
  dim: 0.4,
});

const fallen = ['#b5622a', '#d08a36', '#8f4a24', '#c9a03f', '#a8752f', '#7a5328'];
const leaves = photo({
  defs: sky + down('lawn', '#8a9448', '#6b7a38'),
  body:
    rect(0, 0, width, 250, 'url(#sky)') +
    clouds(21) +
    house(330, 36, 0.95) +
    rect(96, 60, 46, 260, '#57412c') +
    path(
      'M100 150 L30 60 M136 130 L220 40 M120 90 L126 0',
      'none',
      'stroke="#57412c" stroke-width="14"',
    ) +
    foliage({ x: 120, y: 40, rx: 170, ry: 80, count: 190, size: 11, colors: fallen, seed: 12 }) +
    rect(0, 250, width, 326, 'url(#lawn)') +
    grass({ top: 256, bottom: 590, count: 900, tall: 26, colors: greens, seed: 14 }) +
    (() => {
      const random = randomFrom(77);
      return times(760, (i) => {
        const y = 262 + 310 * (i / 760);
        const near = 0.35 + ((y - 262) / 310) * 0.9;
        const [x, turn] = [random() * width, Math.floor(random() * 180)];
        return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${(11 * near).toFixed(1)}" ry="${(5 * near).toFixed(1)}" fill="${fallen[Math.floor(random() * 6)]}" transform="rotate(${turn} ${x.toFixed(1)} ${y.toFixed(1)})"/>`;
      });
    })() +
    shadow(560, 520, 150, 20, 0.4) +
    foliage({
      x: 560,
      y: 470,
      rx: 140,
      ry: 56,
      count: 420,
      size: 12,
      colors: ['#5f3a1c', ...fallen],
      seed: 41,
    }) +
    pipe('M690 560 L604 330', 10, ['#7a5a33', '#b58c55', '#e0bd88']) +
    line('M560 336 L640 318', '#5b6266', 12) +
    times(7, (i) => line(`M${566 + i * 12} ${336 - i * 3} l-6 26`, '#5b6266', 4)),
  light: [0.3, 0.1],
  dim: 0.35,
});

const flowerBed = photo({
  defs: sky + down('soil', '#5e4530', '#3f2d1e'),
  body:
    siding(0, 190, '#c9d2d6', 32) +
    raised(
      rect(470, 20, 170, 130, '#f4f2ec') +
        rect(482, 32, 70, 106, '#7b98a8') +
        rect(558, 32, 70, 106, '#86a3b2'),
      5,
    ) +
    rect(0, 184, width, 20, '#8e8a83') +
    rect(0, 200, width, 300, 'url(#soil)') +
    textured('stone', 0, 200, width, 300, 1) +
    foliage({ x: 120, y: 220, rx: 110, ry: 80, count: 220, size: 12, colors: leaf, seed: 15 }) +
    times(
      12,
      (i) =>
        ellipse(
          50 + ((i * 47) % 150),
          170 + ((i * 31) % 90),
          13,
          12,
          i % 3 ? '#c9465f' : '#e07d8f',
        ) + ellipse(48 + ((i * 47) % 150), 168 + ((i * 31) % 90), 5, 4, '#f3b5bf'),
    ) +
    times(
      40,
      (i) =>
        line(
          `M${600 + ((i * 13) % 110)} 300 q${(i % 5) * 6 - 12} -60 ${(i % 7) * 9 - 27} -${90 + (i % 4) * 12}`,
          '#6f8a5a',
          2.5,
        ) +
        ellipse(
          600 + ((i * 13) % 110) + (i % 7) * 9 - 27,
          212 - (i % 4) * 12,
          5,
          15,
          i % 2 ? '#7d64b0' : '#9a84c8',
        ),
    ) +
    grass({
      top: 230,
      bottom: 520,
      count: 620,
      tall: 76,
      colors: ['#5d7d33', '#86a24a', '#a5b85f', '#6b7a38'],
      seed: 51,
    }) +
    times(16, (i) => {
      const [x, y] = [40 + ((i * 97) % 690), 330 + ((i * 53) % 150)];
      return (
        times(5, (j) =>
          line(
            `M${x} ${y} q${(j - 2) * 14} -20 ${(j - 2) * 26} ${-8 + Math.abs(j - 2) * 8}`,
            '#6f9a3d',
            6,
          ),
        ) + (i % 2 ? ellipse(x, y - 26, 9, 8, '#f0cf3a') : '')
      );
    }) +
    tiles({
      x: -10,
      y: 500,
      columns: 9,
      rows: 1,
      w: 92,
      h: 40,
      gap: 6,
      color: [168, 160, 148],
      grout: '#57503f',
    }) +
    rect(0, 540, width, 36, '#6f913d') +
    grass({ top: 540, bottom: 590, count: 300, tall: 30, colors: greens, seed: 61 }),
  light: [0.4, 0.2],
});

const outdoorUnit = photo({
  defs: across('case', '#a7a495', '#dedbcd', '#b4b1a2') + down('brick', '#a05a45', '#8a4a38'),
  body:
    tiles({
      x: -10,
      y: -10,
      columns: 12,
      rows: 15,
      w: 70,
      h: 30,
      gap: 5,
      color: [158, 88, 66],
      grout: '#b7ac9c',
      shift: 35,
      seed: 33,
    }) +
    textured('stone', 0, 0, width, 430, 0.5) +
    rect(0, 430, width, 146, '#7f9a45') +
    grass({ top: 434, bottom: 590, count: 800, tall: 40, colors: greens, seed: 71 }) +
    raised(rect(606, 40, 96, 128, '#8f969a', 'rx="5"') + rect(622, 60, 64, 60, '#b3babd'), 5) +
    pipe('M654 168 V380 Q650 420 560 420', 18, ['#26282a', '#44474a', '#85898c']) +
    path('M120 470 H590 L640 520 H80Z', '#b8b3a9') +
    path('M80 520 H640 V540 H80Z', '#8c877d') +
    shadow(360, 512, 250, 20, 0.5) +
    raised(rect(140, 120, 430, 372, 'url(#case)', 'rx="12"'), 12) +
    rect(140, 120, 430, 34, '#8f8c7e', 'rx="10"') +
    times(
      17,
      (i) =>
        rect(160, 172 + i * 17, 390, 8, '#4d4b43', 'rx="3"') +
        rect(160, 179 + i * 17, 390, 2, '#fff', 'opacity="0.4"'),
    ) +
    rect(340, 164, 12, 296, '#b9b6a8') +
    raised(rect(420, 190, 104, 76, '#f4f1e6', 'rx="3"'), 2) +
    rect(430, 200, 50, 12, '#2d62a8') +
    times(4, (i) => rect(430, 220 + i * 10, 60 + ((i * 17) % 26), 4, '#8d8f90')) +
    pipe('M570 420 Q650 420 660 470 L700 576', 30, ['#1d1e1f', '#35383a', '#6f7375']) +
    pipe('M570 452 Q620 456 640 500 L660 576', 13, copper) +
    path('M572 404 q30 -4 60 8 q10 14 -4 24 q-40 -2 -60 -6Z', '#eef6fb', 'opacity="0.9"') +
    path('M580 406 q20 2 40 8', 'none', 'stroke="#fff" stroke-width="6"') +
    foliage({ x: 50, y: 460, rx: 70, ry: 90, count: 180, size: 11, colors: leaf, seed: 81 }),
  light: [0.35, 0.15],
});

const outdoorSpigot = photo({
  defs: around('wet', '#3c4a52', '#3c4a52'),
  body:
    siding(0, 430, '#b9c6c4', 44) +
    rect(0, 400, width, 60, '#8e8a84') +
    textured('stone', 0, 400, width, 60, 1) +
    rect(0, 456, width, 120, '#5b4632') +
    textured('stone', 0, 456, width, 120, 1) +
    path(
      'M300 270 Q270 360 280 470 H470 Q480 360 430 270Z',
      '#2f3d44',
      'opacity="0.35" filter="url(#soft)"',
    ) +
    raised(ellipse(366, 216, 46, 46, '#a9894a') + ellipse(366, 216, 36, 36, '#caa962'), 6) +
    pipe('M366 216 L366 262 Q366 300 330 312 L300 330', 34, ['#7a5a22', '#c0983f', '#f1d68d']) +
    pipe('M366 216 L440 176', 14, ['#7a5a22', '#c0983f', '#f1d68d']) +
    `<g transform="rotate(-28 452 168)">${raised(ellipse(452, 168, 52, 22, '#b8382c') + ellipse(452, 168, 30, 10, '#8d261d'), 4)}</g>` +
    line('M346 250 l10 12 l-6 14 l14 16', '#1d140a', 4) +
    times(26, (i) =>
      line(
        `M352 268 q${-60 + i * 9} ${-30 + (i % 4) * 10} ${-190 + i * 20} ${60 + ((i * 37) % 130)}`,
        '#e9f5fc',
        2 + (i % 3),
        'opacity="0.7"',
      ),
    ) +
    times(34, (i) =>
      ellipse(180 + ((i * 41) % 440), 250 + ((i * 67) % 220), 4, 5, '#f4fbff', 'opacity="0.8"'),
    ) +
    ellipse(360, 520, 250, 34, '#8fa3ad', 'opacity="0.7"') +
    line('M220 510 q80 -20 200 -4', '#fff', 4, 'opacity="0.6"') +
    foliage({ x: 680, y: 500, rx: 110, ry: 80, count: 200, size: 12, colors: leaf, seed: 91 }) +
    foliage({ x: 60, y: 520, rx: 90, ry: 60, count: 160, size: 11, colors: leaf, seed: 92 }),
  light: [0.5, 0.15],
});

const patio = photo({
  defs: down('glass', '#5d7886', '#8fa9b5'),
  body:
    siding(0, 330, '#d6cdb8', 36) +
    raised(rect(420, 20, 260, 316, '#f3f1eb'), 6) +
    rect(436, 36, 110, 290, 'url(#glass)') +
    rect(554, 36, 110, 290, 'url(#glass)') +
    path('M446 46 h60 l-50 160 h-10Z', '#fff', 'opacity="0.25"') +
    rect(540, 180, 8, 44, '#555') +
    line('M210 176 h56 v76 h-56Z', '#2f6fc4', 4, 'stroke-dasharray="12 8"') +
    line('M222 214 h32 M238 198 v32', '#2f6fc4', 3) +
    tiles({
      x: -40,
      y: 330,
      columns: 8,
      rows: 3,
      w: 110,
      h: 86,
      gap: 6,
      color: [176, 160, 142],
      grout: '#7a6f60',
      seed: 43,
    }) +
    textured('stone', 0, 330, width, 246, 0.6) +
    rect(0, 328, width, 14, '#000', 'opacity="0.3" filter="url(#blur)"') +
    shadow(250, 524, 190, 20) +
    raised(ellipse(250, 414, 150, 34, '#8a6a48') + ellipse(250, 408, 150, 34, '#a9835a'), 5) +
    pipe('M250 430 V540', 22, ['#3a3d40', '#6a6e72', '#a5aaae']) +
    raised(
      rect(30, 380, 90, 14, '#4d5a4a', 'rx="5"') +
        rect(30, 290, 14, 200, '#4d5a4a') +
        rect(104, 380, 12, 130, '#4d5a4a') +
        rect(34, 390, 12, 120, '#4d5a4a'),
      5,
    ) +
    raised(path('M640 400 h96 l-14 100 h-68Z', '#b5653f'), 7) +
    foliage({ x: 688, y: 350, rx: 74, ry: 70, count: 200, size: 12, colors: leaf, seed: 95 }),
  light: [0.3, 0.1],
});

const backSteps = photo({
  defs: down('wood', '#a07a52', '#85623e') + down('rotten', '#5b4a36', '#3f3325'),
  body:
    siding(0, 300, '#c7ccc6', 38) +
    raised(rect(250, -20, 230, 236, '#7d4a33') + rect(268, 6, 194, 110, '#9db4be'), 6) +
    rect(0, 300, width, 276, '#7b9445') +
    grass({ top: 304, bottom: 600, count: 900, tall: 50, colors: greens, seed: 101 }) +
    rect(0, 280, width, 26, '#8a857c') +
    shadow(370, 556, 320, 24, 0.5) +
    times(5, (i) => {
      const [y, x, w] = [216 + i * 66, 214 - i * 28, 310 + i * 56];
      const rots = i === 2 || i === 3;
      return (
        rect(x + 8, y + 24, w - 16, 46, '#6b4f33') +
        rect(x + 8, y + 24, w - 16, 10, '#000', 'opacity="0.35"') +
        rect(x, y, w, 26, rots ? 'url(#rotten)' : 'url(#wood)') +
        rect(x, y, w, 4, '#fff', 'opacity="0.22"') +
        textured('grain', x, y, w, 26, 0.9) +
        (rots
          ? path(
              `M${x + w * 0.32} ${y} l20 10 l34 -4 l26 14 l50 -6 l14 12 h-150 l-16 -12Z`,
              '#1f1810',
            ) + path(`M${x + w * 0.6} ${y + 26} l12 -14 l30 6 l20 8Z`, '#1f1810')
          : '')
      );
    }) +
    raised(
      `<g>${rect(118, 190, 22, 372, '#8d6a45')}${rect(196, 90, 20, 140, '#8d6a45')}${line('M128 206 L206 96', '#a5805a', 22)}</g>`,
      5,
    ) +
    `<g transform="rotate(9 600 560)">${raised(`${rect(604, 180, 22, 380, '#8d6a45')}${rect(528, 92, 20, 140, '#8d6a45')}${line('M616 196 L538 96', '#a5805a', 22)}`, 5)}</g>`,
  light: [0.4, 0.1],
});

const backDoor = photo({
  defs: down('glass', '#6d8794', '#a3bac4') + down('door', '#3f6b62', '#315850'),
  body:
    siding(0, height, '#e2d9c4', 36) +
    raised(rect(220, -10, 330, 540, '#f6f4ef'), 8) +
    rect(246, 16, 278, 514, 'url(#door)') +
    rect(276, 46, 218, 210, 'url(#glass)') +
    path('M284 54 h90 l-70 194 h-20Z', '#fff', 'opacity="0.25"') +
    rect(276, 148, 218, 8, '#f6f4ef') +
    rect(381, 46, 8, 210, '#f6f4ef') +
    rect(276, 290, 218, 214, '#2a4b44') +
    rect(286, 300, 198, 194, '#3f6b62') +
    line('M322 366 h126 v120 h-126Z', '#f2d24b', 4, 'stroke-dasharray="12 9"') +
    raised(ellipse(506, 290, 14, 14, '#c4a75a'), 4) +
    // A screen door that hangs by one hinge.
    `<g transform="rotate(5 560 30)">${raised(rect(560, 20, 176, 500, 'none', 'stroke="#d9d6ce" stroke-width="20"'), 6)}${times(22, (i) => line(`M${568 + i * 7.6} 30 V510`, '#6d7275', 0.9, 'opacity="0.7"'))}${times(60, (i) => line(`M568 ${32 + i * 8} H728`, '#6d7275', 0.9, 'opacity="0.7"'))}${path('M600 330 q50 -30 96 10 q20 60 -30 90 q-70 10 -80 -40Z', '#cfc6b1')}${path('M600 330 q30 20 20 60 q20 -10 40 20', 'none', 'stroke="#6d7275" stroke-width="3"')}</g>` +
    path('M160 530 H620 L680 576 H100Z', '#a39d92') +
    textured('stone', 100, 530, 580, 46, 0.8) +
    raised(rect(290, 522, 190, 34, '#6b5236', 'rx="3"'), 4) +
    foliage({ x: 90, y: 470, rx: 90, ry: 110, count: 240, size: 12, colors: leaf, seed: 111 }),
  light: [0.35, 0.1],
});

const roof = photo({
  defs: sky,
  body:
    rect(0, 0, width, height, 'url(#sky)') +
    clouds(31) +
    foliage({ x: 700, y: 180, rx: 120, ry: 130, count: 260, size: 14, colors: leaf, seed: 121 }) +
    path('M90 90 H650 L768 470 H0Z', '#5a5654') +
    `<g clip-path="url(#slope)">${(() => {
      const random = randomFrom(131);
      return times(13, (row) =>
        times(20, (column) => {
          const tone = Math.round(74 + random() * 34);
          const h = 22 + row * 1.6;
          const y = 88 + row * 27 + row * row * 0.35;
          return (
            rect(
              -30 + column * 44 - (row % 2) * 22,
              y,
              42,
              h + 4,
              `rgb(${tone + 8},${tone + 2},${tone})`,
            ) + rect(-30 + column * 44 - (row % 2) * 22, y + h, 42, 5, '#000', 'opacity="0.4"')
          );
        }),
      );
    })()}${textured('stone', 0, 80, width, 400, 0.8)}` +
    path('M300 220 h130 l22 44 l-20 40 h-120 l-30 -36Z', '#8a6a47') +
    times(4, (i) => line(`M${296 + i * 4} ${236 + i * 20} h128`, '#5f452b', 2)) +
    path('M300 220 h60 l-14 30 l-30 10Z', '#2a2523') +
    `<g transform="rotate(14 500 330)">${raised(rect(470, 318, 52, 30, '#6b6462'), 3)}</g><g transform="rotate(-22 390 380)">${raised(rect(366, 366, 50, 30, '#77706d'), 3)}</g></g><clipPath id="slope"><path d="M90 90 H650 L768 470 H0Z"/></clipPath>` +
    raised(rect(480, 26, 84, 130, '#9a5a46') + rect(472, 18, 100, 16, '#b8b0a4'), 7) +
    rect(0, 470, width, 26, '#e9e5da') +
    rect(0, 470, width, 6, '#fff') +
    rect(0, 492, width, 7, '#000', 'opacity="0.25"') +
    siding(498, height, '#d4cbb6', 30) +
    rect(84, 82, 572, 12, '#45413f'),
  light: [0.3, 0.1],
  dim: 0.35,
});

const fence = photo({
  defs: sky,
  body:
    rect(0, 0, width, 200, 'url(#sky)') +
    clouds(41) +
    foliage({ x: 600, y: 120, rx: 190, ry: 100, count: 320, size: 15, colors: leaf, seed: 141 }) +
    rect(0, 200, width, 376, '#8aa65a') +
    rect(0, 200, width, 60, '#a9c2a0', 'filter="url(#soft)"') +
    foliage({ x: 330, y: 330, rx: 110, ry: 90, count: 200, size: 12, colors: leaf, seed: 142 }) +
    boards({ x: -10, y: 130, count: 6, w: 44, h: 310, color: [166, 134, 98], seed: 9 }) +
    times(6, (i) => path(`M${-10 + i * 44} 130 l10 -14 h22 l9 14Z`, '#8d6f4c')) +
    boards({ x: 452, y: 130, count: 8, w: 44, h: 310, color: [166, 134, 98], seed: 12 }) +
    times(8, (i) => path(`M${452 + i * 44} 130 l10 -14 h22 l9 14Z`, '#8d6f4c')) +
    textured('wood', 0, 130, 256, 310, 0.9) +
    textured('wood', 452, 130, 316, 310, 0.9) +
    rect(0, 170, 256, 20, '#7d5f3f') +
    rect(0, 370, 256, 20, '#7d5f3f') +
    rect(452, 170, 316, 20, '#7d5f3f') +
    rect(452, 370, 316, 20, '#7d5f3f') +
    `<g transform="rotate(34 300 430)">${raised(boards({ x: 236, y: 240, count: 4, w: 44, h: 230, color: [150, 118, 82], seed: 15 }) + rect(236, 280, 176, 18, '#6b5034') + rect(236, 420, 176, 18, '#6b5034'), 8)}</g>` +
    raised(rect(244, 110, 26, 340, '#7a5c3c'), 5) +
    path('M430 450 l6 -120 l12 -30 l10 36 l6 114Z', '#7a5c3c') +
    path('M436 330 l12 -30 l10 36 l-8 8Z', '#d0ae7c') +
    rect(0, 446, width, 130, '#7b9445') +
    grass({ top: 430, bottom: 600, count: 1100, tall: 56, colors: greens, seed: 143 }),
  light: [0.3, 0.1],
  dim: 0.4,
});

export const outdoorPhotos = {
  lawn,
  'tall-grass': tallGrass,
  hedge,
  leaves,
  'flower-bed': flowerBed,
  'outdoor-unit': outdoorUnit,
  'outdoor-spigot': outdoorSpigot,
  patio,
  'back-steps': backSteps,
  'back-door': backDoor,
  roof,
  fence,
};
