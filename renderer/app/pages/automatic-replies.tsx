import { AutomaticRepliesPage } from '../../automatic-replies/automatic-replies-page.tsx';
import { TemplateTexts } from '../../saved-replies/template-texts.tsx';

export const AutomaticReplies = () => <AutomaticRepliesPage TemplateTexts={TemplateTexts} />;
