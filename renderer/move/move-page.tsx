/** Assistant that moves a legacy account to the current interface. */
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Account } from '../../contract/accounts.ts';
import { createMove, MoveProvider } from './move.ts';
import { useSession, usePlatform } from '../platform/stores.ts';
import { useAccounts, useReports } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { useLate } from '../ui/late.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ConnectStep, useChooseConnected } from './connect-step.tsx';
import { DisconnectStep } from './disconnect-step.tsx';
import { MatchStep } from './match-step.tsx';
import { formatAccount, ProfileStep, type ConnectionParts } from './profile-step.tsx';
import { Step } from './step.tsx';
import { isOver, deriveSteps, type StepName } from './steps.ts';
import { Summary } from './summary.tsx';
import { WebhooksStep } from './webhooks-step.tsx';
import styles from './move.module.css';

type StepsProps = ConnectionParts & { readonly legacy: Account };

const Steps = ({ legacy, Attempt, NotNotified, ProfileImport }: StepsProps) => {
  const { t } = useTranslation('move');
  const { bridge, queries } = usePlatform();
  const from = legacy.accountID;
  const [actions] = useState(() => createMove(bridge, queries, from));
  const { hasBegun, error } = useStore(actions.actionState);
  const move = useAnswer('move.get', { from }, hasBegun).value?.move ?? null;
  const accounts = useAccounts();
  const reports = useReports();
  const [isChoosing, setChoosing] = useState(false);
  const [initialStep, setInitialStep] = useState<StepName | null>(null);
  const isSlow = useLate(!hasBegun && error === null);
  useEffect(() => actions.follow(), [actions]);
  useChooseConnected(actions, move);

  if (!hasBegun || move === null)
    return (
      <>
        {isSlow && <Spinner />}
        <FailureBox error={error} mt={16} retry={() => void actions.begin()} />
      </>
    );

  const newAccount = accounts.find(({ accountID }) => accountID === move.to) ?? null;
  const report = reports.find(({ accountID }) => accountID === move.to) ?? null;
  const facts = { move, legacy, newAccount, report };
  const steps = deriveSteps(facts, isChoosing);
  const current = steps.find(({ state }) => state === 'now' || state === 'cannot')?.name ?? null;
  // The initial step does not take the focus, later ones do.
  if (initialStep === null && current !== null) setInitialStep(current);
  const contents: Record<StepName, ReactNode> = {
    disconnect: <DisconnectStep />,
    profile: (
      <ProfileStep
        ProfileImport={ProfileImport}
        onKeep={isChoosing ? () => setChoosing(false) : null}
        onChosen={() => setChoosing(false)}
      />
    ),
    connect: <ConnectStep Attempt={Attempt} />,
    webhooks: newAccount && <WebhooksStep newAccount={newAccount} />,
    match: <MatchStep />,
  };
  return (
    <MoveProvider value={{ ...actions, ...facts, chooseAgain: () => setChoosing(true) }}>
      <ol className={styles.steps} aria-label={t('steps')}>
        {steps.map(({ name, state }, index) => (
          <Step
            key={name}
            name={name}
            number={index + 1}
            state={state}
            takesFocus={name === current && name !== initialStep}
          >
            {name === current && contents[name]}
            {name === 'disconnect' && name !== current && <NotNotified account={legacy} />}
          </Step>
        ))}
      </ol>
      {isOver(facts) && !isChoosing && <Summary />}
    </MoveProvider>
  );
};

export const MovePage = (parts: ConnectionParts) => {
  const { t } = useTranslation('move');
  const moving = useSession((state) => state.movingAccount);
  const go = useSession((state) => state.go);
  const legacy = useAccounts().find(({ accountID }) => accountID === moving) ?? null;
  if (legacy === null)
    return (
      <Page title={t('title')}>
        <EmptyState
          icon={IconPlugConnectedX}
          title={t('none.title')}
          text={t('none.text')}
          action={{ label: t('connection'), run: () => go('connection') }}
        />
      </Page>
    );
  return (
    <Page title={t('title')} text={t('text', { name: formatAccount(legacy) })}>
      <Steps key={legacy.accountID} legacy={legacy} {...parts} />
    </Page>
  );
};
