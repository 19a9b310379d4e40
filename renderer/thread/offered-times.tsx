/** The proposed times in the request; a click writes the reply that accepts one, in the customer's language. */
import { chooseText, buildValues } from '../../contract/template.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyLanguage } from '../../contract/customer-language.ts';
import type { LeadDetails } from '../../contract/records.ts';
import type { Insertion } from '../leads/inserting.ts';
import { useReplyLanguage, useReplyWords } from '../leads/use-reply-language.ts';
import { getGapNames, getOfferedTime } from '../leads/saved-replies.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { useToday } from '../ui/time-words.ts';
import { extendOffer, buildOffer, type Offer, type OfferedWindow } from './offer.ts';
import { TimeList, type Times } from './times.tsx';
import styles from './times.module.css';

type Props = { readonly details: LeadDetails; readonly times: Times };

export const OfferedTimes = ({ details: { row, request }, times }: Props) => {
  const { t, i18n } = useTranslation();
  const { inserting } = useLeadStores();
  const now = useToday();
  const replies = useAnswer('savedReplies.list', {}).value?.replies;
  const { language } = useReplyLanguage(row);
  const last = useRef<Offer | null>(null);
  useReplyWords();

  const isLoaded = (name: string): boolean => i18n.hasResourceBundle(name, 'translation');
  const chooseWording = (wanted: ReplyLanguage) => {
    const spoken = isLoaded(wanted) ? wanted : i18n.language === 'es' ? 'es' : 'en';
    return {
      wording: {
        t: spoken === i18n.language ? t : i18n.getFixedT(spoken),
        language: spoken,
        now,
        timeZone: request.timeZone ?? undefined,
      } as const,
      template: {
        text: chooseText(getOfferedTime(replies, i18n), spoken),
        values: buildValues(row),
        gapNames: getGapNames(spoken),
      },
    };
  };

  const createInsertion = (offer: Offer): Insertion => {
    last.current = offer;
    return {
      text: offer.text,
      selection: offer.selection,
      remake: (other) => {
        const { template, wording } = chooseWording(other);
        return createInsertion(buildOffer(offer.windows, offer.isWhole, template, wording));
      },
    };
  };
  const { template, wording } = chooseWording(language);
  const write = (window: OfferedWindow): void =>
    inserting.insert(row.leadID, (before) => {
      const { offer, replaces } = extendOffer(before, last.current, window, template, wording);
      return { ...createInsertion(offer), replaces };
    });

  return (
    <TimeList
      times={times}
      renderWindows={(line) => (
        <span className={styles.windows}>
          {line.windows.map((window, index) => (
            <button
              key={index}
              type="button"
              className={styles.window}
              aria-label={`${window.hours}, ${line.days}`}
              title={buildOffer([{ line, window }], true, template, wording).text}
              onClick={() => write({ line, window })}
            >
              {window.hours}
            </button>
          ))}
        </span>
      )}
    />
  );
};
