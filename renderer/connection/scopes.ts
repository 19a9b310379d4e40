/** What a scope lets the app do, in words; a scope that we do not know is shown as it is called. */
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
};

export const scopeWord = (scope: string): ScopeWord | null => words[scope] ?? null;
