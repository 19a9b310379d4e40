/** Visible text must be in the locales, where it has a translation, and never in the code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const spoken = new Set(['aria-label', 'alt', 'label', 'placeholder', 'title']);
const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text);
/** Example addresses are the same in every language. */
const isForAll = (text: string): boolean => /^https?:|\.example\.com$/.test(text);

/** The text of a node that users see. */
const readText = (node: ts.Node): string => {
  if (ts.isJsxText(node)) {
    const around = ts.isJsxElement(node.parent) ? node.parent.openingElement.tagName.getText() : '';
    return around === 'kbd' ? '' : node.text.trim();
  }
  if (!ts.isJsxAttribute(node) || !spoken.has(node.name.getText())) return '';
  const value = node.initializer;
  if (value === undefined) return '';
  if (ts.isStringLiteral(value)) return isForAll(value.text) ? '' : value.text;
  if (!ts.isJsxExpression(value) || value.expression === undefined) return '';
  const { expression } = value;
  if (ts.isStringLiteralLike(expression)) return expression.text;
  return ts.isTemplateExpression(expression)
    ? [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)].join(
        '',
      )
    : '';
};

const findTexts = (file: string): readonly string[] => {
  const text = readFileSync(join(repo, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = readText(node);
    if (hasWords(words)) texts.push(`${file}: ${words}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
};

it('screens contain no hard-coded text', () => {
  const files = globSync('renderer/**/*.tsx', { cwd: repo });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(findTexts)).toEqual([]);
});
