/**
 * Sends an action on many leads in parts, so that it can be stopped, and its undo. If the engine exits meanwhile, the
 * current part waits for it and is repeated.
 */
import type { CommandInput, CommandOutput } from '../../contract/commands.ts';
import type { BatchID } from '../../contract/commands/selection.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { maxMarked } from '../../contract/limits.ts';
import type { FlagName } from '../../contract/marks.ts';
import type { toListInput } from '../leads/scope.ts';
import { toAllInput } from '../leads/selection.ts';
import type { Selection } from '../leads/selection-model.ts';
import type { LeadStores } from '../leads/stores.ts';

export type Marks = Pick<
  CommandInput<'selection.mark'>,
  FlagName | 'snoozedUntil' | 'tags' | 'assignee'
>;
export type Sum = Pick<CommandOutput<'selection.mark'>, 'marked' | 'same' | 'notWaiting' | 'full'>;

const maxAttempts = 5;
/** Milliseconds until a retry if the engine does not report that it is back. */
const retryMs = 2_000;

/** @param onProgress receives the number of leads of each part that was done */
export const createBulkRequests = (
  { bridge, session }: Pick<LeadStores, 'bridge' | 'session'>,
  onProgress: (by: number) => void,
) => {
  /** Resolves when the engine is back or stopped, or after `retryMs`. */
  const waitForEngine = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(end, retryMs);
      const unsubscribe = session.subscribe(({ engine }) => {
        if (engine.state !== 'restarting') end();
      });
      function end(): void {
        clearTimeout(timer);
        unsubscribe();
        resolve();
      }
    });

  const sendWithRetries = async <T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await request();
      const isUnavailable = !answer.ok && answer.error.code === 'engine_unavailable';
      if (!isUnavailable || attempt === maxAttempts) return answer;
      await waitForEngine();
    }
  };

  return {
    /** Marks the selected leads until `isStopped`. */
    mark: async (
      isStopped: () => boolean,
      selection: Selection,
      marks: Marks & { readonly batchID: BatchID },
      list: ReturnType<typeof toListInput>,
    ): Promise<{ readonly sum: Sum; readonly error: Failure | null }> => {
      const sum = { marked: 0, same: 0, notWaiting: 0, full: 0 };
      const leadIDs = selection.kind === 'some' ? [...selection.leadIDs] : [];
      const all = selection.kind === 'all' ? toAllInput(selection) : undefined;
      let after: string | null = null;
      for (let from = 0; !isStopped(); from += maxMarked) {
        const part: Partial<CommandInput<'selection.mark'>> =
          all === undefined
            ? { leadIDs: leadIDs.slice(from, from + maxMarked) }
            : { all, ...(after !== null && { after }) };
        const answer = await sendWithRetries(() =>
          bridge.invoke('selection.mark', { ...list, ...marks, ...part }),
        );
        if (!answer.ok) return { sum, error: answer.error };
        for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += answer.value[name];
        const { marked, same, notWaiting, full, next } = answer.value;
        onProgress(marked + same + notWaiting + full);
        after = next;
        if (all === undefined ? from + maxMarked >= leadIDs.length : next === null) break;
      }
      return { sum, error: null };
    },
    /** Restores the marks of a batch. */
    unmark: async (batchID: BatchID) => {
      const sum = { restored: 0, changed: 0 };
      for (;;) {
        const answer = await sendWithRetries(() => bridge.invoke('selection.unmark', { batchID }));
        if (!answer.ok) return answer;
        const { restored, changed, isWhole } = answer.value;
        sum.restored += restored;
        sum.changed += changed;
        onProgress(restored + changed);
        if (isWhole) return { ok: true as const, value: sum };
      }
    },
  };
};
