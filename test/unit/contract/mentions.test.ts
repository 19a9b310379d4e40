/** Mentions of people in notes. */
import { expect, it } from 'vitest';
import { isMentioned } from '../../../contract/mentions.ts';

it.each([
  ['@Ben Ode please call back', true],
  ['Please call back, @ben ode.', true],
  ['See (@Ben Ode)', false],
  ['Two dogs\n@Ben Ode', true],
  ['@Ben call back', false],
  ['ben@Ben Ode.example', false],
  ['@Bena Ode', false],
  ['Ben Ode', false],
  ['@', false],
])('“%s” mentions Ben Ode: %s', (text, expected) => {
  expect(isMentioned(text, 'Ben Ode', ['Ana Ruiz'])).toBe(expected);
});

it('nobody without a name is mentioned', () => {
  expect(isMentioned('@ @', '', [])).toBe(false);
});

it.each([
  ['@Ben call back', true],
  ['@Ben Ode call back', false],
  ['@Ben and @Ben Ode, call back', true],
])('“%s” mentions Ben beside a Ben Ode: %s', (text, expected) => {
  expect(isMentioned(text, 'Ben', ['Ben', 'Ben Ode'])).toBe(expected);
});
