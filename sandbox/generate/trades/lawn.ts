/** The words of lawn care. */
import { tradeOf } from './trade.ts';

export const lawn = tradeOf({
  key: 'lawn',
  category: 'Lawn Mowing and Trimming',
  work: 'the yard',
  spanishWork: 'el jardín',
  companies: ['Lawn Care', 'Landscapes', 'Yard Works', 'Green Team'],
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
        'Leaf removal',
        'Hedge trimming',
        'Weeding &amp; mulching',
        'Aeration, Seeding',
      ],
    },
    {
      question: 'How tall is the grass?',
      answers: ['Under 6 inches', '6 to 12 inches', 'Over 12 inches'],
    },
    { question: 'How often?', answers: ['Once', 'Every week', 'Every 2 weeks', 'As needed'] },
  ],
  jobs: [
    {
      text: 'Front and back yard need mowing every two weeks',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How tall is the grass?': ['Under 6 inches', '6 to 12 inches'],
        'How often?': ['Every 2 weeks'],
      },
      details: [
        'The gate is 36 inches wide, so a big rider will not fit.',
        'There is a slope at the back that gets muddy.',
        'The back is mostly flat and has two trees.',
      ],
      asks: [
        [
          'Just the lawn, or blowing off the walks as well?',
          'The walks too, please, the cuttings come into the house otherwise.',
        ],
      ],
    },
    {
      text: 'Overgrown backyard, the grass is above the knee',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How tall is the grass?': ['Over 12 inches'],
        'How often?': ['Once'],
      },
      details: [
        'The homeowners association sent us a letter, so sooner is better.',
        'There may be a garden hose somewhere in it.',
        'We were away all summer.',
      ],
      asks: [
        [
          'Are there stumps or stones hidden in it?',
          'One stump near the fence. I will put a flag on it.',
        ],
      ],
    },
    {
      text: 'Hedges along the driveway need a hard trim',
      answers: {
        'Services needed': ['Hedge trimming'],
        'How often?': ['Once', 'As needed'],
      },
      details: [
        'They are about seven feet tall and forty feet long.',
        'They have grown over the edge of the driveway.',
        'It is boxwood, if that matters.',
      ],
      asks: [
        [
          'How far down would you like to go?',
          'About two feet, so that we can see the street when we back out.',
        ],
      ],
    },
    {
      text: 'Fall cleanup: the leaves and the beds',
      answers: {
        'Services needed': ['Leaf removal', 'Mowing, Edging, Leaf removal'],
        'How often?': ['Once'],
      },
      details: [
        'Two big oaks, so it is a lot.',
        'The city takes leaves in paper bags only.',
        'The perennials can be cut back as well.',
      ],
      asks: [
        [
          'Have all the leaves come down, or should we wait?',
          'Nearly all. One oak always takes until December.',
        ],
      ],
    },
    {
      text: 'New homeowner looking for weekly lawn service',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How tall is the grass?': ['Under 6 inches', '6 to 12 inches'],
        'How often?': ['Every week'],
      },
      details: [
        'We do not own a mower yet and would rather not.',
        'Sprinkler heads are marked with little flags.',
        'It is a corner lot with a sidewalk on both sides.',
      ],
      asks: [
        [
          'Is there a day on which the sprinklers run?',
          'Tuesdays and Fridays at six in the morning.',
        ],
      ],
    },
    {
      text: 'Weeds took over the flower beds and the gravel',
      answers: {
        'Services needed': ['Weeding &amp; mulching'],
        'How often?': ['Once', 'As needed'],
      },
      details: [
        'The roses and the lavender should stay, the rest may go.',
        'No sprays near the vegetable bed, please.',
        'There are six beds, none bigger than a car.',
      ],
      asks: [
        [
          'Would you like new mulch on top when they are clean?',
          'Yes, the dark kind. Two or three yards, I think.',
        ],
      ],
    },
    {
      text: 'Aeration and overseeding of a tired lawn',
      answers: {
        'Services needed': ['Aeration, Seeding'],
        'How tall is the grass?': ['Under 6 inches'],
        'How often?': ['Once'],
      },
      details: [
        'The ground is hard as rock in the middle.',
        'It gets sun until about two.',
        'There are bare spots where the pool used to stand.',
      ],
      asks: [
        [
          'Can you water it every day for two weeks afterwards?',
          'Yes, there are sprinklers and I will set them.',
        ],
      ],
    },
    {
      text: 'Corner lot, mowing and edging along both sidewalks',
      answers: {
        'Services needed': ['Mowing, Edging'],
        'How tall is the grass?': ['Under 6 inches', '6 to 12 inches'],
        'How often?': ['Every week', 'Every 2 weeks', 'As needed'],
      },
      details: [
        'Please take the clippings with you.',
        'The strip between sidewalk and street is ours as well.',
        'The last service broke a sprinkler head, so with care, please.',
      ],
      asks: [
        [
          'Would you like the clippings bagged or mulched?',
          'Bagged, please. Mulched ends up on the sidewalk.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Necesito que corten el pasto cada dos semanas',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How often?': ['Every 2 weeks'],
      },
    },
    {
      text: 'El patio de atrás está muy crecido',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How tall is the grass?': ['Over 12 inches'],
        'How often?': ['Once'],
      },
    },
    {
      text: 'Hay que podar los arbustos de la entrada',
      answers: { 'Services needed': ['Hedge trimming'], 'How often?': ['Once', 'As needed'] },
    },
    {
      text: 'Quiero limpieza de hojas y de las jardineras',
      answers: { 'Services needed': ['Leaf removal'], 'How often?': ['Once'] },
    },
    {
      text: 'Busco servicio de jardín cada semana',
      answers: {
        'Services needed': ['Mowing', 'Mowing, Edging'],
        'How often?': ['Every week'],
      },
    },
  ],
  details: [
    'The dog will be inside while you work.',
    'The side gate is never locked.',
    'You can park on the street in front.',
    'Somebody nearby with his own tools would be ideal.',
    'My neighbor may want the same, if the price is right.',
  ],
  estimate: { type: 'PerUnit', unitName: 'visit', dollars: [45, 110], quantity: [1, 1] },
  leadDollars: [7, 21],
  travel: ['ProviderTravelToCustomer'],
  files: ['backyard', 'front-lawn', 'hedge'],
  asks: [
    [
      'Could you send a photo from the street and one of the back?',
      'I will take them tonight when I am home.',
    ],
    ['Is there a hose outside, and may we use it?', 'Beside the steps, and of course you may.'],
  ],
  concerns: [
    [
      'Is there an extra charge for the first visit?',
      'Only when it takes two passes, and then I tell you before I start.',
    ],
    [
      'Do you come when it rains?',
      'If it is wet I move you to the next dry day and text you the evening before.',
    ],
    [
      'Do I have to sign a contract?',
      'No contract. You can stop or skip any time, just tell me the day before.',
    ],
    ['Can you take the green waste away?', 'Yes, up to a pickup load is included.'],
  ],
});
