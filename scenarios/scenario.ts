/** The format of a scenario. The whole file is validated first, and each mistake is reported with its position. */
import { z } from 'zod';
import { defaultOptions, parseOptions } from '../sandbox/options.ts';

const words = z.string({
  error: ({ input }) => (input === undefined ? 'is missing' : 'is a text, in quotes'),
});
const milliseconds = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const duration = words
  .regex(/^\d{1,6}(\.\d+)?(ms|s|m|h)$/, 'is a time such as "500ms", "5s", "2m" or "1h"')
  .transform((text) => {
    const [, number = '', unit = ''] = /^([\d.]+)(\w+)$/.exec(text) ?? [];
    return Number(number) * milliseconds[unit as keyof typeof milliseconds];
  });

/** Schema of an object with exactly these fields. */
const only = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' || code === 'invalid_type'
        ? `may hold: ${Object.keys(shape).join(', ')}`
        : undefined,
  });

const text = words.refine((value) => value.trim() !== '', 'is empty');
/** A lead's name in later steps. */
const leadName = words.regex(/^[\w-]{1,40}$/, 'is a name of letters, digits, - and _');
/** Number of one of the professional's businesses, from 1. */
const business = z.int('is the number of a business: 1 is the first').min(1).optional();
const share = z.number().min(0).max(1).optional();
const wait = z.number().min(0).optional();

/** The actions of a step, each a call of the control interface. */
const actions = {
  lead: only({
    as: leadName,
    business,
    customer: only({
      firstName: text.optional(),
      lastName: text.optional(),
      phone: text.optional(),
    }).optional(),
    category: text.optional(),
    description: words.optional(),
    descriptionMessage: z.boolean().optional(),
  }).optional(),
  message: only({ lead: leadName, text, photo: z.boolean().optional() }).optional(),
  price: only({
    lead: leadName,
    leadPrice: words.regex(/^\$\d/, 'is an amount such as "$48.00"'),
  }).optional(),
  status: only({ lead: leadName, status: z.enum(['Open', 'Canceled', 'Picked']) }).optional(),
  review: only({
    business,
    rating: z.int().min(1).max(5).optional(),
    text: text.optional(),
  }).optional(),
  fault: only({
    match: only({ method: text.optional(), path: text.optional() }).optional(),
    /** Number of affected requests; by default all until `clearFaults`. */
    times: z.int().min(1).optional(),
    status: z.int().min(200).max(599).optional(),
    body: z.json().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    delayMs: wait,
    drop: z.enum(['before', 'after']).optional(),
  })
    .refine(
      ({ status, body, delayMs, drop, headers }) =>
        [status, body, delayMs, drop, headers].some((value) => value !== undefined),
      'says nothing of what goes wrong: status, body, headers, delayMs or drop',
    )
    .optional(),
  clearFaults: only({}).optional(),
  deliveries: only({
    duplicate: share,
    reorderMs: wait,
    delayMs: wait,
    messageFirst: z.boolean().optional(),
    retry: z.boolean().optional(),
  }).optional(),
  clock: only({ advance: duration }).optional(),
  revokeTokens: only({}).optional(),
};
type ActionName = keyof typeof actions;
const actionNames = Object.keys(actions) as ActionName[];

const step = only({ at: duration.optional(), after: duration.optional(), ...actions }).superRefine(
  (value, context) => {
    const names = actionNames.filter((name) => value[name] !== undefined);
    if (names.length !== 1)
      context.addIssue(
        `does one thing of: ${actionNames.join(', ')}; here ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`,
      );
    if (value.at !== undefined && value.after !== undefined)
      context.addIssue('has "at" (from the beginning) or "after" (the step before), not both');
  },
);

/** The sandbox's command line options, which also validate the values. */
const options = {
  seed: '--seed',
  businesses: '--businesses',
  leads: '--leads',
  messages: '--messages',
  traffic: '--traffic',
  rateLimit: '--rate-limit',
  quickReplies: '--quick-replies',
  listNegotiations: '--list-negotiations',
  requireHttpsWebhooks: '--require-https-webhooks',
};
const toArguments = ([name, value]: [string, number | boolean | undefined]): readonly string[] =>
  value === undefined || value === false
    ? []
    : [options[name as keyof typeof options] + (value === true ? '' : `=${value}`)];

const option = (name: string) =>
  z
    .union([z.number(), z.boolean()], 'is a number, or true')
    .superRefine((value, context) => {
      const parsed = parseOptions(toArguments([name, value]));
      if (!parsed.ok) context.addIssue(`is refused: ${parsed.error}`);
    })
    .optional();

const sandbox = only(
  Object.fromEntries(Object.keys(options).map((name) => [name, option(name)])) as Record<
    keyof typeof options,
    ReturnType<typeof option>
  >,
);

const scenario = only({
  name: text,
  description: text,
  sandbox: sandbox.default({}),
  steps: z.array(step).min(1, 'has no step'),
}).superRefine(({ steps }, context) => {
  const named = new Set<string>();
  const addMistake = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path: ['steps', ...path], message });
  let now = 0;
  for (const [index, { at, after = 0, ...action }] of steps.entries()) {
    if (at !== undefined && at < now)
      addMistake([index, 'at'], 'is before the step that stands before it');
    now = at ?? now + after;
    for (const name of ['message', 'price', 'status'] as const) {
      const lead = action[name]?.lead;
      if (lead !== undefined && !named.has(lead))
        addMistake(
          [index, name, 'lead'],
          `is a lead of an earlier step: ${[...named].join(', ') || 'there is none yet'}`,
        );
    }
    if (action.lead === undefined) continue;
    if (named.has(action.lead.as))
      addMistake([index, 'lead', 'as'], `is taken: an earlier lead is called ${action.lead.as}`);
    named.add(action.lead.as);
  }
});

export type Scenario = z.infer<typeof scenario>;
export type Step = Scenario['steps'][number];

/** Returns the sandbox's command line arguments for a scenario. */
export const toSandboxArguments = ({ sandbox: options }: Scenario): readonly string[] =>
  Object.entries({ listNegotiations: true, ...options }).flatMap(toArguments);

/** Finds the steps that need more than this number of businesses, as mistakes. */
export const findMissingBusinesses = ({ steps }: Scenario, businesses: number): readonly string[] =>
  steps.flatMap(({ lead, review }, index) => {
    const [name, value] = lead === undefined ? ['review', review] : ['lead', lead];
    return (value?.business ?? 0) > businesses
      ? [`steps[${index}].${name}.business: the sandbox has ${businesses}`]
      : [];
  });

const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`,
    '',
  );

/** Returns the position of the first JSON syntax error. */
const findSyntaxError = (text: string): string => {
  const isBroken = (length: number): boolean => {
    try {
      JSON.parse(text.slice(0, length));
      return false;
    } catch (error) {
      const { message } = error as Error;
      const [, position] = /at position (\d+)/.exec(message) ?? [];
      return !/end of JSON|Unterminated/.test(message) && Number(position ?? -1) !== length;
    }
  };
  let [valid, broken] = [0, text.length + 1];
  while (broken - valid > 1) {
    const middle = Math.floor((valid + broken) / 2);
    if (isBroken(middle)) broken = middle;
    else valid = middle;
  }
  const before = text.slice(0, valid).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};

/** Parses a scenario file. Each mistake is a line with its position and the allowed values. */
export const parseScenario = (
  file: string,
):
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly mistakes: readonly string[] } => {
  // Editors on Windows may add a byte order mark.
  const json = file.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { ok: false, mistakes: [`${findSyntaxError(json)}: no JSON from here on`] };
  }
  const read = scenario.safeParse(value, {
    error: (issue) => (issue.input === undefined ? 'is missing' : undefined),
  });
  if (read.success) {
    const { businesses = defaultOptions.businesses } = read.data.sandbox;
    const mistakes = findMissingBusinesses(read.data, Number(businesses));
    return mistakes.length === 0 ? { ok: true, scenario: read.data } : { ok: false, mistakes };
  }
  const mistakes = read.error.issues.flatMap((issue) => {
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path];
    const what =
      issue.code === 'unrecognized_keys'
        ? `is not known; ${formatPath(issue.path) || 'the file'} `
        : '';
    return paths.map((path) => `${formatPath(path) || 'the file'}: ${what}${issue.message}`);
  });
  return { ok: false, mistakes };
};
