/** Channels to the phone: their list with tests, and which news they receive. */
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mostChannels, reachAfterMinutes, reachMostPerHour } from '../../contract/channels.ts';
import type { Failure } from '../../contract/errors.ts';
import type { ChannelOutcome, ReachFailure, ShownChannel } from '../../contract/reach.ts';
import { formatMoment } from '../platform/format.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBlock } from '../ui/failure-box.tsx';
import { Select } from '../ui/select.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { IfFound } from './found.tsx';
import { SettingRow, type SectionProps } from './setting-row.tsx';
import styles from './settings.module.css';
import own from './on-my-phone.module.css';

type Test =
  | 'running'
  | {
      readonly milliseconds: number;
      readonly fault: ReachFailure | null;
      /** When the result arrived, UTC milliseconds. */
      readonly at: number;
    };

/** The text of a failure, with the service's own reason. */
const useFaultWords = () => {
  const { t } = useTranslation('reach');
  return (
    { kind, place, fields }: ShownChannel,
    { what, status, detail }: ReachFailure,
  ): string => {
    const words = t(`faults.${what}`, { place: kind === 'email' ? fields['host'] : place });
    const own = [status, detail].filter((part) => part !== undefined).join(': ');
    return own === '' ? words : `${words} (${own})`;
  };
};

type StateProps = {
  readonly channel: ShownChannel;
  readonly outcome: ChannelOutcome | undefined;
  readonly test: Test | null;
};

const ChannelState = ({ channel, outcome, test }: StateProps) => {
  const { t, i18n } = useTranslation('reach');
  const { ticker } = usePlatform();
  const now = useTicking(ticker, (at) => at);
  const faultWords = useFaultWords();
  if (test === 'running') return <p role="status">{t('testing')}</p>;
  const { at = null, fault = null, waiting = 0 } = outcome ?? {};
  if (test !== null && test.at >= (at ?? 0))
    return (
      <p role="status" data-tone={test.fault === null ? 'good' : 'bad'}>
        {test.fault === null
          ? t('arrived', { seconds: (test.milliseconds / 1_000).toFixed(2) })
          : faultWords(channel, test.fault)}
      </p>
    );
  const time = at === null ? '' : formatMoment(at, now, i18n.language);
  return (
    <>
      {at !== null && fault === null && <p>{t('sent', { time })}</p>}
      {fault !== null && (
        <p data-tone="bad">
          {t(fault.what === 'unknown' ? 'unsure' : 'notSent', {
            time,
            reason: faultWords(channel, fault),
          })}
          {waiting > 0 && ` ${t('retried')}`}
        </p>
      )}
      {waiting > 0 && fault === null && <p>{t('waiting', { count: waiting })}</p>}
    </>
  );
};

type RowProps = {
  readonly channel: ShownChannel;
  readonly outcome: ChannelOutcome | undefined;
  readonly onEdit: () => void;
  readonly onFailure: (error: Failure | null) => void;
};

const ChannelRow = ({ channel, outcome, onEdit, onFailure }: RowProps) => {
  const { t } = useTranslation('reach');
  const { bridge, ticker } = usePlatform();
  const [test, setTest] = useState<Test | null>(null);
  const { channelID, name, kind, place } = channel;
  const runTest = async (): Promise<void> => {
    setTest('running');
    const answer = await bridge.invoke('reach.test', { channelID });
    const result = answer.ok ? { ...answer.value, at: ticker.now() } : null;
    // Null if the channel was edited meanwhile.
    setTest((now) => (now === null ? null : result));
    onFailure(answer.ok ? null : answer.error);
  };
  /** The switch's new position, shown before it is stored. */
  const [switchedOn, setSwitchedOn] = useState<boolean | null>(null);
  const switchChannel = async (on: boolean): Promise<void> => {
    setSwitchedOn(on);
    const answer = await bridge.invoke('reach.switch', { channelID, on });
    if (!answer.ok) setSwitchedOn(null);
    onFailure(answer.ok ? null : answer.error);
  };
  return (
    <div className={own.channel} role="group" aria-label={name}>
      <div className={own.about}>
        <bdi>{name}</bdi>
        <p>
          {t(`kinds.${kind}`)} · <bdi>{place}</bdi>
        </p>
        <ChannelState channel={channel} outcome={outcome} test={test} />
      </div>
      <div className={own.buttons}>
        <BusyButton
          variant="default"
          aria-label={t('testName', { name })}
          busy={test === 'running'}
          onClick={() => void runTest()}
        >
          {t('test')}
        </BusyButton>
        <Button
          variant="default"
          aria-label={t('editName', { name })}
          onClick={() => {
            setTest(null);
            onEdit();
          }}
        >
          {t('edit')}
        </Button>
        <Switch
          aria-label={t('on', { name })}
          checked={switchedOn ?? channel.on}
          onChange={({ currentTarget }) => void switchChannel(currentTarget.checked)}
        />
      </div>
    </div>
  );
};

type ChoiceProps = {
  readonly label: string;
  readonly text?: string;
  readonly children: ReactNode;
};

const Choice = ({ label, text, children }: ChoiceProps) => (
  <div className={styles.setting}>
    <div>
      {label}
      {text !== undefined && <p>{text}</p>}
    </div>
    <div className={styles.control}>{children}</div>
  </div>
);

const Choices = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('reach');
  const { reach } = settings;
  const change = (part: Partial<typeof reach>): void => set({ reach: { ...reach, ...part } });
  return (
    <>
      <Choice label={t('news')}>
        <div className={own.kinds} role="group" aria-label={t('news')}>
          {(['leads', 'messages', 'refused', 'stopped'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              aria-pressed={reach[kind]}
              onClick={() => change({ [kind]: !reach[kind] })}
            >
              {t(`newsKinds.${kind}`)}
            </button>
          ))}
        </div>
      </Choice>
      <Choice label={t('when')} text={t('whenText')}>
        <Select
          aria-label={t('when')}
          value={String(reach.afterMinutes)}
          data={reachAfterMinutes.map((count) => ({
            value: String(count),
            label: count === 0 ? t('whenNow') : t('whenLater', { count }),
          }))}
          onChange={({ currentTarget: { value } }) => {
            const afterMinutes = reachAfterMinutes.find((each) => String(each) === value);
            if (afterMinutes !== undefined) change({ afterMinutes });
          }}
        />
      </Choice>
      <Choice label={t('what')} text={t(reach.words ? 'whatText' : 'whatTextPrivate')}>
        <Select
          aria-label={t('what')}
          value={reach.words ? 'words' : 'private'}
          data={(['private', 'words'] as const).map((value) => ({
            value,
            label: t(`whats.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => change({ words: value === 'words' })}
        />
      </Choice>
      <Choice label={t('most')} text={t('mostText')}>
        <Select
          aria-label={t('most')}
          value={String(reach.mostPerHour)}
          data={reachMostPerHour.map((count) => ({
            value: String(count),
            label: t('mostPerHour', { count }),
          }))}
          onChange={({ currentTarget: { value } }) => {
            const mostPerHour = reachMostPerHour.find((each) => String(each) === value);
            if (mostPerHour !== undefined) change({ mostPerHour });
          }}
        />
      </Choice>
    </>
  );
};

export const OnMyPhone = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('reach');
  const { value } = useAnswer('reach.channels', {});
  const channels = value?.channels ?? [];
  const { value: report } = useAnswer('reach.report', {}, channels.length > 0);
  const dialog = useRef<HTMLDialogElement>(null);
  /** The channel in the dialog; null for a new one, undefined while it is closed. */
  const [edited, setEdited] = useState<ShownChannel | null | undefined>();
  const [error, setError] = useState<Failure | null>(null);
  useEffect(() => {
    if (edited !== undefined) dialog.current?.showModal();
  }, [edited]);
  return (
    <>
      <SettingRow name="reach">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={value === undefined || channels.length >= mostChannels}
          onClick={() => setEdited(null)}
        >
          {t('add')}
        </Button>
      </SettingRow>
      <IfFound name="reach">
        <FailureBlock error={error} className={styles.failed} />
        {channels.map((channel) => (
          <ChannelRow
            key={channel.channelID}
            channel={channel}
            outcome={report?.channels.find(({ channelID }) => channelID === channel.channelID)}
            onEdit={() => setEdited(channel)}
            onFailure={setError}
          />
        ))}
        {value?.lasts === false && channels.length > 0 && (
          <p className={own.note} data-joined>
            {t('notLasting')}
          </p>
        )}
        {channels.length >= mostChannels && (
          <p className={own.note} data-joined>
            {t('tooMany', { most: mostChannels })}
          </p>
        )}
        {channels.length > 0 && <Choices settings={settings} set={set} />}
      </IfFound>
      {edited !== undefined && (
        <ChannelDialog ref={dialog} channel={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
};
