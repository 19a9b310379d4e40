/** The palette: finds actions, businesses, saved replies and leads, and favors recent choices. */
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { showLead } from '../leads/lead-records.ts';
import { useCounts } from '../leads/counts.ts';
import { useConversation, useLeads, useLeadStores, useSelecting } from '../leads/stores.ts';
import { useActions } from '../platform/actions.ts';
import { createLatestTexts } from '../platform/remembered.ts';
import { useAnswer } from '../platform/use-answer.ts';
import type { DialogContentProps } from '../platform/stores.ts';
import { CommandField, Keys } from '../ui/command-dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { chooseNextOption } from '../ui/next-option.ts';
import { listEntries, findEntries, type Found } from './entries.ts';
import { useFoundLeads } from './found-leads.ts';
import { computeFit } from '../ui/fuzzy.ts';
import styles from './palette.module.css';

const maxRecent = 5;
const recentChoices = createLatestTexts('palette.recent', maxRecent);

type Section = { readonly heading: string; readonly entries: readonly Found[] };

const none: ReadonlySet<number> = new Set();

const useSections = (typed: string) => {
  const { t } = useTranslation(['translation', 'actions']);
  const stores = useLeadStores();
  const { actions } = useActions();
  const { businesses } = useCounts();
  const replies = useAnswer('savedReplies.list', {}).value?.replies;
  // Which actions are available depends on these.
  const selected = useLeads((state) => state.selected);
  const details = useConversation((state) => state.details);
  const selection = useSelecting((state) => state.selection);
  const [recent] = useState(recentChoices.read);
  const entries = useMemo(
    () => listEntries(stores, t, { actions, businesses, replies: replies ?? [] }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the stores' current state is read
    [stores, t, actions, businesses, replies, selected, details, selection],
  );
  const { leads, state, retry } = useFoundLeads(typed);
  const found = findEntries(entries, typed, recent);
  const leadSection: Section = {
    heading: t('list.label'),
    entries: leads.map((lead) => ({
      id: `lead.${lead.leadID}`,
      title: lead.customerName || t('list.unnamed'),
      hint: [lead.category, lead.city].filter(Boolean).join(' · '),
      section: 'more',
      keyName: '',
      letters: computeFit(typed, lead.customerName)?.letters ?? none,
      run: (now) => showLead(now, lead.leadID),
    })),
  };
  const isTyped = typed.trim() !== '';
  const chooseHeading = ({ id, section, hint }: Found): string => {
    if (isTyped) return t('actions:palette.found');
    if (section === 'more' || recent.includes(id)) return t('actions:palette.recent');
    return [t(`actions:groups.${section}`), hint].filter(Boolean).join(' · ');
  };
  const sections = [...Map.groupBy(found, chooseHeading)].map(([heading, grouped]): Section => ({
    heading,
    entries: grouped.map((each) => (heading.endsWith(each.hint) ? { ...each, hint: '' } : each)),
  }));
  return {
    sections: [...sections, leadSection].filter(({ entries: { length } }) => length > 0),
    state,
    retry,
  };
};

type Piece = { readonly text: string; readonly isTyped: boolean };

/** Splits a title into typed and other letters. */
const splitTitle = ({ title, letters }: Found): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const [index, letter] of [...title].entries()) {
    const isTyped = letters.has(index);
    const last = pieces.at(-1);
    if (last?.isTyped === isTyped)
      pieces[pieces.length - 1] = { ...last, text: last.text + letter };
    else pieces.push({ text: letter, isTyped });
  }
  return pieces;
};

const Title = ({ entry }: { readonly entry: Found }) => (
  <bdi className={styles.title}>
    {splitTitle(entry).map(({ text, isTyped }, index) =>
      isTyped ? <b key={index}>{text}</b> : text,
    )}
  </bdi>
);

export const Palette = ({ text, onType, isEntered, close }: DialogContentProps) => {
  const { t } = useTranslation(['translation', 'actions']);
  const stores = useLeadStores();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  /** The text for which Enter was pressed before anything was found. */
  const [enteredText, setEnteredText] = useState(isEntered ? text : null);
  const { sections, state, retry } = useSections(text);
  const options = sections.flatMap(({ entries }) => entries);
  const place = Math.min(at, options.length - 1);
  const chosen = options[place];
  const hasFailed = state === 'failed';

  const run = (entry: Found | undefined): void => {
    if (entry === undefined) return;
    if (!entry.id.startsWith('lead.')) recentChoices.add(entry.id);
    close(() => entry.run(stores));
  };
  useEffect(() => {
    if (enteredText === text && chosen !== undefined) run(chosen);
  });
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [place, text]);

  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = chooseNextOption(event.key, place, options.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (chosen === undefined && state !== 'found') setEnteredText(text);
    if (chosen === undefined && hasFailed) retry();
    run(chosen);
  };

  return (
    <>
      <CommandField
        id={`${id}-field`}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${place}`}
        aria-label={t('commanding.palette')}
        placeholder={t('actions:palette.placeholder')}
        text={text}
        onType={(typed) => {
          onType(typed);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('commanding.palette')}
        className={styles.list}
      >
        {sections.map(({ heading, entries }) => (
          <div key={heading} role="group" aria-label={heading}>
            <p className={styles.heading} aria-hidden>
              {heading}
            </p>
            {entries.map((entry) => (
              // The field handles the keys (aria-activedescendant).
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={entry.id}
                id={`${id}-${options.indexOf(entry)}`}
                role="option"
                aria-selected={entry === chosen}
                className={styles.option}
                onMouseMove={() => setAt(options.indexOf(entry))}
                onClick={() => run(entry)}
              >
                <Title entry={entry} />
                {entry.hint !== '' && <bdi className={styles.hint}>{entry.hint}</bdi>}
                {entry.keyName !== '' && <Keys name={entry.keyName} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className={hasFailed || options.length === 0 ? styles.foot : 'hidden-visually'}>
        <p role="status">
          {hasFailed || options.length === 0
            ? t(`actions:palette.${state === 'found' ? 'nothing' : state}`)
            : t('actions:palette.count', { count: options.length })}
        </p>
        {hasFailed && (
          <LinkButton
            onClick={() => {
              retry();
              // The button disappears.
              document.getElementById(`${id}-field`)?.focus();
            }}
          >
            {t('common.retry')}
          </LinkButton>
        )}
      </div>
    </>
  );
};
