/** The words of house cleaning. */
import type { Trade } from './trade.ts';

export const cleaning: Trade = {
  key: 'cleaning',
  category: 'House Cleaning',
  work: 'the cleaning',
  spanishWork: 'la limpieza',
  companies: ['Cleaning Co.', 'Home Cleaners', 'Maids', 'Fresh Homes'],
  jobs: [
    'Move-out cleaning of a three bedroom apartment',
    'Looking for someone every other week for a four bedroom house',
    'One deep cleaning before family visits',
    'Post-renovation dust everywhere on two floors',
    'Weekly cleaning of a one bedroom condo with two cats',
    'Kitchen and two bathrooms need real scrubbing',
    'My mother is 84 and needs help keeping her house clean',
    'Short-term rental turnover, usually on Sundays',
  ],
  details: [
    'Inside of the oven and the fridge too, please.',
    'Hardwood downstairs, carpet upstairs.',
    'We prefer products without fragrance.',
    'There is a friendly dog who can stay in the yard.',
    'You would let yourself in with a code.',
    'About 1,900 square feet.',
    'The showers have hard water stains.',
    'Windows inside would be a bonus but are not a must.',
  ],
  spanishJobs: [
    'Busco limpieza profunda de una casa de tres recámaras',
    'Necesito limpieza de salida de un departamento',
    'Quiero limpieza cada dos semanas',
    'Hay mucho polvo después de una remodelación',
    'La cocina y los dos baños necesitan una buena tallada',
  ],
  questions: [
    { question: 'How often?', answers: ['Once', 'Every week', 'Every 2 weeks', 'Every month'] },
    {
      question: 'Number of bedrooms',
      answers: ['1 bedroom', '2 bedrooms', '3 bedrooms', '4 bedrooms'],
    },
    {
      question: 'Number of bathrooms',
      answers: ['1 bathroom', '1.5 bathrooms', '2 bathrooms', '3 bathrooms'],
    },
    {
      question: 'Extras',
      answers: [
        'Oven cleaning',
        'Fridge cleaning, Oven cleaning',
        'Laundry',
        'Window cleaning (interior), Laundry',
        'None',
      ],
    },
    { question: 'Pets', answers: ['No pets', 'Dog(s)', 'Cat(s)', 'Dog(s), Cat(s)'] },
  ],
  estimate: { type: 'Fixed', dollars: [120, 420], quantity: [1, 1] },
  leadDollars: [9, 28],
  travel: ['ProviderTravelToCustomer'],
  files: ['kitchen', 'bathroom', 'floor-plan'],
  asks: [
    [
      'How many bedrooms and bathrooms, and when was the last deep cleaning?',
      'Three bedrooms and two baths, and honestly the last one was before the holidays.',
    ],
    [
      'Any pets, and is there anything we should not touch?',
      'Two cats, very shy. Please just leave the desk in the office alone.',
    ],
    [
      'Would you like us to bring supplies and a vacuum?',
      'Yes please, and something without fragrance if you have it.',
    ],
    [
      'Is it a one-time cleaning, or would you like to keep the slot?',
      'Let us start with one, and if it goes well every other week.',
    ],
  ],
  concerns: [
    [
      'Is it always the same person who comes?',
      'Yes, you get the same team of two unless someone is sick, and then I tell you before.',
    ],
    [
      'Is the inside of the oven included?',
      'In a deep cleaning it is. On regular visits it is 25 dollars when you want it.',
    ],
    [
      'Are you insured if something breaks?',
      'We are insured and bonded. Tell me within a day and we make it right.',
    ],
    ['Do I need to be home?', 'Not at all. Most people leave a code or a key in a lockbox.'],
  ],
};
