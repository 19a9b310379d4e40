// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChooseDialog } from '../../../../renderer/ui/choose-dialog.tsx';
import { press } from '../support/keyboard.ts';

it('chooses the highlighted entry by Enter, but not by that of an input method', () => {
  const chosen: string[] = [];
  const choices = ['Ana', 'Ben'].map((label) => ({
    ...{ key: label, label, icon: null },
    isChosen: false,
  }));
  render(
    <ChooseDialog
      label="Assign to"
      find="Find a person"
      none="Nobody"
      choices={choices}
      onChoose={(key) => chosen.push(key)}
      onClose={() => undefined}
    />,
  );
  screen.getByRole('combobox').focus();
  press('ArrowDown');
  press('ArrowUp', { isComposing: true });
  press('Enter', { isComposing: true });
  expect(chosen).toEqual([]);
  press('Enter');
  expect(chosen).toEqual(['Ben']);
});
