/** Filling the template of a saved reply never changes the text around its variables. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillTemplate,
  getFirstName,
  gapNames,
  findGaps,
  parseTemplate,
  variables,
  type Values,
} from '../../../contract/template.ts';

const maria: Values = {
  'customer.firstName': 'Maria',
  'customer.name': 'Maria Delgado',
  'business.name': 'Hill Country Plumbing',
  category: 'Drain repair',
  city: 'Austin',
};
const nobody: Values = {
  'customer.firstName': '',
  'customer.name': ' ',
  'business.name': '',
  category: '',
  city: '',
};
const fill = (template: string, values = maria) => fillTemplate(template, values, gapNames.en);
const selected = (template: string, values = maria): string | null => {
  const { text, selection } = fill(template, values);
  return selection && text.slice(selection.start, selection.end);
};

/** Text without the special characters of templates and gaps. */
const plain = fc.string().map((text) => text.replaceAll(/[{}[\]|]/g, ''));
const variable = fc.constantFrom(...variables);

describe('a template', () => {
  it('is filled with the customer’s first name or its fallback', () => {
    const template = 'Hi {{customer.firstName|there}}, about your {{category}} in {{ city }}:';
    expect(fill(template).text).toBe('Hi Maria, about your Drain repair in Austin:');
    expect(fill('Hi {{customer.firstName|there}},', nobody).text).toBe('Hi there,');
    expect(fill('Hi{{customer.firstName| my friend}}', nobody).text).toBe('Hi my friend');
    expect(fill('Hi{{customer.firstName|}}', nobody)).toEqual({ text: 'Hi', selection: null });
  });

  it('puts the cursor at its first {{cursor}}', () => {
    expect(fill('I can come {{cursor}}, if {{cursor}}that works.')).toEqual({
      text: 'I can come , if that works.',
      selection: { start: 11, end: 11 },
    });
  });

  it('leaves a gap for a missing or unknown value and selects the first gap', () => {
    expect(fill('{{cursor}}Hi {{customer.firstName}}', nobody).text).toBe('Hi [first name]');
    expect(selected('{{cursor}}Hi {{customer.firstName}} of {{city}}', nobody)).toBe(
      '[first name]',
    );
    expect(selected('From {{price}} up')).toBe('{{price}}');
    expect(fillTemplate('Hola {{customer.firstName}}', nobody, gapNames.es).text).toBe(
      'Hola [nombre]',
    );
  });

  it('can be restored from its parsed pieces', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('{{', '}}', '|', '{', '{{cursor}}', '{{x}}', '{{city|}}'),
      variable.map((name) => `{{${name}}}`),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const template = pieces.join('');
        expect(
          parseTemplate(template)
            .map(({ raw }) => raw)
            .join(''),
        ).toBe(template);
      }),
    );
  });

  it('keeps the text before and after a variable', () => {
    fc.assert(
      fc.property(
        plain,
        variable,
        fc.option(plain),
        plain,
        fc.boolean(),
        (before, name, fallback, after, isKnown) => {
          const values = isKnown ? maria : nobody;
          const inside = fallback === null ? name : `${name}|${fallback}`;
          const { text } = fill(`${before}{{${inside}}}${after}`, values);
          const value = isKnown ? values[name] : (fallback ?? `[${gapNames.en[name]}]`);
          expect(text).toBe(before + value + after);
        },
      ),
    );
  });

  it('has a gap for each missing value, and none when every value is known', () => {
    const piece = fc.oneof(
      plain.map((text) => ({ written: text, isGap: false })),
      variable.map((name) => ({ written: `{{${name}}}`, isGap: true })),
      variable.map((name) => ({ written: `{{${name}|x}}`, isGap: false })),
      fc.constant({ written: '{{cursor}}', isGap: false }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const template = pieces.map(({ written }) => written).join('');
        expect(findGaps(fill(template).text)).toEqual([]);
        const { text, selection } = fill(template, nobody);
        const gaps = findGaps(text);
        expect(gaps).toHaveLength(pieces.filter(({ isGap }) => isGap).length);
        const [first] = gaps;
        if (first !== undefined) expect(selection).toEqual({ start: first.start, end: first.end });
        for (const { start, end, text: gap } of gaps) expect(text.slice(start, end)).toBe(gap);
      }),
    );
  });

  it.each(['{{city}}', '[first name]', 'Ana [city] {{x}}', 'Ana'])(
    'does not treat a customer named %s as a template or a gap, and keeps its own gaps',
    (name) => {
      const values = { ...maria, 'customer.name': name, city: '' };
      const { text } = fill('Hi {{customer.name}}, in {{city}} or {{price}}?', values);
      expect(text).toBe(`Hi ${name}, in [city] or {{price}}?`);
      expect(findGaps(text, values).map(({ text: gap }) => gap)).toEqual(['[city]', '{{price}}']);
    },
  );
});

describe('a gap', () => {
  it('is found in a draft in another language, and other text in brackets is not a gap', () => {
    expect(findGaps('Hola [nombre], [see photo] {{x}}').map(({ text }) => text)).toEqual([
      '[nombre]',
      '{{x}}',
    ]);
  });
});

it('the first name is the first word of a name', () => {
  expect(['Maria Delgado', ' Ann ', ''].map(getFirstName)).toEqual(['Maria', 'Ann', '']);
});
