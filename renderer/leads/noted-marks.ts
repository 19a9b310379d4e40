/** Sets marks on one lead, says so, and lets it be taken back: what every mark has in common. */
import type { CommandInput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { LeadRow } from '../../contract/records.ts';
import type { TFunction } from 'i18next';
import { errorOf } from '../platform/bridge.ts';
import type { LeadRecords } from './lead-records.ts';

type GivenMarks = Omit<CommandInput<'leads.mark'>, 'leadIDs'>;

type Noted = {
  readonly given: GivenMarks;
  /** What takes it back. */
  readonly back: GivenMarks;
  /** @param name the customer's, as people say it */
  readonly say: (t: TFunction, name: string) => string;
  /** Done before it is taken back. */
  readonly beforeUndo?: () => void;
};

export const createNotedMarks = ({
  bridge,
  toasts,
  undoing,
}: Pick<LeadRecords, 'bridge' | 'toasts' | 'undoing'>) => {
  const ask = (lead: LeadRow, given: GivenMarks): Promise<Failure | null> =>
    errorOf(bridge.invoke('leads.mark', { leadIDs: [lead.leadID], ...given }));

  const failed = ({ code }: Failure, { customerName: to }: LeadRow): void =>
    void toasts.getState().say({ what: 'failed', code, tried: 'mark', to });

  /** Resolves to whether the marks were set. */
  const markAndSay = async (lead: LeadRow, noted: Noted): Promise<boolean> => {
    const marked = ask(lead, noted.given);
    const forget = undoing.did({
      said: {
        what: 'done',
        words: (t) => noted.say(t, lead.customerName || t('list.unnamed')),
      },
      undo: async () => {
        if ((await marked) !== null) return null;
        noted.beforeUndo?.();
        return ask(lead, noted.back);
      },
    });
    const error = await marked;
    if (error === null) return true;
    forget();
    failed(error, lead);
    return false;
  };

  return { markAndSay };
};
