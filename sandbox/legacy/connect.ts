/** The legacy connection page (conformance.md, A), which redirects to `<redirect_uri>/?code=…&scope=messages`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, sendPage, sendRejectionPage } from '../http/page.ts';
import { getFormFields } from '../http/server.ts';
import { issueCode } from '../oauth/grants.ts';
import { parseQuery, buildRedirect } from '../oauth/redirect.ts';
import type { Client, World } from '../world.ts';

const path = '/connect/services/partner-connect/';
export const legacyScope = 'messages';

export const addConnectPage = (app: FastifyInstance, world: World): void => {
  app.get(path, async (request, reply) =>
    validateRequest(request, reply, (connection) => showPage(reply, connection)),
  );
  app.post(path, async (request, reply) =>
    validateRequest(request, reply, (connection) =>
      decide(reply, connection, getFormFields(request.body) ?? {}),
    ),
  );

  /** Calls `next` with a valid request, or sends the error. */
  const validateRequest = (
    request: FastifyRequest,
    reply: FastifyReply,
    next: (connection: ConnectRequest) => FastifyReply,
  ): FastifyReply => {
    const query = parseQuery(request.query);
    const client = [world.clients.legacy, world.clients.legacyTest].find(
      ({ clientID }) => clientID === query['client_id'],
    );
    if (!client)
      return sendRejectionPage(
        reply,
        'The partner that sent you here is not known to the marketplace.',
      );
    const redirectURI = query['redirect_uri'] ?? client.redirectURIs[0];
    if (redirectURI === undefined || !client.redirectURIs.includes(redirectURI))
      return sendRejectionPage(
        reply,
        'The partner asked to be answered at an address that is not its own.',
      );
    const connection = { client, redirectURI, state: query['state'] };
    if (query['response_type'] !== 'code')
      return sendBack(reply, connection, { error: 'unsupported_response_type' });
    if (query['scope'] !== legacyScope)
      return sendBack(reply, connection, { error: 'invalid_scope' });
    return next(connection);
  };

  const showPage = (reply: FastifyReply, { client, redirectURI }: ConnectRequest): FastifyReply =>
    sendPage(
      reply,
      200,
      `Connect ${client.name}`,
      html`<p class="brand">Marketplace sandbox</p>
        <h1>Connect a business to ${client.name}</h1>
        <p>${client.name} would receive this business’s leads and answer customers in your name.</p>
        <form method="post">
          <label for="businessID">Business</label>
          <select id="businessID" name="businessID">
            ${world.businesses.map(
              ({ businessID, name }) => html`<option value="${businessID}">${name}</option>`,
            )}
          </select>
          <div class="decision">
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny">Deny</button>
          </div>
        </form>
        <p class="quiet">You can end the connection at any time.</p>`,
      redirectURI,
    );

  const decide = (
    reply: FastifyReply,
    connection: ConnectRequest,
    form: Readonly<Record<string, string>>,
  ): FastifyReply => {
    if (form['decision'] === 'deny') return sendBack(reply, connection, { error: 'access_denied' });
    const business = world.businesses.find(({ businessID }) => businessID === form['businessID']);
    if (form['decision'] !== 'allow') return showPage(reply, connection);
    if (!business)
      return sendRejectionPage(reply, 'The business that was picked is not one of yours.');
    const code = issueCode(world, connection.client, {
      userID: world.user.userID,
      businessID: business.businessID,
      redirectURI: connection.redirectURI,
      scopes: [legacyScope],
    });
    world.log(`the professional connected ${business.name} (legacy)`);
    return sendBack(reply, connection, { code, scope: legacyScope });
  };
};

type ConnectRequest = {
  readonly client: Client;
  readonly redirectURI: string;
  readonly state: string | undefined;
};

/** The legacy interface puts a slash between the redirect address and its query. */
const sendBack = (
  reply: FastifyReply,
  { redirectURI, state }: ConnectRequest,
  result: Readonly<Record<string, string>>,
): FastifyReply => {
  const address = redirectURI.endsWith('/') ? redirectURI : `${redirectURI}/`;
  return reply.redirect(buildRedirect(address, { ...result, state }), 302);
};
