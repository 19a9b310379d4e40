/** The words of local moving. */
import type { Trade } from './trade.ts';

export const moving: Trade = {
  key: 'moving',
  category: 'Local Moving (under 50 miles)',
  work: 'the move',
  spanishWork: 'la mudanza',
  companies: ['Movers', 'Moving & Storage', 'Moving Crew', 'Van Lines'],
  jobs: [
    'Moving from a two bedroom apartment to a house across town',
    'Only the heavy things: piano, sofa and a gun safe',
    'Studio on the third floor without an elevator',
    'Office of eight desks to a new suite in the same building',
    'Storage unit of 10 by 15 to be emptied into our new garage',
    'Three bedroom house, about 25 miles',
    'Loading help for a truck that we rent ourselves',
    'Helping my son out of his dorm and into an apartment',
  ],
  details: [
    'Everything will be in boxes by the evening before.',
    'We need help wrapping the glass and the art.',
    'The new place has a narrow staircase with a turn.',
    'Elevator is reserved from nine to noon.',
    'Long walk to the truck, around 150 feet.',
    'A few pieces have to be taken apart and put together again.',
    'We can carry the boxes ourselves to save time.',
    'The building asks for a certificate of insurance.',
  ],
  spanishJobs: [
    'Me mudo de un departamento de dos recámaras a una casa',
    'Necesito mover un piano y una sala',
    'Mudanza desde un tercer piso sin elevador',
    'Hay que vaciar una bodega y llevar todo a mi garaje',
    'Necesito ayuda para cargar un camión rentado',
  ],
  questions: [
    {
      question: 'Size of the move',
      answers: ['A few items', 'Studio', '1 &ndash; 2 bedrooms', '3+ bedrooms'],
    },
    { question: 'Stairs at pickup', answers: ['None', '1 flight', '2 flights', 'Elevator'] },
    { question: 'Stairs at drop-off', answers: ['None', '1 flight', '2 flights', 'Elevator'] },
    {
      question: 'Heavy items',
      answers: ['None', 'Piano', 'Sofa, Dresser', 'Safe, Pool table', 'Appliances &amp; freezer'],
    },
    {
      question: 'Do you need packing?',
      answers: ['Yes, all', 'Only fragile things', 'No, we&#39;ll pack'],
    },
  ],
  estimate: { type: 'Hourly', unitName: 'hour', dollars: [110, 175], quantity: [3, 8] },
  leadDollars: [18, 49],
  travel: ['ProviderTravelToCustomer'],
  files: ['living-room', 'staircase', 'inventory-list'],
  asks: [
    [
      'What is the biggest or heaviest piece, and are there stairs?',
      'An upright piano, one flight down at the old place and none at the new.',
    ],
    [
      'About how many boxes, and will they be packed?',
      'Around forty, all packed and labeled except the kitchen.',
    ],
    [
      'What are the two zip codes, and is there parking for a 26 foot truck?',
      'Same zip for both. The old street is tight but I can hold two spots with my cars.',
    ],
    [
      'Is your date fixed, or could it be a day in the middle of the week?',
      'A weekday works if it saves money, just before the end of the month.',
    ],
  ],
  concerns: [
    [
      'Is the drive from your yard counted?',
      'A flat half hour covers it, wherever you are in town.',
    ],
    [
      'What if something gets scratched?',
      'Basic coverage is included and full value coverage is a small extra. We note old scratches first.',
    ],
    [
      'How many people will come?',
      'Three and a 26 foot truck. That is faster and in the end cheaper than two.',
    ],
    [
      'Can you take the bed frames apart?',
      'Yes, we bring tools, and we put them together again where you want them.',
    ],
  ],
};
