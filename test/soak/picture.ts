/** Draws measurements as a picture: a small chart for each series, the growing ones in red. */
import { computeVerdict, type Series } from './verdict.ts';

export type Judged = Series & { readonly isGrowing: boolean; readonly words: string };

/** Counts are whole numbers; measurements have one decimal and a unit. */
const formatAmount = (value: number, { unit }: Series): string =>
  unit === 'MB' ? `${value.toFixed(1)} MB` : `${Math.round(value)}`;

const formatSigned = (value: number, series: Series): string =>
  `${value < 0 ? '' : '+'}${formatAmount(value, series)}`;

/** Adds the verdict on a series as words: start, end and growth. */
export const judge = (series: Series): Judged => {
  const verdict = computeVerdict(series);
  const [from, to] = [series.points[0]?.[1] ?? 0, series.points.at(-1)?.[1] ?? 0];
  const isGrowing = verdict?.isGrowing ?? false;
  const judgment =
    verdict === null
      ? 'not judged'
      : `line ${formatSigned(verdict.growth, series)}, ${formatSigned(verdict.anHour, series)} an hour`;
  const words = `${formatAmount(from, series)} to ${formatAmount(to, series)}, ${judgment}${isGrowing ? ': GROWING' : ''}`;
  return { ...series, isGrowing, words };
};

const columns = 3;
const chart = { width: 320, height: 110 };
const cell = { width: chart.width + 40, height: chart.height + 60 };

const escapeXML = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const drawChart = (series: Judged): string => {
  const { process, figure, points, isGrowing, words } = series;
  const values = points.map(([, value]) => value);
  const top = Math.max(1, ...values) * 1.1;
  const last = points.at(-1)?.[0] ?? 1;
  const line = points
    .map(([minute, value]) => {
      const x = (minute / (last || 1)) * chart.width;
      const y = chart.height - (value / top) * chart.height;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const color = isGrowing ? '#c92a2a' : '#1971c2';
  return [
    `<text font-weight="600" y="-8">${escapeXML(`${process}: ${figure}`)}</text>`,
    `<rect width="${chart.width}" height="${chart.height}" fill="#f8f9fa" stroke="#dee2e6"/>`,
    `<polyline points="${line}" fill="none" stroke="${color}" stroke-width="1.5"/>`,
    `<text x="${chart.width}" y="-8" text-anchor="end" fill="#868e96">to ${formatAmount(top, series)}, ${Math.round(last)} min</text>`,
    `<text y="${chart.height + 16}" fill="${isGrowing ? color : '#495057'}">${escapeXML(words)}</text>`,
  ].join('');
};

/** @returns an SVG; each chart's axis goes from zero to above its highest value */
export const drawPicture = (judged: readonly Judged[]): string => {
  const width = columns * cell.width + 20;
  const height = Math.ceil(judged.length / columns) * cell.height + 20;
  const charts = judged.map((series, at) => {
    const x = 20 + (at % columns) * cell.width;
    const y = 30 + Math.floor(at / columns) * cell.height;
    return `<g transform="translate(${x} ${y})">${drawChart(series)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>\n${charts.join('\n')}\n</svg>\n`;
};
