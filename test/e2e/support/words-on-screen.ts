/**
 * Finds the app's own words on a screen, in contrast to people's texts, by the locale files. They must never be
 * cut off, not in a longer language nor at twice the size; people's texts may be, with an ellipsis.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Way } from './looks.ts';

type Words = { readonly [key: string]: string | Words };

const locales = join(import.meta.dirname, '../../../resources/locales');

const listTexts = (words: Words): readonly string[] =>
  Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : listTexts(value)));

/** The parts of each text between its values; a text with fewer than three letters would also match people's. */
const readTexts = (language: Way['language']): readonly (readonly string[])[] =>
  readdirSync(join(locales, language))
    .flatMap((file) =>
      listTexts(JSON.parse(readFileSync(join(locales, language, file), 'utf8')) as Words),
    )
    .flatMap((text) => text.split(/<[^>]+>/))
    .map((text) => text.trim().split(/\{\{[^}]*\}\}/))
    .filter((parts) => (parts.join('').match(/\p{L}/gu) ?? []).length > 2);

/** True if a text has these parts, with at least one character between two of them. */
const hasParts = (text: string, [first = '', ...others]: readonly string[]): boolean => {
  const last = others.pop() ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at + 1);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + last.length < text.length;
};

/** Tells our texts from people's. One pattern of all of them took a tenth of a second of each look to compile. */
const createMatcher = (language: Way['language']): ((text: string) => boolean) => {
  const texts = readTexts(language);
  const whole = new Set(texts.flatMap((parts) => (parts.length === 1 ? parts : [])));
  const withValues = texts.filter(({ length }) => length > 1);
  return (text) => whole.has(text) || withValues.some((parts) => hasParts(text, parts));
};

const isOurs = { en: createMatcher('en'), es: createMatcher('es') };

/** The page's own texts. */
const listOwnTexts = async (page: Page, language: Way['language']): Promise<string[]> => {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) found.push((walker.currentNode as Text).data.trim());
    const fields = document.querySelectorAll<HTMLInputElement>('input[placeholder]');
    return [...found, ...[...fields].map((field) => field.placeholder)];
  });
  return [...new Set(texts)].filter(isOurs[language]);
};

/**
 * Own words that are cut off. English ones at the usual size are first lengthened by two fifths, like in another
 * language.
 */
export const findCutOff = async (page: Page, { language, zoom }: Way): Promise<string[]> =>
  page.evaluate(
    ({ texts, longer }) => {
      const own = new Set(texts);
      const nodes: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const parent = node.parentElement;
        if (parent === null || !own.has(node.data.trim())) continue;
        if (parent.closest('.hidden-visually, bdi, option, script, style') !== null) continue;
        const { width, height } = parent.getBoundingClientRect();
        if (width <= 1 || height <= 1) continue;
        if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          nodes.push(node);
      }
      const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].filter(
        (field) => own.has(field.placeholder) && field.checkVisibility(),
      );

      const more = (text: string): string => {
        let left = Math.ceil(text.trim().length * 0.4);
        const words: string[] = [];
        for (; left > 0; left -= 7) words.push('ō'.repeat(Math.min(6, left)));
        return `${text.trimEnd()} ${words.join(' ')}`;
      };
      const before = nodes.map((node) => node.data);
      const placeholders = fields.map((field) => field.placeholder);
      if (longer) {
        for (const node of nodes) node.data = more(node.data);
        for (const field of fields) field.placeholder = more(field.placeholder);
      }

      /** True if a part of the text can neither be seen nor scrolled to. */
      const isCut = (rect: DOMRect, from: Element): boolean => {
        let [scrollsX, scrollsY] = [false, false];
        for (let box: Element | null = from; box !== null; box = box.parentElement) {
          const style = getComputedStyle(box);
          if (style.display === 'inline' || style.display === 'contents') continue;
          const edge = box.getBoundingClientRect();
          const isRoot = box === document.documentElement;
          const isButton = box.matches('button, [role="button"], [role="tab"], [role="menuitem"]');
          const clips = (overflow: string): boolean =>
            isRoot || isButton || overflow === 'hidden' || overflow === 'clip';
          scrollsX ||= /auto|scroll/.test(style.overflowX);
          scrollsY ||= /auto|scroll/.test(style.overflowY);
          const [width, height] = isRoot ? [innerWidth, innerHeight] : [edge.right, edge.bottom];
          const [left, top] = isRoot ? [0, 0] : [edge.left, edge.top];
          if (
            !scrollsX &&
            clips(style.overflowX) &&
            (rect.right > width + 1.5 || rect.left < left - 1.5)
          )
            return true;
          if (
            !scrollsY &&
            clips(style.overflowY) &&
            (rect.bottom > height + 4 || rect.top < top - 4)
          )
            return true;
          if (style.position === 'fixed' || box instanceof HTMLDialogElement) return false;
        }
        return false;
      };
      const range = document.createRange();
      const found = nodes.flatMap((node, index) => {
        const parent = node.parentElement as Element;
        range.selectNodeContents(node);
        return [...range.getClientRects()].some((rect) => isCut(rect, parent))
          ? [`${before[index]} (${parent.closest('[class]')?.className.toString()})`]
          : [];
      });
      const pen = document.createElement('canvas').getContext('2d');
      for (const [index, field] of fields.entries()) {
        const style = getComputedStyle(field);
        if (pen === null) break;
        pen.font = style.font;
        const room =
          field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        if (pen.measureText(field.placeholder).width > room)
          found.push(`${placeholders[index]} (placeholder)`);
      }

      for (const [index, node] of nodes.entries()) node.data = before[index] ?? '';
      for (const [index, field] of fields.entries()) field.placeholder = placeholders[index] ?? '';
      return found;
    },
    { texts: await listOwnTexts(page, language), longer: language === 'en' && zoom === 1 },
  );
