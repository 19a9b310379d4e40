import { describe, expect, it } from 'vitest';
import { isMatch, findSpans, splitWords } from '../../../../renderer/settings/search.ts';

const size = {
  label: 'Tamaño del texto',
  text: 'Cambia todo en la ventana.',
  also: 'zoom letra',
  section: 'Apariencia',
};
const isFoundBy = (query: string): boolean => isMatch(splitWords(query), size);

describe('a setting is found', () => {
  it.each(['', 'tamaño', 'TAMANO', 'ventana', 'zoom', 'aparien', 'letra texto', '…'])(
    'by “%s”',
    (query) => expect(isFoundBy(query)).toBe(true),
  );
  it.each(['amaño', 'zoom tema', 'theme'])('not by “%s”', (query) =>
    expect(isFoundBy(query)).toBe(false),
  );

  it('with matches marked at the start of words', () => {
    expect(findSpans(splitWords('tama te'), size.label)).toEqual([
      [0, 4],
      [11, 13],
    ]);
    expect(findSpans([], size.label)).toEqual([]);
  });
});
