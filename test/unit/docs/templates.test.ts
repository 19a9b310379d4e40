/**
 * Issue forms must parse, because GitHub does not show an invalid one, and must keep customers' data and
 * vulnerabilities out of public issues.
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

/** The schema of an issue form, limited to the parts that we use. */
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

  it('has unique ids and a required field', () => {
    const ids = body.flatMap((field) => (field.type === 'markdown' ? [] : [field.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      body.some((field) => 'validations' in field && field.validations?.required === true),
    ).toBe(true);
  });

  it('starts with a warning against pasting customers’ data and ends with its confirmation', () => {
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

it('the bug form sends vulnerabilities to private reporting and asks to read the diagnostics before attaching them', () => {
  const bug = read('ISSUE_TEMPLATE/bug.yml');
  expect(bug).toContain('[private reporting](../security/advisories/new)');
  expect(bug).toMatch(/id: diagnostics[\s\S]*Read it all the same/);
});

it('blank issues are disabled, and vulnerabilities are reported elsewhere', () => {
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

it('the pull request template asks for users, proof and checked screens, and a confirmation of the docs', () => {
  const template = read('PULL_REQUEST_TEMPLATE.md');
  expect([...template.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    'Change and its users',
    'Proof',
    'Screens checked',
  ]);
  expect(template).toMatch(/- \[ \] The docs are true again/);
  expect(template.split('\n').length).toBeLessThan(25);
});
