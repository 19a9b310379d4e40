/** Requests with their failures, and dialogs that open when their component is mounted. */
import { useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from '../../contract/errors.ts';

export const useDialog = () => {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return { ref, close: () => ref.current?.close(), isOpen: () => ref.current?.open === true };
};

/** Whether a request runs, and the failure of the last one. */
export const useRequest = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const run = async <T>(request: Promise<Answer<T>>): Promise<Answer<T>> => {
    setBusy(true);
    const answer = await request;
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    return answer;
  };
  return { busy, error, setError, run };
};

/** A dialog with one request: `finish` closes it after a success, or shows the failure. */
export const useRequestDialog = () => {
  const { ref, close } = useDialog();
  const { busy, error, setError, run } = useRequest();
  const finish = async (request: Promise<Answer<unknown>>): Promise<void> => {
    if ((await run(request)).ok) close();
  };
  return { ref, busy, error, setError, finish };
};
