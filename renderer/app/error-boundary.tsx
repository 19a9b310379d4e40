/** Contains a bug in one screen: shows an explanation and a button to try again. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';

const FailedScreen = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <main style={{ flex: 1 }} role="alert">
      <EmptyState icon={IconAlertTriangle} title={t('boundary.title')} text={t('boundary.text')}>
        <Button variant="filled" mt={12} onClick={onRetry}>
          {t('boundary.action')}
        </Button>
      </EmptyState>
    </main>
  );
};

type Props = { readonly children: ReactNode };
type State = { readonly hasFailed: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };
  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    return this.state.hasFailed ? (
      <FailedScreen onRetry={() => this.setState({ hasFailed: false })} />
    ) : (
      this.props.children
    );
  }
}
