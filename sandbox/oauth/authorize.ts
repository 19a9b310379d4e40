/** The v4 consent page. Errors go back by redirect, except a bad client or redirect address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, sendPage, sendRejectionPage } from '../http/page.ts';
import { getFormFields } from '../http/server.ts';
import type { User } from '../records.ts';
import { audience, identityScopes, v4Scopes, type World } from '../world.ts';
import { issueCode } from './grants.ts';
import { parseQuery, buildRedirect } from './redirect.ts';

export const authorizePath = '/oauth2/auth';

const minStateLength = 8;

type Query = Readonly<Record<string, string | undefined>>;

export const addAuthorize = (app: FastifyInstance, world: World): void => {
  app.get(authorizePath, async (request, reply) => validateRequest(request, reply, showConsent));
  app.post(authorizePath, async (request, reply) => validateRequest(request, reply, decide));

  /** Calls `next` with a valid request, or sends the error. */
  const validateRequest = (
    request: FastifyRequest,
    reply: FastifyReply,
    next: (reply: FastifyReply, consent: ConsentRequest, form: Query) => FastifyReply,
  ): FastifyReply => {
    const query = parseQuery(request.query);
    const client = world.clients.v4;
    if (query['client_id'] !== client.clientID)
      return sendRejectionPage(
        reply,
        'The app that sent you here is not known to the marketplace.',
      );
    const redirectURI = query['redirect_uri'];
    if (redirectURI === undefined || !client.redirectURIs.includes(redirectURI))
      return sendRejectionPage(
        reply,
        'The app asked to be answered at an address that is not its own.',
      );
    const state = query['state'];
    const error = findError(query);
    if (error) return reply.redirect(buildRedirect(redirectURI, { ...error, state }), 302);
    const scopes = [...new Set(parseScopes(query))];
    const person = choosePerson(query['login_hint']);
    const consent = { redirectURI, state, scopes, query, person };
    return next(reply, consent, getFormFields(request.body) ?? {});
  };

  /** Returns the person with the email in the hint; the professional by default. */
  const choosePerson = (hint: string | undefined): User =>
    hint === world.coOwner.email ? world.coOwner : world.user;

  const showConsent = (
    reply: FastifyReply,
    { scopes, redirectURI, person }: ConsentRequest,
  ): FastifyReply => {
    const { name } = world.clients.v4;
    const { firstName, lastName, email } = person;
    return sendPage(
      reply,
      200,
      `Allow ${name}?`,
      html`<p class="brand">Marketplace sandbox</p>
        <h1>Allow ${name} to work with your account?</h1>
        <p>You are signed in as ${firstName} ${lastName} (${email}). ${name} would be able to:</p>
        <ul>
          ${scopes.map((scope) => html`<li>${scopeDescriptions[scope] ?? scope}</li>`)}
        </ul>
        <form method="post">
          <div class="decision">
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny">Deny</button>
          </div>
        </form>
        <p class="quiet">This covers every business that you own. You can end it at any time.</p>`,
      redirectURI,
    );
  };

  const decide = (reply: FastifyReply, consent: ConsentRequest, form: Query): FastifyReply => {
    const { redirectURI, state, query, person } = consent;
    if (form['decision'] === 'deny')
      return reply.redirect(buildRedirect(redirectURI, { error: 'access_denied', state }), 302);
    if (form['decision'] !== 'allow') return showConsent(reply, consent);
    const client = world.clients.v4;
    const consentKey = `${client.clientID}/${person.userID}`;
    const earlier = world.state.consents[consentKey];
    // With prompt=login an earlier consent applies again, without scopes added since.
    const scopes =
      query['prompt'] === 'login' && earlier
        ? consent.scopes.filter((scope) => earlier.includes(scope))
        : consent.scopes;
    world.state.consents[consentKey] = [...scopes];
    const { code_challenge: challenge, nonce } = query;
    const code = issueCode(world, client, {
      userID: person.userID,
      redirectURI,
      scopes,
      ...(challenge ? { challenge } : {}),
      ...(nonce ? { nonce } : {}),
    });
    world.log('the professional allowed the connection (v4)');
    return reply.redirect(
      buildRedirect(redirectURI, { code, scope: scopes.join(' '), state }),
      302,
    );
  };
};

type ConsentRequest = {
  readonly redirectURI: string;
  readonly state: string | undefined;
  readonly scopes: readonly string[];
  readonly query: Query;
  readonly person: User;
};

const parseScopes = (query: Query) => (query['scope'] ?? '').split(' ').filter(Boolean);

/** Finds the first error of a request with a valid client and redirect address. */
const findError = (query: Query): { error: string; error_description: string } | undefined => {
  const toError = (error: string, error_description: string) => ({ error, error_description });
  if (query['response_type'] !== 'code')
    return toError('unsupported_response_type', 'response_type must be code.');
  if ((query['state'] ?? '').length < minStateLength)
    return toError('invalid_request', `state is required, at least ${minStateLength} characters.`);
  if (query['audience'] !== audience)
    return toError('invalid_request', `audience must be ${audience}.`);
  const scopes = parseScopes(query);
  const known: readonly string[] = [...v4Scopes, ...identityScopes];
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown !== undefined || scopes.length === 0)
    return toError(
      'invalid_scope',
      `The client may not have the scope ${unknown ?? '(none given)'}.`,
    );
  const challenge = query['code_challenge'];
  const method = query['code_challenge_method'];
  if (
    (challenge !== undefined && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge))) ||
    (challenge === undefined && method !== undefined)
  )
    return toError('invalid_request', 'PKCE takes an S256 challenge of 43 characters.');
  return undefined;
};

/** Scopes as the consent page describes them. */
const scopeDescriptions: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  email: 'See your email address',
  profile: 'See your name',
  offline_access: 'Stay connected while you are away',
  'supply::businesses.list': 'See your businesses',
  'supply::negotiations.read': 'Read your leads',
  'supply::negotiations.write': 'Change the state of your leads',
  'supply::messages.read': 'Read your conversations with customers',
  'supply::messages.write': 'Send messages to customers in your name',
  'supply::webhooks.read': 'See where news of your leads is sent',
  'supply::webhooks.write': 'Choose where news of your leads is sent',
  'supply::users.read': 'See your name and email address',
  'supply::users.disconnect': 'End this connection',
  'supply::businesses/associate-phone-numbers.read': 'See the phone numbers of your businesses',
  'supply::businesses/associate-phone-numbers.write': 'Change the phone numbers of your businesses',
};
