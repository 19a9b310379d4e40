/** Channels to the phone: their list with tests, and a choice of the news that they receive. */
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxChannels, reachAfterMinutes, reachMostPerHour } from '../../contract/channels.ts';
import type { Failure } from '../../contract/errors.ts';
import type { ChannelOutcome, ReachFailure, ShownChannel } from '../../contract/reach.ts';
import { formatMoment } from '../platform/format.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { OptionSelect } from '../ui/option-select.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { IfFound, Row, SettingRow, type SectionProps } from './setting-row.tsx';
import styles from './settings.module.css';
import own from './on-my-phone.module.css';

type Test =
  | 'running'
  | {
      readonly milliseconds: number;
      readonly failure: ReachFailure | null;
      /** When the result arrived, UTC milliseconds. */
      readonly at: number;
    };

/** Returns a function that formats a failure with the service's own reason. */
const useFailureText = () => {
  const { t } = useTranslation('reach');
  return (
    { kind, place, fields }: ShownChannel,
    { what, status, detail }: ReachFailure,
  ): string => {
    const words = t(`failures.${what}`, { place: kind === 'email' ? fields['host'] : place });
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
  const formatFailure = useFailureText();
  if (test === 'running') return <p role="status">{t('testing')}</p>;
  const { at = null, failure = null, waiting = 0 } = outcome ?? {};
  if (test !== null && test.at >= (at ?? 0))
    return (
      <p role="status" data-tone={test.failure === null ? 'good' : 'bad'}>
        {test.failure === null
          ? t('arrived', { seconds: (test.milliseconds / 1_000).toFixed(2) })
          : formatFailure(channel, test.failure)}
      </p>
    );
  const time = at === null ? '' : formatMoment(at, now, i18n.language);
  return (
    <>
      {at !== null && failure === null && <p>{t('sent', { time })}</p>}
      {failure !== null && (
        <p data-tone="bad">
          {t(failure.what === 'unknown' ? 'unsure' : 'notSent', {
            time,
            reason: formatFailure(channel, failure),
          })}
          {waiting > 0 && ` ${t('retried')}`}
        </p>
      )}
      {waiting > 0 && failure === null && <p>{t('waiting', { count: waiting })}</p>}
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
          aria-label={t('testName', { name })}
          busy={test === 'running'}
          onClick={() => void runTest()}
        >
          {t('test')}
        </BusyButton>
        <Button
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

const Choices = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('reach');
  const { reach } = settings;
  const change = (part: Partial<typeof reach>): void => set({ reach: { ...reach, ...part } });
  return (
    <>
      <Row label={t('news')}>
        <div className={own.kinds} role="group" aria-label={t('news')}>
          {(['leads', 'messages', 'refused', 'stopped'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className={styles.toggle}
              aria-pressed={reach[kind]}
              onClick={() => change({ [kind]: !reach[kind] })}
            >
              {t(`newsKinds.${kind}`)}
            </button>
          ))}
        </div>
      </Row>
      <Row label={t('when')} text={t('whenText')}>
        <OptionSelect
          aria-label={t('when')}
          value={reach.afterMinutes}
          options={reachAfterMinutes}
          getLabel={(count) => (count === 0 ? t('whenNow') : t('whenLater', { count }))}
          onChoose={(afterMinutes) => change({ afterMinutes })}
        />
      </Row>
      <Row label={t('what')} text={t(reach.words ? 'whatText' : 'whatTextPrivate')}>
        <OptionSelect
          aria-label={t('what')}
          value={reach.words ? 'words' : 'private'}
          options={['private', 'words']}
          getLabel={(value) => t(`whats.${value}`)}
          onChoose={(value) => change({ words: value === 'words' })}
        />
      </Row>
      <Row label={t('most')} text={t('mostText')}>
        <OptionSelect
          aria-label={t('most')}
          value={reach.mostPerHour}
          options={reachMostPerHour}
          getLabel={(count) => t('mostPerHour', { count })}
          onChoose={(mostPerHour) => change({ mostPerHour })}
        />
      </Row>
    </>
  );
};

export const OnMyPhone = ({ settings, set }: SectionProps) => {
  const { t } = useTranslation('reach');
  const { value } = useAnswer('reach.channels', {});
  const channels = value?.channels ?? [];
  const { value: report } = useAnswer('reach.report', {}, channels.length > 0);
  /** The channel in the dialog; null for a new one, undefined while it is closed. */
  const [edited, setEdited] = useState<ShownChannel | null | undefined>();
  const [error, setError] = useState<Failure | null>(null);
  return (
    <>
      <SettingRow name="reach">
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={value === undefined || channels.length >= maxChannels}
          onClick={() => setEdited(null)}
        >
          {t('add')}
        </Button>
      </SettingRow>
      <IfFound name="reach">
        <FailureBox error={error} className={styles.failed} />
        {channels.map((channel) => (
          <ChannelRow
            key={channel.channelID}
            channel={channel}
            outcome={report?.channels.find(({ channelID }) => channelID === channel.channelID)}
            onEdit={() => setEdited(channel)}
            onFailure={setError}
          />
        ))}
        {value?.isPersistent === false && channels.length > 0 && (
          <p className={own.note} data-joined>
            {t('notLasting')}
          </p>
        )}
        {channels.length >= maxChannels && (
          <p className={own.note} data-joined>
            {t('tooMany', { most: maxChannels })}
          </p>
        )}
        {channels.length > 0 && <Choices settings={settings} set={set} />}
      </IfFound>
      {edited !== undefined && (
        <ChannelDialog channel={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
};
