/** The words of lawn care. */
import type { Trade } from './trade.ts';

export const lawn: Trade = {
  key: 'lawn',
  category: 'Lawn Mowing and Trimming',
  work: 'the yard',
  spanishWork: 'el jardín',
  companies: ['Lawn Care', 'Landscapes', 'Yard Works', 'Green Team'],
  jobs: [
    'Front and back yard need mowing every two weeks',
    'Overgrown backyard, the grass is knee high',
    'Hedges along the driveway need a hard trim',
    'Fall cleanup: leaves, beds and gutters of the shed',
    'New homeowner looking for regular lawn service',
    'Weeds took over the flower beds and the gravel',
    'Aeration and overseeding of a tired lawn',
    'Corner lot, mowing and edging along both sidewalks',
  ],
  details: [
    'The gate is 36 inches wide, so a big rider will not fit.',
    'About a quarter acre and mostly flat.',
    'There is a slope at the back that gets muddy.',
    'Sprinkler heads are marked with little flags.',
    'Please take the clippings with you.',
    'We have a mower that you may use.',
    'The homeowners association sent us a letter, so sooner is better.',
    'The dog will be inside while you work.',
  ],
  spanishJobs: [
    'Necesito que corten el pasto cada dos semanas',
    'El patio de atrás está muy crecido',
    'Hay que podar los arbustos de la entrada',
    'Quiero limpieza de hojas y de las jardineras',
    'Busco servicio regular de jardín',
  ],
  questions: [
    {
      question: 'Size of the yard',
      answers: [
        'Small (under 1,000 sq ft)',
        'Medium (1,000 &ndash; 5,000 sq ft)',
        'Large (over 5,000 sq ft)',
      ],
    },
    {
      question: 'Services needed',
      answers: [
        'Mowing',
        'Mowing, Edging',
        'Mowing, Edging, Leaf removal',
        'Hedge trimming',
        'Weeding &amp; mulching',
      ],
    },
    {
      question: 'How tall is the grass?',
      answers: ['Under 6 inches', '6 to 12 inches', 'Over 12 inches'],
    },
    { question: 'How often?', answers: ['Once', 'Every week', 'Every 2 weeks', 'As needed'] },
  ],
  estimate: { type: 'PerUnit', unitName: 'visit', dollars: [45, 110], quantity: [1, 1] },
  leadDollars: [7, 21],
  travel: ['ProviderTravelToCustomer'],
  files: ['backyard', 'front-lawn', 'hedge'],
  asks: [
    [
      'How tall is it right now, and is there a gate to the back?',
      'Maybe ten inches in the back. There is a gate, a bit under a yard wide.',
    ],
    [
      'Do you want the clippings bagged or mulched?',
      'Bagged the first time, mulched after that is fine.',
    ],
    [
      'Any sprinklers or cables near the edges that I should know of?',
      'Sprinkler heads along the sidewalk. I will put flags on them.',
    ],
    [
      'Just mowing, or edging and blowing as well?',
      'All three please, the sidewalk edge is a mess.',
    ],
  ],
  concerns: [
    [
      'Is the first visit more because it is so high?',
      'A little: the first cut takes two passes. After that it is the normal price.',
    ],
    [
      'Do you come when it rains?',
      'If it is wet I move you to the next dry day and text you the evening before.',
    ],
    [
      'Do I have to sign a contract?',
      'No contract. You can stop or skip any week, just tell me the day before.',
    ],
    ['Can you take the branches away?', 'Yes, up to a pickup load is included.'],
  ],
};
