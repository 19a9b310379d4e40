/** Requests with their failures, and dialogs that open when their component is mounted. */
import { useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from '../../contract/errors.ts';
import { usePlatform } from '../platform/stores.ts';

export const useDialog = () => {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return { ref, close: () => ref.current?.close(), isOpen: () => ref.current?.open === true };
};

/**
 * Runs requests, and returns the last one's failure and whether one is running.
 *
 * @param isShown true while the place of the failure is visible; otherwise, a toast shows the failure
 */
export const useRequest = (isShown = (): boolean => true) => {
  const { toasts } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const run = async <T>(request: Promise<Answer<T>>): Promise<Answer<T>> => {
    setBusy(true);
    const answer = await request;
    setBusy(false);
    if (answer.ok) setError(null);
    else if (isShown()) setError(answer.error);
    else toasts.getState().show({ kind: 'failed', code: answer.error.code });
    return answer;
  };
  return { busy, error, setError, run };
};

/** A dialog with one request: `finish` closes it after a success, or shows the failure. */
export const useRequestDialog = () => {
  const { isOpen, ...dialog } = useDialog();
  const request = useRequest(isOpen);
  const finish = async (answer: Promise<Answer<unknown>>): Promise<void> => {
    if ((await request.run(answer)).ok) dialog.close();
  };
  return { ...dialog, ...request, finish };
};
