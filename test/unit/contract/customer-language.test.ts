import { describe, expect, it } from 'vitest';
import { detectCustomerLanguage, detectLanguage } from '../../../contract/customer-language.ts';

describe('the language of a text', () => {
  it.each([
    ['My kitchen sink is leaking and I need someone today', 'en'],
    ['Leaking faucet, how much?', 'en'],
    ['Hi', 'en'],
    ['Thanks!', 'en'],
    ['Tengo una fuga en el baño', 'es'],
    ['Hola', 'es'],
    ['¿Cuánto cuesta?', 'es'],
    [
      'Necesito un plomero para mi casa en Los Angeles, the unit is on the second floor por favor',
      'es',
    ],
    ['Buenos dias, podria venir manana', 'es'],
    ['Drain repair', null],
    ['78704', null],
    ['', null],
    ['📷', null],
    ['Ok', null],
  ] as const)('%s: %s', (text, expected) => {
    expect(detectLanguage(text)).toBe(expected);
  });
});

it('the latest text with a clear language determines the customer’s language', () => {
  expect(detectCustomerLanguage(['ok', '¿A qué hora puede venir?', 'I need a plumber'])).toBe('es');
  expect(detectCustomerLanguage(['ok', ''])).toBeNull();
});

it('a short thanks determines the customer’s language only without a longer text in another', () => {
  expect(detectCustomerLanguage(['Ok, thanks!', 'Hola, ¿puede venir hoy?'])).toBe('es');
  expect(detectCustomerLanguage(['Gracias!', 'Can you come on Friday? The sink leaks.'])).toBe(
    'en',
  );
  expect(detectCustomerLanguage(['Thanks!', 'Hola'])).toBe('en');
});
