/** Shows a rule's replies if it had run in the last 30 days; a rule is switched on from here. */
import { useTranslation } from 'react-i18next';
import type { AutomaticRule } from '../../contract/automatic-replies.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { formatDateAndTime } from '../platform/format.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';
import texts from '../ui/text.module.css';
import { useRequestDialog } from '../ui/use-dialog.ts';
import styles from './automatic-replies.module.css';

type Preview = CommandOutput<'automaticReplies.preview'>;

const Leads = ({ leads, sent, all }: Preview) => {
  const { t, i18n } = useTranslation(['automaticReplies', 'translation']);
  return (
    <>
      <p className={styles.count}>
        {all === 0 ? t('preview.none') : t('preview.count', { count: all, sent })}
      </p>
      {leads.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('preview.leads')}>
          <ul className={styles.leads}>
            {leads.map(({ leadID, customerName, createdAt, text, reason, gap }) => (
              <li key={leadID} data-sent={reason === null}>
                <h3>
                  <bdi>{customerName || t('preview.noName')}</bdi>
                  <time>{formatDateAndTime(createdAt, i18n.language)}</time>
                </h3>
                <p>
                  {reason === null ? text : t(`translation:automatic.reason.${reason}`, { gap })}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {all > leads.length && (
        <p className={texts.small}>{t('preview.newest', { count: leads.length })}</p>
      )}
    </>
  );
};

type Props = {
  readonly rule: AutomaticRule;
  /** False for a member of a team, whose owners make the rules. */
  readonly mayChange: boolean;
  readonly onClose: () => void;
};

export const RulePreview = ({ rule, mayChange, onClose }: Props) => {
  const { t } = useTranslation(['automaticReplies', 'translation']);
  const { bridge } = usePlatform();
  const { ref, busy, error, finish } = useRequestDialog();
  const { value: preview, error: unread } = useAnswer('automaticReplies.preview', { rule });
  const maySwitchOn = mayChange && !rule.isOn;
  const switchOn = (): void =>
    void finish(bridge.invoke('automaticReplies.save', { ...rule, isOn: true }));
  return (
    <Dialog
      ref={ref}
      title={rule.name}
      error={error ?? unread}
      {...(!maySwitchOn && { leave: t('translation:common.close') })}
      onClose={onClose}
      action={
        maySwitchOn && (
          <BusyButton variant="filled" busy={busy || preview === undefined} onClick={switchOn}>
            {t('switchOn')}
          </BusyButton>
        )
      }
    >
      {preview === undefined ? unread === null && <Spinner /> : <Leads {...preview} />}
    </Dialog>
  );
};
