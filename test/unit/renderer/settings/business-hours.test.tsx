// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Settings } from '../../../../contract/settings.ts';
import { initialSettings } from '../../../../contract/settings.ts';
import { BusinessHoursForm } from '../../../../renderer/settings/business-hours.tsx';
import { FoundContext } from '../../../../renderer/settings/setting-row.tsx';
import { createI18n } from '../../../../renderer/platform/i18n.ts';
import { createStores } from '../../../../renderer/app/stores.ts';
import { fakeBridge, noon } from '../support/samples.ts';
import { showIn, words } from '../support/window.tsx';

await words.loadNamespaces(['settings', 'hours']);

const usual: Settings = { ...initialSettings, language: 'en' };
const found = (name: 'timeZone' | 'week' | 'holidays') =>
  [name, { name, label: '', text: '', also: '', section: '' }] as const;

type Hours = Settings['businessHours'];
let changeElsewhere: (hours: Hours) => void;

const Form = ({ shown = 'week' }: { readonly shown?: 'timeZone' | 'week' }) => {
  const [settings, setSettings] = useState(usual);
  changeElsewhere = (businessHours) => setSettings({ ...settings, businessHours });
  const all = new Map([found(shown)]);
  return (
    <FoundContext value={{ queryWords: [], settings: all }}>
      <BusinessHoursForm
        settings={settings}
        set={(part) => setSettings({ ...settings, ...part })}
      />
    </FoundContext>
  );
};

const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const type = (name: string, text: string): void => {
  fireEvent.change(field(name), { target: { value: text } });
  fireEvent.blur(field(name));
};

it('business hours accept times in common notations', () => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Form />,
  );
  type('Monday, opens', '7');
  expect(field('Monday, opens').value).toBe('7:00 AM');
  type('Monday, closes', '5');
  expect(field('Monday, closes').value).toBe('5:00 PM');
  fireEvent.keyDown(field('Monday, closes'), { key: 'ArrowUp' });
  expect(field('Monday, closes').value).toBe('5:15 PM');
  type('Monday, closes', 'soon');
  expect(field('Monday, closes').value).toBe('soon');
  expect(screen.getByText('Enter a time, such as 8:30 AM.')).toBeTruthy();
  type('Monday, closes', '6 am');
  expect(screen.getByText('Closing time must be after opening time.')).toBeTruthy();
  type('Monday, closes', '6 pm');
  expect(screen.queryByText('Closing time must be after opening time.')).toBe(null);
});

it('business hours that open in the afternoon can close at 12, which is midnight', () => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Form />,
  );
  type('Monday, opens', '1 pm');
  type('Monday, closes', '12');
  expect(field('Monday, closes').value).toBe('12:00 AM');
  expect(screen.queryByText('Closing time must be after opening time.')).toBe(null);
  type('Monday, opens', '9 am');
  type('Monday, closes', '12');
  expect(field('Monday, closes').value).toBe('12:00 PM');
});

it('hours are added after the last ones of a day, as long as there is room', () => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Form />,
  );
  const addHours = (): HTMLElement | null =>
    screen.queryByRole('button', { name: 'Add hours on Monday' });
  type('Monday, closes', '10:30 pm');
  fireEvent.click(addHours() as HTMLElement);
  expect(screen.getAllByRole('textbox', { name: /^Monday, opens/ })).toHaveLength(2);
  const opens = screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Monday, opens/ });
  expect(opens.at(-1)?.value).toBe('11:00 PM');
  expect(addHours()).toBe(null);
});

it('a weekday’s hours can be copied to the others and undone', () => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Form />,
  );
  expect(screen.queryByRole('button', { name: 'Copy to weekdays' })).toBe(null);
  type('Tuesday, closes', '4');
  fireEvent.click(screen.getByRole('button', { name: 'Copy to weekdays' }));
  for (const day of ['Monday', 'Friday']) expect(field(`${day}, closes`).value).toBe('4:00 PM');
  expect(screen.queryByRole('textbox', { name: 'Sunday, closes' })?.getAttribute('value')).not.toBe(
    '4:00 PM',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo copy' }));
  expect(field('Monday, closes').value).not.toBe('4:00 PM');
  expect(field('Tuesday, closes').value).toBe('4:00 PM');
});

it('hours that were changed on another computer are shown, and not changed back', () => {
  showIn(
    createStores(fakeBridge({}), () => noon),
    <Form />,
  );
  const { week } = usual.businessHours;
  const later = week.with(0, [{ from: 9 * 60, to: 17 * 60 }]);
  act(() => changeElsewhere({ ...usual.businessHours, week: later }));
  expect(field('Monday, opens').value).toBe('9:00 AM');
  type('Monday, closes', '4 pm');
  expect(field('Monday, opens').value).toBe('9:00 AM');
  expect(field('Monday, closes').value).toBe('4:00 PM');
});

it('time zones start with a capital letter in Spanish too', async () => {
  const spanish = await createI18n('es');
  await spanish.loadNamespaces(['settings', 'hours']);
  const stores = createStores(fakeBridge({}), () => noon);
  showIn(stores, <Form shown="timeZone" />, spanish);
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
  expect(names).toContain('Hora central');
  expect(names.filter((name) => !/^\p{Lu}/u.test(name))).toEqual([]);
});
