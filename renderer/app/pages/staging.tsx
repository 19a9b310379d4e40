import { StagingPage } from '../../staging/staging-page.tsx';
import { SeenPane } from './seen-pane.tsx';

export const Staging = () => <StagingPage SeenPane={SeenPane} />;
