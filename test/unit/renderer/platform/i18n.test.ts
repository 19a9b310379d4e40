import { expect, it } from 'vitest';
import { changeLanguage, createI18n } from '../../../../renderer/platform/i18n.ts';

it('Spanish counts use the number format of the United States', async () => {
  const { t } = await createI18n('es');
  expect(t('list.syncing', { count: 1234 })).toContain('1,234');
  expect(t('sidebar.leads', { count: 1 })).toBe('1 solicitud');
  expect(t('sidebar.leads', { count: 12_345 })).toBe('12,345 solicitudes');
  expect(t('sidebar.leads', { count: 1_000_000 })).toBe('1,000,000 solicitudes');
});

it('the language chosen last wins, even while an earlier one loads', async () => {
  const words = await createI18n('en');
  await Promise.all([changeLanguage(words, 'es'), changeLanguage(words, 'en')]);
  expect(words.t('views.needs_reply.name')).toBe('Needs reply');
  await changeLanguage(words, 'es');
  expect(words.t('views.needs_reply.name')).toBe('Por responder');
});

it('a right-to-left name is isolated in a sentence', async () => {
  const { t } = await createI18n('en');
  expect(t('toasts.sending', { name: 'محمد', seconds: 5 })).toBe(
    'Reply to \u2068محمد\u2069 sends in 5\u00a0s',
  );
  expect(t('toasts.sending', { name: 'Tom <Fischer>', seconds: 5 })).toBe(
    'Reply to Tom <Fischer> sends in 5\u00a0s',
  );
});
