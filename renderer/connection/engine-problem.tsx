/** Reports a problem of the engine itself; usually shows nothing. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EngineProblem as Problem } from '../../contract/commands/shell.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { onDemand } from '../ui/lazily.tsx';
import styles from './connection.module.css';

const DiagnosticsDialog = onDemand(
  () => import('../ui/diagnostics-dialog.tsx'),
  'DiagnosticsDialog',
);

const codes: Readonly<Record<Problem, ErrorCode>> = {
  incomplete: 'engine_stopped',
  notStarted: 'engine_stopped',
  late: 'engine_unavailable',
  otherWay: 'internal',
};

export const EngineProblem = () => {
  const { t } = useTranslation();
  const problem = useAnswer('shell.engine', {}).value?.problem ?? null;
  const [isDiagnosing, setDiagnosing] = useState(false);
  if (problem === null) return null;
  return (
    <div className={styles.error} data-engine-problem={problem}>
      <FailureBox
        error={{ code: codes[problem], message: '' }}
        words={t(`connection.engine.${problem}`, { returnObjects: true })}
        action={{ label: t('bars.diagnostics'), run: () => setDiagnosing(true) }}
      />
      {isDiagnosing && <DiagnosticsDialog onClose={() => setDiagnosing(false)} />}
    </div>
  );
};
