/** The words of interior painting. */
import { tradeOf } from './trade.ts';

export const painting = tradeOf({
  key: 'painting',
  category: 'Interior Painting',
  work: 'the painting',
  spanishWork: 'la pintura',
  companies: ['Painting Co.', 'Painters', 'Paint & Drywall', 'Fine Finishes'],
  questions: [
    {
      question: 'How many rooms need painting?',
      answers: ['1 room', '2 rooms', '3 rooms', '4 rooms', 'Entire home'],
    },
    {
      question: 'What needs to be painted?',
      answers: [
        'Walls',
        'Walls, Ceilings',
        'Trim &amp; Baseboards, Doors',
        'Walls, Trim &amp; Baseboards',
        'Walls, Ceilings, Trim &amp; Baseboards, Doors',
      ],
    },
    {
      question: 'Ceiling height',
      answers: ['8 feet or less', '9 feet', '10 feet or more', 'Vaulted'],
    },
    {
      question: 'Condition of the walls',
      answers: [
        'Excellent',
        'Good &ndash; a few small holes',
        'Fair, Some cracks',
        'Poor, Needs repair',
      ],
    },
    { question: 'Who provides the paint?', answers: ['Customer', 'Pro', 'Not sure yet'] },
  ],
  jobs: [
    {
      text: 'Two bedrooms and the hallway need repainting',
      answers: {
        'How many rooms need painting?': ['3 rooms'],
        'What needs to be painted?': ['Walls', 'Walls, Trim &amp; Baseboards'],
        'Ceiling height': ['8 feet or less', '9 feet'],
        'Condition of the walls': ['Good &ndash; a few small holes'],
      },
      details: [
        'Both bedrooms are about 12 by 14.',
        'There are some nail holes in the hallway where the pictures were.',
        'One bedroom has a dark blue wall that has to be covered.',
      ],
      asks: [
        [
          'Are the walls smooth or textured, and is the current color dark?',
          'Smooth, and one bedroom is pretty dark. I figure it needs two coats.',
        ],
      ],
    },
    {
      text: 'Looking to have the living room and dining room painted',
      answers: { 'How many rooms need painting?': ['2 rooms'] },
      details: [
        'One accent wall has wallpaper that must come off first.',
        'The two rooms open into each other.',
        'We would like the same warm white in both.',
      ],
      asks: [
        [
          'Roughly how big are the two rooms, and will they be empty?',
          'About 14 by 16 each. The furniture will be there but we can push it to the middle.',
        ],
      ],
    },
    {
      text: 'Whole first floor needs new paint, walls only',
      answers: {
        'How many rooms need painting?': ['4 rooms'],
        'What needs to be painted?': ['Walls'],
      },
      details: [
        'That is the kitchen, the living room, a study and the hall.',
        'Every room may have the same color.',
        'The ceilings were done two years ago and look fine.',
      ],
      asks: [
        [
          'Should the closets be painted as well?',
          'There are two small ones. Please leave them as they are.',
        ],
      ],
    },
    {
      text: 'Nursery has to be painted before the baby comes',
      answers: {
        'How many rooms need painting?': ['1 room'],
        'Ceiling height': ['8 feet or less', '9 feet'],
        'Condition of the walls': ['Excellent', 'Good &ndash; a few small holes'],
      },
      details: [
        'It should be a paint without fumes.',
        'The room is still empty.',
        'We think of a soft green.',
      ],
      asks: [
        ['When is the baby due?', 'In seven weeks, so there is time, but not much.'],
        ['Is it one color or two?', 'One color, the sample is from the hardware store.'],
      ],
    },
    {
      text: 'Kitchen walls and ceiling need a fresh coat',
      answers: {
        'How many rooms need painting?': ['1 room'],
        'What needs to be painted?': ['Walls, Ceilings'],
      },
      details: [
        'A water stain on the ceiling needs a primer that blocks it.',
        'The cabinets stay as they are.',
        'There is some grease on the wall behind the stove.',
      ],
      asks: [
        [
          'Is whatever made the stain repaired and dry?',
          'Yes, that was the upstairs shower, repaired last month.',
        ],
      ],
    },
    {
      text: 'Stairwell with a 17 foot wall needs painting',
      answers: {
        'How many rooms need painting?': ['1 room'],
        'Ceiling height': ['10 feet or more', 'Vaulted'],
      },
      details: [
        'I cannot reach the upper half with my ladder.',
        'A chandelier hangs in the middle and has to be covered.',
        'The handrail is stained wood and should stay clean.',
      ],
      asks: [
        [
          'Is there room on the landing for a platform?',
          'The landing is about four by five feet, so I think so.',
        ],
      ],
    },
    {
      text: 'We want the baseboards, doors and trim repainted white in the whole house',
      answers: {
        'How many rooms need painting?': ['Entire home'],
        'What needs to be painted?': ['Trim &amp; Baseboards, Doors'],
      },
      details: [
        'The trim is oil based and has yellowed.',
        'There are eleven doors in all.',
        'The walls were painted last year and should not get spots.',
      ],
      asks: [
        ['Are the doors flat or paneled?', 'Six panels each, except the closets, which are flat.'],
      ],
    },
    {
      text: 'Primary bedroom and bath: going from dark red to something light',
      answers: {
        'How many rooms need painting?': ['2 rooms'],
        'What needs to be painted?': ['Walls', 'Walls, Ceilings', 'Walls, Trim &amp; Baseboards'],
        'Condition of the walls': ['Fair, Some cracks'],
      },
      details: [
        'I suppose that the red needs a primer.',
        'There are hairline cracks in two corners.',
        'The bath has a good fan, in case that matters.',
      ],
      asks: [
        [
          'Do you know which light color yet, or should I bring cards?',
          'We are between two whites. If you could bring cards that would really help.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Necesito pintar dos recámaras y el pasillo',
      answers: { 'How many rooms need painting?': ['3 rooms'] },
    },
    {
      text: 'Quiero pintar la sala y el comedor',
      answers: { 'How many rooms need painting?': ['2 rooms'] },
    },
    {
      text: 'Hay que pintar la cocina, paredes y techo',
      answers: {
        'How many rooms need painting?': ['1 room'],
        'What needs to be painted?': ['Walls, Ceilings'],
      },
    },
    {
      text: 'Busco pintor para toda la planta baja',
      answers: { 'How many rooms need painting?': ['4 rooms'] },
    },
    {
      text: 'Quiero cambiar el color de la recámara principal',
      answers: { 'How many rooms need painting?': ['1 room'] },
    },
  ],
  details: [
    'Furniture can be moved to the middle before you come.',
    'Please cover the floors well, they are new.',
    'I have painted before, but this is more than my weekends hold.',
    'A second opinion on the color is welcome.',
    'We can keep the dog out of the way.',
  ],
  estimate: { type: 'PerUnit', unitName: 'room', dollars: [280, 520], quantity: [5, 7] },
  leadDollars: [22, 58],
  travel: ['ProviderTravelToCustomer'],
  files: ['living-room-wall', 'hallway', 'ceiling-stain', 'color-card'],
  asks: [
    [
      'Could you send me one or two photos of it?',
      'Taking them now. The light is better in the morning, but you will see enough.',
    ],
    ['Will somebody be home while we work?', 'Mostly. When not, a neighbor has the key.'],
  ],
  concerns: [
    [
      'If you bring the paint, what kind is it?',
      'A washable one, two coats, with tape and floor covers included. Only designer brands cost extra.',
    ],
    [
      'We have a toddler and a dog. Is the smell going to be bad?',
      'I use zero-VOC paint indoors. Give it a night with the window open and all is well.',
    ],
    [
      'Is the prep included?',
      'Yes, small holes and hairline cracks are part of it, no extra charge.',
    ],
    [
      'How long will it take?',
      'Two days: prep and first coat on the first, second coat and clean-up on the second.',
    ],
  ],
});
