/** Style sheets and components must name the same classes. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The classes in the selectors, without comments and declarations. */
const listClasses = (file: string): Set<string> =>
  new Set(all(read(file).replaceAll(/\/\*.*?\*\/|\{[^{}]*\}/gs, ''), /\.([a-z]\w*)/gi));

type Use = { readonly styles: string; readonly named: string[]; readonly byValue: boolean };

const listUses = (file: string): Use[] => {
  const text = read(file);
  const imports = [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)];
  return imports.map(([, name = '', path = '']) => ({
    styles: join(dirname(file), path),
    named: all(text, new RegExp(`(?<![\\w'./-])${name}\\.(\\w+)`, 'g')),
    byValue: text.includes(`${name}[`),
  }));
};

const listComposed = (file: string): Use[] =>
  [...read(file).matchAll(/composes: ([\w ]+?)(?: from '([^']+)')?;/g)].map(
    ([, names = '', path]) => ({
      styles: path === undefined ? file : join(dirname(file), path),
      named: names.split(' '),
      byValue: false,
    }),
  );

const sheets = globSync('renderer/**/*.module.css');
const uses = [
  ...globSync('renderer/**/*.{ts,tsx}').flatMap(listUses),
  ...sheets.flatMap(listComposed),
];

describe('the window’s styles', () => {
  it('have every used class', () => {
    const missing = uses.flatMap(({ styles, named }) =>
      named.filter((name) => !listClasses(styles).has(name)).map((name) => `${styles}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('keep the bars in the window, whatever scrolls to an element', () => {
    const rules = [...read('renderer/app/base.css').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
    for (const selector of ['body', '#root']) {
      const declarations = rules
        .filter(([, selectors = '']) =>
          new RegExp(`(^|[\\s,/])${selector}\\s*(,|$)`).test(selectors),
        )
        .map(([, , body = '']) => body)
        .join('');
      expect([selector, declarations]).toEqual([
        selector,
        expect.stringMatching(/position: relative;\s+overflow: clip;/),
      ]);
      expect(declarations).not.toContain('overflow: hidden');
    }
  });

  it('draw every select with one component', () => {
    const drawing = globSync('renderer/**/*.tsx')
      .filter((file) => /<(?:Native)?select\b|\bNativeSelect\b/.test(read(file)))
      .map((file) => file.replaceAll('\\', '/'));
    expect(drawing).toEqual(['renderer/ui/select.tsx']);
    const mantines = globSync('renderer/**/*.tsx').filter((file) =>
      /import \{[^}]*\bSelect\b[^}]*\} from '@mantine/.test(read(file)),
    );
    expect(mantines).toEqual([]);
  });

  it('have no unused class', () => {
    const unused = sheets.flatMap((sheet) => {
      const ofSheet = uses.filter(({ styles }) => styles === sheet);
      if (ofSheet.some(({ byValue }) => byValue)) return [];
      const named = new Set(ofSheet.flatMap((use) => use.named));
      return [...listClasses(sheet)]
        .filter((name) => !named.has(name))
        .map((name) => `${sheet}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});
