/** The lead's details over the conversation, where there is no room next to it. Escape closes them. */
import { useEffect } from 'react';
import type { LeadDetails } from '../../contract/records.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Facts } from './facts.tsx';
import styles from './thread.module.css';

type Props = { readonly details: LeadDetails; readonly onClose: () => void };

/** Whether a dialog or menu above the details handles the key; it may have closed already. */
const isForDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog, [role="menu"]') !== null;

export const FactsOverlay = ({ details, onClose }: Props) => {
  useFocusBack();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isForDialog(event)) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
  return (
    <div className={styles.facts} data-laid>
      <Facts details={details} onNavigate={onClose} />
    </div>
  );
};
