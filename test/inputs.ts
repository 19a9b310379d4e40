/**
 * Random inputs for any command, derived from its schema: mostly valid, with existing ids in id fields, and
 * sometimes with something unexpected.
 */
import fc from 'fast-check';
import { z } from 'zod';
import { commands, type CommandName } from '../contract/commands.ts';

/** Existing values by field name. */
export type Known = Readonly<Record<string, readonly (string | number)[]>>;

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
};

const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\uD800',
    '\uFEFF',
    '\u202Eevil',
    '👨‍👩‍👧‍👦',
    'İıſK',
    '水漏れ',
    'x'.repeat(200),
  ],
  ...["'; DROP TABLE leads; --", '" OR 1=1', '%', '_', '*', 'a*"b', 'NEAR(a b)', '__proto__', '-1'],
  ...[
    'from: has:photo is:unread before:2026-13-45 "',
    'status:pending OR',
    '{{customer.firstName|',
  ],
  ...[
    '../../etc/passwd',
    'https://x.example/?a=b#c',
    '2026-11-23',
    '12:60',
    'America/New_York',
    '1.2',
  ],
];
const oddNumbers = [0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1, 8.64e15, 8.64e15 + 1, 0.5];
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...oddNumbers, null, true, [], {}),
  fc.anything(),
);

const createText = ({ minLength = 0, maxLength = 2_000, format }: Schema): fc.Arbitrary<string> => {
  const fits = (each: string): string => each.slice(0, maxLength).padEnd(minLength, 'x');
  const usual = fc.oneof(
    fc.constantFrom(...oddTexts),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.lorem({ maxCount: 4 }),
    fc.constant('x'.repeat(maxLength)),
  );
  if (format === 'uuid') return fc.uuid();
  if (format === 'base64') return fc.base64String({ maxLength: Math.min(maxLength, 100) });
  return usual.map(fits);
};

const createNumber = ({ type, minimum, maximum }: Schema): fc.Arbitrary<number> => {
  const least = Math.max(minimum ?? -(2 ** 53) + 1, -(2 ** 53) + 1);
  const most = Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1);
  const fits = (each: number): number => Math.min(most, Math.max(least, each));
  const whole = fc.oneof(
    fc.maxSafeInteger(),
    fc.nat(100),
    fc.constantFrom(...oddNumbers.filter(Number.isInteger)),
    fc.integer({ min: -100_000_000, max: 100_000_000 }).map((off) => Date.now() + off),
  );
  return (type === 'integer' ? whole : fc.oneof(whole, fc.double({ noNaN: true }))).map(fits);
};

const createValue = (schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> => {
  const inner = (each: Schema, under = name) => createValue(each, known, under);
  const createFitting = (): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.const !== undefined) return fc.constant(schema.const);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices !== undefined) return fc.oneof(...choices.map((each) => inner(each)));
    switch (schema.type) {
      case 'string':
        return createText(schema);
      case 'integer':
      case 'number':
        return createNumber(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array': {
        const { items = {}, minItems: minLength = 0, maxItems = 5, prefixItems } = schema;
        if (prefixItems !== undefined) return fc.tuple(...prefixItems.map((each) => inner(each)));
        const singular = name.replace(/s$/, '');
        return fc.array(inner(items, singular), {
          minLength,
          maxLength: Math.max(minLength, Math.min(maxItems, 5)),
        });
      }
      case 'object': {
        const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
        const fields = Object.entries(properties).map(([each, of]) => [each, inner(of, each)]);
        const own = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
          requiredKeys: [...required] as never[],
          noNullPrototype: true,
        });
        if (typeof additionalProperties !== 'object') return own;
        const names = propertyNames === undefined ? createText({}) : inner(propertyNames);
        return fc.dictionary(names.map(String), inner(additionalProperties), { maxKeys: 3 });
      }
      default:
        return odd;
    }
  };
  const pool = known[name];
  return pool === undefined || pool.length === 0 || schema.type === 'array'
    ? createFitting()
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pool) }, createFitting());
};

/** Adds a field to the input, or changes one. */
const corrupt = (input: unknown): fc.Arbitrary<unknown> => {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  return fc
    .tuple(fc.constantFrom(...names, '__proto__', 'toString', 'more'), odd)
    .map(([name, value]) => ({ ...(input as object), [name]: value }));
};

/** Random inputs of a command. */
export const createInputs = (command: CommandName, known: Known): fc.Arbitrary<unknown> => {
  const schema = z.toJSONSchema(commands[command].input, { io: 'input', unrepresentable: 'any' });
  const fitting = createValue(schema as Schema, known);
  return fc.oneof(
    { weight: 8, arbitrary: fitting },
    { weight: 2, arbitrary: fitting.chain(corrupt) },
    { weight: 1, arbitrary: odd },
  );
};
