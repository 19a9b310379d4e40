/** Every word that a screen says stands in the locales, where it has its Spanish: none is written into the code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const spoken = new Set(['aria-label', 'alt', 'label', 'placeholder', 'title']);
const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text);
/** An address to fill in as an example, and the name of a key, are the same in every language. */
const isForAll = (text: string): boolean => /^https?:|\.example\.com$/.test(text);

/** The words that a node says by itself. */
const wordsOf = (node: ts.Node): string => {
  if (ts.isJsxText(node)) {
    const around = ts.isJsxElement(node.parent) ? node.parent.openingElement.tagName.getText() : '';
    return around === 'kbd' ? '' : node.text.trim();
  }
  if (!ts.isJsxAttribute(node) || !spoken.has(node.name.getText())) return '';
  const given = node.initializer;
  if (given === undefined) return '';
  if (ts.isStringLiteral(given)) return isForAll(given.text) ? '' : given.text;
  if (!ts.isJsxExpression(given) || given.expression === undefined) return '';
  const { expression } = given;
  if (ts.isStringLiteralLike(expression)) return expression.text;
  return ts.isTemplateExpression(expression)
    ? [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)].join(
        '',
      )
    : '';
};

const found = (file: string): readonly string[] => {
  const text = readFileSync(join(repo, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const said: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = wordsOf(node);
    if (hasWords(words)) said.push(`${file}: ${words}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return said;
};

it('stands in the locales, and not in the code', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: repo });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(found)).toEqual([]);
});
