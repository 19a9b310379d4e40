import { expect, test } from 'vitest';
import { pickDiagnosedSettings, initialSettings, settings } from '../../../contract/settings.ts';

test('the initial settings are valid', () => {
  expect(settings.parse(initialSettings)).toEqual(initialSettings);
});

test('diagnostics show every setting except the business hours, whose holidays have names', () => {
  const shown = pickDiagnosedSettings({
    ...initialSettings,
    theme: 'dark',
    businessHours: {
      ...initialSettings.businessHours,
      holidays: [{ date: '2026-12-25', name: 'Wedding of Ann Rivera' }],
    },
  });
  const names = Object.keys(settings.unwrap().shape).filter((name) => name !== 'businessHours');
  expect(Object.keys(shown)).toEqual(names);
  expect(shown.theme).toBe('dark');
  expect(JSON.stringify(shown)).not.toContain('Rivera');
});
