/**
 * The command dialog, with the palette or the sheet of shortcuts. Its content is loaded on first use.
 * Until then a placeholder field receives the input, so that typed letters do not run actions.
 */
import { Suspense, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OpenDialog } from '../platform/stores.ts';
import { useStores } from './stores.ts';
import { saveCursor } from '../ui/focus-back.ts';
import { getPressedKey } from '../platform/keyboard.ts';
import { CommandField } from '../ui/command-dialog.tsx';
import { loadLazily } from '../ui/lazily.tsx';
import styles from '../ui/command-dialog.module.css';

const contents = {
  palette: loadLazily(() => import('../palette/palette.tsx'), 'Palette'),
  keys: loadLazily(() => import('../shortcuts/key-sheet.tsx'), 'KeySheet'),
} as const;

type Shown = NonNullable<OpenDialog['shown']>;

const CommandDialog = ({ shown }: { readonly shown: Shown }) => {
  const { t } = useTranslation();
  const { openDialog } = useStores();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [restoreCursor] = useState(saveCursor);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (then?: () => void): void => {
    dialog.current?.close();
    restoreCursor();
    openDialog.setState({ shown: null });
    then?.();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const key = getPressedKey(event.nativeEvent);
    if (key !== 'Mod+k' && key !== 'Escape') return;
    event.preventDefault();
    if (event.repeat) return;
    if (key === 'Escape' || shown === 'palette') close();
    else close(() => openDialog.setState({ shown: 'palette' }));
  };
  const Content = contents[shown];
  const label = t(`commanding.${shown}`);
  return (
    // A click outside closes it; the keyboard has Escape.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-shown={shown}
      aria-label={label}
      onClose={() => openDialog.setState({ shown: null })}
      onKeyDown={handleKey}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.content}>
        <Suspense
          fallback={
            <CommandField
              aria-label={label}
              text={text}
              onType={setText}
              onKeyDown={({ key }) => {
                if (key === 'Enter') setEntered(true);
              }}
            />
          }
        >
          <Content text={text} onType={setText} isEntered={isEntered} close={close} />
        </Suspense>
      </div>
    </dialog>
  );
};

export const CommandDialogs = () => {
  const shown = useStore(useStores().openDialog, (state) => state.shown);
  return shown === null ? null : <CommandDialog key={shown} shown={shown} />;
};
