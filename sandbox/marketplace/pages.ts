/** Pages that the marketplace's records link to: a professional, those of a category, and a request form. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { categories } from '../generate/categories.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import { parseQuery } from '../oauth/redirect.ts';
import type { World } from '../world.ts';
import { formatMoney } from '../generate/estimate.ts';
import { findNearestArea } from '../generate/places.ts';
import { deriveCategoryID } from './categories.ts';
import { findProfessional, listProfessionals, type Professional } from './professionals.ts';

export const addMarketplacePages = (app: FastifyInstance, world: World): void => {
  app.get('/pros/:businessID', async (request, reply) =>
    withProfessional(world, request.params, reply, (professional) =>
      sendTitledPage(
        reply,
        professional.name,
        html`<p>${formatSummary(professional)}</p>
          <p>${professional.introduction}</p>
          <p class="quiet">“${professional.featuredReview}”</p>`,
      ),
    ),
  );
  app.get('/pros/:businessID/request', async (request, reply) =>
    withProfessional(world, request.params, reply, ({ name, category, area }) =>
      sendTitledPage(
        reply,
        `Ask ${name} for a quote`,
        html`<p>${category.name} in ${area.city}, ${area.state}</p>
          <p class="quiet">Here a customer would describe the work.</p>`,
      ),
    ),
  );
  app.get('/near-me/:categoryID', async (request, reply) => {
    const { categoryID } = request.params as { readonly categoryID: string };
    const category = categories.find(({ name }) => deriveCategoryID(name) === categoryID);
    const { zipCode = '' } = parseQuery(request.query);
    if (!category || !/^\d{5}$/.test(zipCode)) return sendNotFound(reply);
    const area = findNearestArea(zipCode);
    const lines = listProfessionals(world, category, area).map(
      (professional) => html`<li>${professional.name}, ${formatSummary(professional)}</li>`,
    );
    return sendTitledPage(
      reply,
      `${category.name} near ${area.city}`,
      html`<ul>
        ${lines}
      </ul>`,
    );
  });
};

const withProfessional = (
  world: World,
  params: unknown,
  reply: FastifyReply,
  next: (professional: Professional) => FastifyReply,
): FastifyReply => {
  const { businessID } = params as { readonly businessID: string };
  const professional = findProfessional(world, businessID);
  return professional ? next(professional) : sendNotFound(reply);
};

const formatSummary = ({ rating, numberOfReviews, dollars, category }: Professional) =>
  `${rating.toFixed(1)} stars from ${numberOfReviews} reviews, from ${formatMoney(dollars)} ${category.quote.unit}`;

const sendTitledPage = (reply: FastifyReply, title: string, body: Html) =>
  sendPage(
    reply,
    200,
    title,
    html`<p class="brand">Marketplace sandbox</p>
      <h1>${title}</h1>
      ${body}`,
  );

const sendNotFound = (reply: FastifyReply) =>
  sendPage(reply, 404, 'Not found', html`<p>The marketplace has no such page.</p>`);
