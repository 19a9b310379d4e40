/** Names of scopes on the screen; an unknown scope is shown unchanged. */
import { useTranslation } from 'react-i18next';
import type en from '../../resources/locales/en/translation.json';

type ScopeWord = keyof (typeof en)['connect']['scopes'];

const words: Readonly<Record<string, ScopeWord>> = {
  offline_access: 'offline',
  openid: 'identity',
  email: 'email',
  profile: 'name',
  'supply::businesses.list': 'businesses',
  'supply::negotiations.read': 'negotiationsRead',
  'supply::negotiations.write': 'negotiationsWrite',
  'supply::messages.read': 'messagesRead',
  'supply::messages.write': 'messagesWrite',
  'supply::webhooks.read': 'webhooksRead',
  'supply::webhooks.write': 'webhooksWrite',
  'supply::users.read': 'usersRead',
  'supply::users.disconnect': 'usersDisconnect',
  'supply::businesses/associate-phone-numbers.read': 'phonesRead',
  'supply::businesses/associate-phone-numbers.write': 'phonesWrite',
  // The only scope of the legacy interface.
  messages: 'leadsAndReplies',
};

export const findScopeWord = (scope: string): ScopeWord | null => words[scope] ?? null;

export const useScopeName = (): ((scope: string) => string) => {
  const { t } = useTranslation();
  return (scope) => {
    const word = findScopeWord(scope);
    return word === null ? scope : t(`connect.scopes.${word}`);
  };
};
