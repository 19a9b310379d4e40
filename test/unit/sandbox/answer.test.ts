/** The messages of sample customers. */
import { expect, it } from 'vitest';
import { generateAnswer, generateReminder } from '../../../sandbox/generate/answer.ts';
import { createRandom } from '../../../sandbox/generate/random.ts';
import { conversations } from '../../../sandbox/generate/words.ts';
import type { Lead } from '../../../sandbox/records.ts';

const createLead = (language: Lead['language']) => ({ trade: 'plumbing', language }) as Lead;

it.each(['en', 'es'] as const)('a customer repeats no reminder: %s', (language) => {
  const lead = createLead(language);
  const random = createRandom(1, 'reminders', 0);
  const written: string[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const text = generateReminder(lead, random, written);
    if (text !== null) written.push(text);
  }
  expect(written.length).toBeGreaterThanOrEqual(conversations[language].reminders.length);
  expect(new Set(written).size).toBe(written.length);
});

it.each([
  ['en', 'I can send you a quote on Tuesday.', 'time'],
  ['en', 'The estimate is free.', 'other'],
  ['en', 'It would be $240 with parts.', 'price'],
  ['es', 'Le envío la cotización pronto.', 'other'],
  ['es', 'Serían 240 dólares.', 'price'],
] as const)(
  'a customer thanks only for a quote with an amount: %s, %s',
  (language, text, topic) => {
    const lead = createLead(language);
    for (let nth = 0; nth < 20; nth += 1) {
      const { text: answer } = generateAnswer(text, lead, createRandom(1, 'answers', nth));
      expect(conversations[language].reactions[topic]).toContain(answer);
    }
  },
);
