/** Pages that the marketplace's records link to: a professional, those of a category, and a request form. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { categories } from '../generate/categories.ts';
import { html, sendPage, type Html } from '../http/page.ts';
import { queryOf } from '../oauth/redirect.ts';
import type { World } from '../world.ts';
import { formatMoney } from '../generate/estimate.ts';
import { areaOf } from '../generate/places.ts';
import { categoryID } from './categories.ts';
import { professionalByID, professionalsIn, type Professional } from './professionals.ts';

export const addMarketplacePages = (app: FastifyInstance, world: World): void => {
  app.get('/pros/:businessID', async (request, reply) =>
    withProfessional(world, request.params, reply, (of) =>
      show(
        reply,
        of.name,
        html`<p>${summary(of)}</p>
          <p>${of.introduction}</p>
          <p class="quiet">“${of.featuredReview}”</p>`,
      ),
    ),
  );
  app.get('/pros/:businessID/request', async (request, reply) =>
    withProfessional(world, request.params, reply, (of) =>
      show(
        reply,
        `Ask ${of.name} for a quote`,
        html`<p>${of.category.name} in ${of.area.city}, ${of.area.state}</p>
          <p class="quiet">Here a customer would describe the work.</p>`,
      ),
    ),
  );
  app.get('/near-me/:categoryID', async (request, reply) => {
    const { categoryID: id } = request.params as { readonly categoryID: string };
    const category = categories.find(({ name }) => categoryID(name) === id);
    const { zipCode = '' } = queryOf(request.query);
    if (!category || !/^\d{5}$/.test(zipCode)) return notFound(reply);
    const area = areaOf(zipCode);
    const lines = professionalsIn(world, category, area).map(
      (of) => html`<li>${of.name}, ${summary(of)}</li>`,
    );
    return show(
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
  const professional = professionalByID(world, businessID);
  return professional ? next(professional) : notFound(reply);
};

const summary = ({ rating, numberOfReviews, dollars, category }: Professional) =>
  `${rating.toFixed(1)} stars from ${numberOfReviews} reviews, from ${formatMoney(dollars)} ${category.quote.unit}`;

const show = (reply: FastifyReply, title: string, body: Html) =>
  sendPage(
    reply,
    200,
    title,
    html`<p class="brand">Marketplace sandbox</p>
      <h1>${title}</h1>
      ${body}`,
  );

const notFound = (reply: FastifyReply) =>
  sendPage(reply, 404, 'Not found', html`<p>The marketplace has no such page.</p>`);
