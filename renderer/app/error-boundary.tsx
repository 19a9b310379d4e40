/** Contains a bug in one screen: shows an explanation and a button to try again. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';

const Stopped = ({ again }: { readonly again: () => void }) => {
  const { t } = useTranslation();
  return (
    <main style={{ flex: 1 }} role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t('boundary.title')}
        text={t('boundary.text')}
      >
        <Button variant="filled" mt={12} onClick={again}>
          {t('boundary.action')}
        </Button>
      </EmptyState>
    </main>
  );
};

type Props = { readonly children: ReactNode };
type State = { readonly stopped: boolean };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { stopped: false };
  static getDerivedStateFromError(): State {
    return { stopped: true };
  }
  override render(): ReactNode {
    return this.state.stopped ? (
      <Stopped again={() => this.setState({ stopped: false })} />
    ) : (
      this.props.children
    );
  }
}
