/** The proposed times in the request's card: a click writes that this time works. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadDetails } from '../../contract/records.ts';
import { useStores } from '../state/stores.ts';
import { useToday } from '../ui/time-words.ts';
import { offerMore, windowWords, type Offer } from './offer.ts';
import { TimeList, type Times } from './times.tsx';
import styles from './times.module.css';

type Props = { readonly details: LeadDetails; readonly times: Times };

export const OfferedTimes = ({ details: { row, request }, times }: Props) => {
  const { t, i18n } = useTranslation();
  const { inserting } = useStores();
  const now = useToday();
  const last = useRef<Offer | null>(null);
  const wording = { t, language: i18n.language, now, timeZone: request.timeZone ?? undefined };

  const write = (words: string): void =>
    inserting.insert(row.leadID, (before) => {
      const { offer, replaces } = offerMore(before, last.current, words, wording);
      last.current = offer;
      return { text: offer.text, replaces };
    });

  return (
    <TimeList
      times={times}
      windows={(line) => (
        <span className={styles.windows}>
          {line.windows.map((window, index) => {
            const words = windowWords(line, window, wording);
            return (
              <button
                key={index}
                type="button"
                className={styles.window}
                title={offerMore('', null, words, wording).offer.text}
                onClick={() => write(words)}
              >
                {window.hours}
              </button>
            );
          })}
        </span>
      )}
    />
  );
};
