/** Photos of electrical work and heating. */
import {
  across,
  around,
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
  scribble,
  shadow,
  steel,
  sunlight,
  textured,
  times,
  wall,
  width,
} from './draw.mjs';

const outlet = photo({
  defs:
    down('paint', '#a9b4a2', '#97a390') +
    down('plate', '#ffffff', '#e4e2dc') +
    around('burn', '#1b1510', '#1b1510'),
  body:
    wall(470, 'url(#paint)') +
    textured('plaster', 0, 0, width, 436, 0.5) +
    floor(470, [158, 116, 76]) +
    ellipse(374, 190, 120, 100, '#1b1510', 'opacity="0.35" filter="url(#soft)"') +
    raised(rect(288, 90, 172, 290, 'url(#plate)', 'rx="14"'), 8) +
    ellipse(374, 235, 8, 8, '#b9b7b0') +
    line('M369 235 h10', '#6f6d67', 2) +
    [112, 256]
      .map(
        (y) =>
          rect(322, y, 104, 104, '#f7f6f2', 'rx="34"') +
          rect(322, y, 104, 104, 'none', 'rx="34" stroke="#c2bfb7" stroke-width="3"') +
          rect(346, y + 26, 8, 30, '#2b2926') +
          rect(394, y + 22, 8, 36, '#2b2926') +
          ellipse(374, y + 78, 9, 10, '#2b2926'),
      )
      .join('') +
    ellipse(398, 146, 50, 42, '#22180f', 'opacity="0.55" filter="url(#soft)"') +
    path(
      'M388 116 q26 4 28 30 q-2 22 -18 30',
      'none',
      'stroke="#3a2716" stroke-width="9" opacity="0.55" filter="url(#blur)"',
    ) +
    pipe('M-20 420 Q120 400 210 446 Q330 500 520 470 Q640 450 800 500', 12, [
      '#1b1b1c',
      '#333436',
      '#77797c',
    ]),
  light: [0.3, 0.2],
});

const fuseBox = photo({
  defs:
    down('wall', '#a9a295', '#8b8477') +
    across('door', '#6f777c', '#9aa2a7', '#7d858a') +
    down('panel', '#b8bfc3', '#969da2'),
  body:
    rect(0, 0, width, height, 'url(#wall)') +
    times(9, (i) => rect(0, i * 70, width, 3, '#5d574c', 'opacity="0.45"')) +
    textured('stone', 0, 0, width, height, 0.8) +
    pipe('M330 -10 V60', 40, steel) +
    pipe('M470 -10 V60', 26, steel) +
    pipe('M400 540 V600', 34, steel) +
    raised(rect(214, 46, 380, 496, '#5e666b', 'rx="8"'), 12) +
    rect(230, 62, 348, 464, 'url(#panel)', 'rx="4"') +
    path('M214 46 L70 84 V566 L214 542Z', 'url(#door)') +
    path('M208 60 L84 92 V548 L208 530Z', '#000', 'opacity="0.12"') +
    path('M106 150 L190 132 V420 L106 446Z', '#f3f0e4') +
    times(9, (i) =>
      path(
        `M116 ${178 + i * 27} l${44 + ((i * 17) % 22)} -9 v5 l-${44 + ((i * 17) % 22)} 9Z`,
        '#5f6470',
        'opacity="0.75"',
      ),
    ) +
    rect(262, 92, 284, 64, '#2d3236', 'rx="4"') +
    rect(352, 100, 104, 48, '#15181a', 'rx="4"') +
    rect(366, 106, 30, 36, '#d8d8d2', 'rx="3"') +
    scribble(412, 130, 30, 16, '#e9e9e4', 2) +
    times(16, (i) => {
      const [x, y] = [262 + (i % 2) * 146, 176 + Math.floor(i / 2) * 40];
      const isOff = i === 7;
      return (
        rect(x, y, 138, 34, '#1d2023', 'rx="3"') +
        rect(
          x + (i % 2 ? 12 : 84) + (isOff ? 10 : 0),
          y + 6,
          36,
          22,
          isOff ? '#c9502e' : '#e8e6df',
          'rx="3"',
        ) +
        rect(x + (i % 2 ? 66 : 14), y + 12, 46, 10, '#f0eee7', 'opacity="0.85"')
      );
    }) +
    rect(262, 500, 284, 14, '#2d3236', 'opacity="0.5"'),
  light: [0.55, 0.2],
  dim: 0.6,
});

const ceilingLight = photo({
  defs:
    down('ceiling', '#cfcabd', '#ebe7dc') +
    around('glow', '#fffbe9', '#ffe9ac', '#f3cf7b') +
    around('halo', '#fff3cc', 'rgba(255,243,204,0)') +
    down('cab', '#8f5f3a', '#6f4626'),
  body:
    rect(0, 0, width, 420, 'url(#ceiling)') +
    textured('plaster', 0, 0, width, 420, 0.5) +
    path('M0 400 L150 330 H618 L768 400 V576 H0Z', '#c9bfa8') +
    path('M0 400 L150 330 V576 H0Z', '#b5aa92') +
    line('M0 398 L150 330 H618 L768 398', '#f7f4ec', 12) +
    times(
      3,
      (i) =>
        raised(
          rect(196 + i * 130, 380, 120, 196, 'url(#cab)', 'rx="4"') +
            rect(210 + i * 130, 396, 92, 180, '#000', 'opacity="0.14"'),
          4,
        ) + ellipse(300 + i * 130, 540, 5, 5, '#d8c79a'),
    ) +
    ellipse(384, 190, 330, 170, '#fff2cb', 'opacity="0.5" filter="url(#soft)"') +
    ellipse(384, 206, 150, 44, '#000', 'opacity="0.25" filter="url(#soft)"') +
    ellipse(384, 170, 70, 20, '#b08d4a') +
    path('M270 182 Q276 262 384 268 Q492 262 498 182Z', 'url(#glow)') +
    ellipse(384, 182, 114, 26, '#e8d9ae') +
    ellipse(384, 182, 114, 26, 'none', 'stroke="#a3823f" stroke-width="7"') +
    ellipse(384, 266, 9, 7, '#a3823f') +
    times(3, (i) =>
      ellipse([326, 408, 372][i], [246, 250, 256][i], 6, 3, '#5b4a2a', 'opacity="0.7"'),
    ) +
    [
      [110, 110],
      [660, 110],
      [140, 260],
      [630, 262],
    ]
      .map(([x, y]) => line(`M${x - 16} ${y} h32 M${x} ${y - 10} v20`, '#3a5fa0', 3))
      .join(''),
  light: [0.5, 0.3],
  dim: 0.4,
});

const thermostat = photo({
  defs:
    down('paint', '#c9d0d0', '#b5bdbd') +
    down('case', '#ffffff', '#dcdcd8') +
    down('screen', '#7e8d7a', '#94a38d'),
  body:
    rect(0, 0, width, height, 'url(#paint)') +
    textured('plaster', 0, 0, width, height, 0.6) +
    sunlight(470, 90, 1.1) +
    raised(rect(206, 148, 356, 268, 'url(#case)', 'rx="24"'), 12) +
    rect(236, 178, 216, 150, '#55604f', 'rx="10"') +
    rect(242, 184, 204, 138, 'url(#screen)', 'rx="7"') +
    path('M250 190 h120 l-90 126 h-30Z', '#fff', 'opacity="0.14"') +
    [200, 262]
      .map(
        (y) =>
          rect(478, y, 56, 46, '#eceae5', 'rx="10"') +
          rect(478, y + 40, 56, 6, '#000', 'opacity="0.12" rx="3"'),
      )
      .join('') +
    path('M506 212 l14 18 h-28Z', '#7c7a74') +
    path('M506 296 l14 -18 h-28Z', '#7c7a74') +
    times(
      3,
      (i) =>
        rect(240 + i * 74, 352, 62, 28, '#e6e4de', 'rx="8"') +
        rect(252 + i * 74, 363, 38, 5, '#97948c', 'rx="2"'),
    ) +
    times(7, (i) => rect(500, 344 + i * 8, 36, 3, '#bbb9b3')) +
    path(
      'M198 140 q-14 150 4 286',
      'none',
      'stroke="#8d9694" stroke-width="6" opacity="0.35" filter="url(#blur)"',
    ),
  light: [0.7, 0.2],
});

const furnace = photo({
  defs:
    down('wall', '#b9b2a4', '#9a9384') +
    across('case', '#7b868d', '#c3cbd0', '#8a949a') +
    across('duct', '#8c9498', '#d9dee0', '#9aa2a6') +
    down('inside', '#23282b', '#14181a'),
  body:
    rect(0, 0, width, height, 'url(#wall)') +
    textured('stone', 0, 0, width, 470, 0.6) +
    rect(0, 470, width, 106, '#77736d') +
    textured('stone', 0, 470, width, 106, 0.8) +
    raised(path('M250 -10 H530 V92 H250Z', 'url(#duct)'), 8) +
    line('M250 30 H530 M250 64 H530', '#6f777b', 3) +
    raised(rect(520, 330, 250, 130, 'url(#duct)'), 8) +
    line('M600 330 V460 M690 330 V460', '#6f777b', 3) +
    pipe('M160 -10 V180 Q160 220 200 220 H246', 44, ['#8f8d86', '#d9d7d0', '#ffffff']) +
    shadow(390, 526, 190, 24, 0.6) +
    raised(rect(232, 84, 316, 436, 'url(#case)', 'rx="6"'), 12) +
    rect(250, 104, 280, 180, 'url(#inside)', 'rx="4"') +
    rect(250, 300, 280, 204, '#000', 'opacity="0.1" rx="4"') +
    times(4, (i) => pipe(`M${282 + i * 56} 130 V196`, 26, ['#5a4a3a', '#8d7a63', '#c4b096'])) +
    times(4, (i) =>
      path(
        `M${276 + i * 56} 240 q6 -34 6 -34 q10 16 10 34Z`,
        i < 2 ? '#4f8fe0' : '#2d3338',
        'opacity="0.9"',
      ),
    ) +
    rect(268, 244, 244, 10, '#4d5356') +
    raised(rect(446, 330, 66, 110, '#2f6b3f', 'rx="3"'), 3) +
    times(12, (i) => rect(454 + (i % 3) * 19, 342 + Math.floor(i / 3) * 24, 12, 12, '#173820')) +
    ellipse(500, 424, 6, 6, '#ff4a36') +
    ellipse(500, 424, 14, 14, '#ff4a36', 'opacity="0.4" filter="url(#blur)"') +
    rect(276, 330, 140, 84, '#f2efe4') +
    times(5, (i) => rect(288, 344 + i * 13, 60 + ((i * 31) % 52), 4, '#777')) +
    line('M440 300 Q420 360 446 372 M470 300 V330', '#c94b32', 4) +
    line('M430 300 Q400 380 446 400', '#e0c13a', 4) +
    pipe('M548 240 H640 V-10', 14, ['#8f8a3a', '#c9bf57', '#f3ecae']),
  light: [0.45, 0.3],
  dim: 0.55,
});

export const systemPhotos = {
  outlet,
  'fuse-box': fuseBox,
  'ceiling-light': ceilingLight,
  thermostat,
  furnace,
};
