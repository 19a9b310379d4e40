/**
 * Editable field for a template (contract/template.ts). Variables are chips that cursor, Backspace
 * and screen readers treat as one character; text in double braces becomes a chip. The browser owns the
 * content; React renders only the empty field.
 */
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { longestReply } from '../../contract/limits.ts';
import { readTemplate, type Part } from '../../contract/template.ts';
import { gapNamesOf } from '../leads/saved-replies.ts';
import styles from './saved-replies.module.css';

export type TemplateField = {
  /** Inserts a piece of a template where the cursor was when the field lost the focus, or at the end. */
  readonly insert: (raw: string) => void;
  readonly focus: () => void;
};

type Props = {
  readonly ref: Ref<TemplateField>;
  readonly id: string;
  /** Id of the label. */
  readonly labelledBy: string;
  readonly value: string;
  readonly rows: number;
  readonly lang?: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** The template of a field's content. */
const templateOf = (root: Node): string => {
  let text = '';
  for (const node of root.childNodes) {
    if (node instanceof HTMLElement && node.dataset['raw'] !== undefined)
      text += node.dataset['raw'];
    else if (node instanceof HTMLBRElement) text += node.dataset['end'] === undefined ? '\n' : '';
    else text += node.childNodes.length > 0 ? templateOf(node) : (node.nodeValue ?? '');
  }
  return text;
};

const createChip = (raw: string, words: string): HTMLElement => {
  const chip = document.createElement('span');
  chip.className = styles.chip ?? '';
  chip.contentEditable = 'false';
  chip.dataset['raw'] = raw;
  chip.textContent = words;
  return chip;
};

/** Replaces the selection with a chip and moves the cursor after it. */
const insertChip = (chip: HTMLElement): void => {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  range.deleteContents();
  range.insertNode(chip);
  range.setStartAfter(chip);
  range.collapse(true);
  selection.removeAllRanges();
  selection.addRange(range);
};

/** Finds the first typed text that is a variable. */
const findTypedVariable = (root: HTMLElement): { range: Range; part: Part } | null => {
  for (const node of root.childNodes) {
    if (!(node instanceof Text)) continue;
    let from = 0;
    for (const part of readTemplate(node.data)) {
      const to = from + part.raw.length;
      if (part.kind !== 'text') {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, to);
        return { range, part };
      }
      from = to;
    }
  }
  return null;
};

export const TemplateFieldBox = ({
  ref,
  id,
  labelledBy,
  value,
  rows,
  lang,
  placeholder,
  onChange,
  onFocus,
  onKeyDown,
}: Props) => {
  const { t, i18n } = useTranslation('savedReplies');
  const field = useRef<HTMLDivElement>(null);
  /** Cursor position when the field lost the focus. */
  const lastRange = useRef<Range | null>(null);

  const labelOf = (part: Part): string => {
    if (part.kind === 'cursor') return t('variables.cursor').toLocaleLowerCase(i18n.language);
    if (part.kind !== 'variable') return part.raw.slice(2, -2).trim();
    const name = gapNamesOf(i18n.language)[part.variable];
    if (part.fallback === null) return name;
    return part.fallback === ''
      ? t('variables.orNothing', { name })
      : t('variables.orElse', { name, fallback: part.fallback });
  };
  const draw = (): void => {
    field.current?.replaceChildren(
      ...readTemplate(value).map((part) =>
        part.kind === 'text' ? part.raw : createChip(part.raw, labelOf(part)),
      ),
    );
  };
  const drawRef = useRef(draw);
  useLayoutEffect(() => {
    drawRef.current = draw;
  });
  // Typed text is already in the field, so it is redrawn only after other changes.
  useLayoutEffect(() => {
    if (field.current !== null && templateOf(field.current) !== value) drawRef.current();
  }, [value]);
  useLayoutEffect(() => drawRef.current(), [i18n.language]);

  const onInput = (): void => {
    const { current } = field;
    if (current === null) return;
    for (
      let found = findTypedVariable(current);
      found !== null;
      found = findTypedVariable(current)
    ) {
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(found.range);
      insertChip(createChip(found.part.raw, labelOf(found.part)));
    }
    if (current.childNodes.length === 1 && current.firstChild instanceof HTMLBRElement)
      current.replaceChildren();
    const template = templateOf(current);
    if (template !== value) onChange(template);
  };

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    insert: (raw) => {
      const { current } = field;
      if (current === null) return;
      const [part] = readTemplate(raw);
      if (part === undefined || value.length + raw.length > longestReply) return;
      const range = lastRange.current;
      current.focus();
      const selection = getSelection();
      if (range !== null && current.contains(range.commonAncestorContainer)) {
        selection?.removeAllRanges();
        selection?.addRange(range);
      } else selection?.selectAllChildren(current);
      if (range === null) selection?.collapseToEnd();
      insertChip(createChip(raw, labelOf(part)));
      onInput();
    },
  }));

  useEffect(() => {
    const { current } = field;
    /** Limits the template to a reply's length. */
    const limit = (event: InputEvent): void => {
      const more = event.data?.length ?? event.dataTransfer?.getData('text/plain').length ?? 0;
      const isFull = current !== null && templateOf(current).length + more > longestReply;
      if (more > 0 && isFull && event.cancelable) event.preventDefault();
    };
    current?.addEventListener('beforeinput', limit);
    return () => current?.removeEventListener('beforeinput', limit);
  }, []);

  return (
    <div
      ref={field}
      id={id}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-labelledby={labelledBy}
      aria-placeholder={placeholder}
      data-placeholder={placeholder}
      className={styles.text}
      style={{ minHeight: `${rows * 1.45 + 1.2}em` }}
      lang={lang}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      onInput={onInput}
      onFocus={onFocus}
      onBlur={() => {
        const selection = getSelection();
        lastRange.current =
          selection !== null && selection.rangeCount > 0
            ? selection.getRangeAt(0).cloneRange()
            : null;
      }}
      onKeyDown={onKeyDown}
    />
  );
};
