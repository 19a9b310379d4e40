/** The words of house cleaning. */
import { tradeOf } from './trade.ts';

export const cleaning = tradeOf({
  key: 'cleaning',
  category: 'House Cleaning',
  work: 'the cleaning',
  spanishWork: 'la limpieza',
  companies: ['Cleaning Co.', 'Home Cleaners', 'Maids', 'Fresh Homes'],
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
  jobs: [
    {
      text: 'Move-out cleaning of a three bedroom apartment',
      answers: {
        'How often?': ['Once'],
        'Number of bedrooms': ['3 bedrooms'],
        'Number of bathrooms': ['1.5 bathrooms', '2 bathrooms'],
        Extras: ['Fridge cleaning, Oven cleaning', 'Oven cleaning'],
        Pets: ['No pets'],
      },
      details: [
        'Inside of the oven too, please, the landlord looks there first.',
        'It will be empty by then.',
        'The deposit depends on it, so I would rather pay for the extra hour.',
      ],
      asks: [
        [
          'Is there a checklist from the landlord?',
          'Yes, one page. I will send it; the blinds are on it too.',
        ],
      ],
    },
    {
      text: 'Looking for someone every other week for a four bedroom house',
      answers: {
        'How often?': ['Every 2 weeks'],
        'Number of bedrooms': ['4 bedrooms'],
        'Number of bathrooms': ['2 bathrooms', '3 bathrooms'],
      },
      details: [
        'Hardwood downstairs, carpet upstairs.',
        'Our last cleaner moved away after six good years.',
        'Fridays would be the nicest, but it is not a must.',
      ],
      asks: [
        [
          'Would you like the whole house each time, or by turns?',
          'Kitchen and baths each time, and the guest room only now and then.',
        ],
      ],
    },
    {
      text: 'One deep cleaning before family visits',
      answers: { 'How often?': ['Once'] },
      details: [
        'The guests sleep in the two back rooms, so these matter most.',
        'The showers have hard water stains.',
        'Windows on the inside would be a bonus but are not a must.',
      ],
      asks: [
        [
          'When was the last deep cleaning, and when do they come?',
          'Honestly, before the holidays. They come on a Saturday, three weeks from now.',
        ],
      ],
    },
    {
      text: 'Post-renovation dust everywhere on two floors',
      answers: {
        'How often?': ['Once'],
        'Number of bedrooms': ['3 bedrooms', '4 bedrooms'],
        'Number of bathrooms': ['2 bathrooms', '3 bathrooms'],
        Extras: ['None', 'Window cleaning (interior), Laundry'],
      },
      details: [
        'The contractor swept, and that was all.',
        'There is fine white dust inside the cabinets too.',
        'The vents should be wiped, they blow it back out.',
      ],
      asks: [
        [
          'Is all the work done, or will somebody still sand or cut?',
          'All done since Friday, and the painters have left as well.',
        ],
      ],
    },
    {
      text: 'Weekly cleaning of a one bedroom condo with two cats',
      answers: {
        'How often?': ['Every week'],
        'Number of bedrooms': ['1 bedroom'],
        'Number of bathrooms': ['1 bathroom', '1.5 bathrooms'],
        Pets: ['Cat(s)'],
      },
      details: [
        'The cats hide as soon as they hear the vacuum.',
        'I am mostly after the floors and the bathroom.',
        'Please leave the desk in the corner as it is.',
      ],
      asks: [
        [
          'Is there anything about the cats that we should know?',
          'They are very shy. Just keep the front door shut, please.',
        ],
      ],
    },
    {
      text: 'Kitchen and two bathrooms need real scrubbing',
      answers: {
        'How often?': ['Once'],
        'Number of bathrooms': ['2 bathrooms'],
        Extras: ['Oven cleaning', 'Fridge cleaning, Oven cleaning', 'None'],
      },
      details: [
        'The grout in the bigger bathroom has turned gray.',
        'The hood above the stove has not been cleaned in a year.',
        'The other rooms are fine, we do those ourselves.',
      ],
      asks: [
        [
          'Is the grout sealed, and is there natural stone anywhere?',
          'No stone, just plain tile. Whether it was ever sealed I cannot say.',
        ],
      ],
    },
    {
      text: 'My mother is 84 and needs help keeping her house clean',
      answers: {
        'How often?': ['Every week', 'Every 2 weeks'],
        'Number of bedrooms': ['2 bedrooms', '3 bedrooms'],
        Extras: ['Laundry', 'Window cleaning (interior), Laundry'],
      },
      details: [
        'She likes to have a chat, so somebody patient, please.',
        'I live two hours away and pay the bill myself.',
        'She can no longer do the floors and the tub.',
      ],
      asks: [
        [
          'Could we come by once so that she can meet us first?',
          'She would love that. Any afternoon; I will tell her your name.',
        ],
      ],
    },
    {
      text: 'Short-term rental turnover, usually on Sundays',
      answers: {
        'How often?': ['Every week'],
        'Number of bedrooms': ['1 bedroom', '2 bedrooms'],
        Extras: ['Laundry'],
        Pets: ['No pets'],
      },
      details: [
        'Guests leave at eleven and the next ones come at four.',
        'Linen and towels are in the hall closet.',
        'You would let yourself in with a code.',
      ],
      asks: [
        [
          'Should we wash the linen there, or take it with us?',
          'There is a washer and a dryer; a second set is in the closet if it gets late.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Busco limpieza profunda de una casa de tres recámaras',
      answers: { 'How often?': ['Once'], 'Number of bedrooms': ['3 bedrooms'] },
    },
    {
      text: 'Necesito limpieza de salida de un departamento',
      answers: {
        'How often?': ['Once'],
        'Number of bedrooms': ['1 bedroom', '2 bedrooms'],
        Pets: ['No pets'],
      },
    },
    { text: 'Quiero limpieza cada dos semanas', answers: { 'How often?': ['Every 2 weeks'] } },
    { text: 'Hay mucho polvo después de una remodelación', answers: { 'How often?': ['Once'] } },
    {
      text: 'La cocina y los dos baños necesitan una buena tallada',
      answers: { 'How often?': ['Once'], 'Number of bathrooms': ['2 bathrooms'] },
    },
  ],
  details: [
    'We prefer products without fragrance.',
    'Parking is free in front.',
    'It does not have to be perfect, just thorough.',
    'I can leave a list on the counter.',
    'You were recommended by a neighbor.',
  ],
  estimate: { type: 'Fixed', dollars: [120, 420], quantity: [1, 1] },
  leadDollars: [9, 28],
  travel: ['ProviderTravelToCustomer'],
  files: ['kitchen', 'bathroom', 'floor-plan'],
  asks: [
    [
      'Would you like us to bring supplies and a vacuum?',
      'Yes please, and something without fragrance if you have it.',
    ],
    [
      'Is there anything that we should not touch?',
      'Only the papers on the table. Everything else may be moved.',
    ],
  ],
  concerns: [
    [
      'Is it always the same person who comes?',
      'The same team of two, unless someone is sick, and then I tell you before.',
    ],
    [
      'Is the inside of the oven included?',
      'In a deep cleaning it is. On other visits it is 25 dollars when you want it.',
    ],
    [
      'Are you insured if something breaks?',
      'We are insured and bonded. Tell me within a day and we make it right.',
    ],
    [
      'Does anybody have to be there?',
      'Not at all. Most people leave a code or a key in a lockbox.',
    ],
  ],
});
