/**
 * The forms in which people report bugs and wishes: a form that does not parse is not shown at all, and each of
 * them keeps customers' data and weaknesses away from a public page.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../../../.github');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const validations = z.strictObject({ required: z.boolean() }).optional();
const labelled = { label: z.string().min(1), description: z.string().optional() };
const text = { ...labelled, placeholder: z.string().optional() };
const id = z.string().regex(/^[\w-]+$/);

/** What an issue form may hold, of what ours use. */
const form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('markdown'),
          attributes: z.strictObject({ value: z.string().min(1) }),
        }),
        z.strictObject({
          type: z.enum(['textarea', 'input']),
          id,
          attributes: z.strictObject(text),
          validations,
        }),
        z.strictObject({
          type: z.literal('dropdown'),
          id,
          attributes: z.strictObject({ ...labelled, options: z.array(z.string()).min(2) }),
          validations,
        }),
        z.strictObject({
          type: z.literal('checkboxes'),
          id,
          attributes: z.strictObject({
            ...labelled,
            options: z.array(z.strictObject({ label: z.string(), required: z.boolean() })).min(1),
          }),
        }),
      ]),
    )
    .min(1),
});

describe.each(['bug.yml', 'feature.yml'])('the issue form %s', (file) => {
  const { body } = form.parse(parse(read(`ISSUE_TEMPLATE/${file}`)));

  it('asks for each thing once, and for something', () => {
    const ids = body.flatMap((field) => (field.type === 'markdown' ? [] : [field.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      body.some((field) => 'validations' in field && field.validations?.required === true),
    ).toBe(true);
  });

  it('says before anything else that customers’ data is never pasted, and has that confirmed at the end', () => {
    const [first] = body;
    expect(first?.type === 'markdown' && first.attributes.value).toMatch(
      /^\*\*Never paste customers' data here\*\*/,
    );
    const last = body.at(-1);
    const confirmed = last?.type === 'checkboxes' ? last.attributes.options : [];
    expect(confirmed).toHaveLength(1);
    expect(confirmed[0]?.required).toBe(true);
    expect(confirmed[0]?.label).toContain("No customer's data");
  });
});

it('a bug’s form sends weaknesses to private reporting, and has the diagnostics file read before it is attached', () => {
  const bug = read('ISSUE_TEMPLATE/bug.yml');
  expect(bug).toContain('[private reporting](../security/advisories/new)');
  expect(bug).toMatch(/id: diagnostics[\s\S]*Read it all the same/);
});

it('no issue is begun without a form, and a weakness is reported elsewhere', () => {
  const { blank_issues_enabled, contact_links } = z
    .strictObject({
      blank_issues_enabled: z.boolean(),
      contact_links: z.array(z.strictObject({ name: z.string(), url: z.url(), about: z.string() })),
    })
    .parse(parse(read('ISSUE_TEMPLATE/config.yml')));
  expect(blank_issues_enabled).toBe(false);
  expect(contact_links.map(({ name }) => name)).toEqual(['Report a vulnerability']);
  expect(contact_links[0]?.url).toMatch(/^https:\/\/docs\.github\.com\/.*privately-reporting/);
  expect(contact_links[0]?.about).toContain('open no issue');
  expect(
    globSync('ISSUE_TEMPLATE/*', { cwd: folder })
      .map((file) => file.split(/[\\/]/)[1])
      .toSorted(),
  ).toEqual(['bug.yml', 'config.yml', 'feature.yml']);
});

it('a pull request names its users, its proof and the screens checked, and confirms that the docs are true', () => {
  const template = read('PULL_REQUEST_TEMPLATE.md');
  expect([...template.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    'Change and its users',
    'Proof',
    'Screens checked',
  ]);
  expect(template).toMatch(/- \[ \] The docs are true again/);
  expect(template.split('\n').length).toBeLessThan(25);
});
