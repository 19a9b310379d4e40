/** The words of a conversation with a customer who writes Spanish. */
import type { Lead } from '../records.ts';
import type { Random } from './random.ts';
import type { Script } from './script.ts';
import { tradeByKey } from './trades/all.ts';

const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const;
const times = ['8:30', '9:00', '10:00', '11:30', '1:00', '2:30'] as const;

export const spanishScript = (lead: Lead, random: Random): Script => {
  const { spanishWork } = tradeByKey(lead.trade);
  const { customer, request, estimate } = lead.negotiation;
  const day = random.pick(days);
  const time = random.pick(times);
  const price = (estimate.total ?? '$240').replace(/\.00$/, '');
  const street = request.location.address1 ?? request.location.city;
  const lines = [
    random.pick([
      `Hola, les mandé una solicitud. ¿Tendrían tiempo para ${spanishWork} el ${day}?`,
      `Buenas tardes, ¿todavía hacen trabajos como este en ${request.location.city}?`,
      'Hola, ¿me puede decir cuánto cobra más o menos?',
    ]),
    random.pick([
      `Hola ${customer.firstName}, gracias por escribir. ¿Me puede mandar una foto?`,
      `¡Con gusto, ${customer.firstName}! ¿Tiene alguna foto que me pueda mandar?`,
    ]),
    { text: random.pick(['Sí, claro, aquí está.', 'Aquí le va una foto.']), hasPhoto: true },
    random.pick([
      `Gracias. Serían unos ${price} en total.`,
      `Perfecto. Le calculo ${price}, se lo confirmo cuando lo vea.`,
    ]),
    random.pick([
      '¿El material está incluido?',
      '¿Da garantía por el trabajo?',
      '¿Cuánto tiempo se tarda?',
    ]),
    random.pick([
      'Sí, todo incluido, y con garantía de un año. Es un día de trabajo.',
      'Sí. El material y un año de garantía van incluidos; se hace en un día.',
    ]),
    random.pick([
      `Me parece bien. ¿Puede venir el ${day}?`,
      `De acuerdo. ¿El ${day} le queda bien?`,
    ]),
    random.pick([`El ${day} a las ${time} puedo.`, `Sí, el ${day}. ¿A las ${time} está bien?`]),
    random.pick([
      `Perfecto. La dirección es ${street}.`,
      `Sí, ${street}. Me avisa cuando venga en camino, por favor.`,
    ]),
    random.pick([
      `Queda agendado el ${day} a las ${time}.`,
      'Listo, ahí nos vemos. Le aviso cuando salga.',
    ]),
    random.pick(['Buenos días, ¿sí viene hoy?', '¿A qué hora llega más o menos?']),
    random.pick(['Sí, ya voy en camino.', 'Llego en unos veinte minutos.']),
    random.pick(['Quedó muy bien, muchas gracias.', 'Muchas gracias, todo quedó perfecto.']),
    random.pick([
      `A sus órdenes, ${customer.firstName}. Si puede, déjenos una reseña.`,
      'Gracias a usted. Aquí estamos para lo que necesite.',
    ]),
  ];
  return { lines, afterwards };
};

const afterwards: Script['afterwards'] = [
  ['¿Me puede mandar la factura otra vez?', 'Claro, se la acabo de mandar.'],
  ['Mi vecina quiere una cotización, ¿le paso su número?', 'Sí, por favor, muchas gracias.'],
  ['¿Acepta tarjeta?', 'Sí, tarjeta, cheque o transferencia.'],
  ['¿Podría volver en tres meses?', 'Con gusto, ya lo apunté.'],
  ['Le dejé cinco estrellas.', '¡Mil gracias, me alegró el día!'],
  ['¿Tengo que cuidar algo en estos días?', 'Nada en especial. Cualquier cosa me manda una foto.'],
];
