/** The words of handyman work. */
import { tradeOf } from './trade.ts';

export const handyman = tradeOf({
  key: 'handyman',
  category: 'Handyman',
  work: 'the repairs',
  spanishWork: 'los arreglos',
  companies: ['Handyman Services', 'Home Repair', 'Fix-It Co.', 'Odd Jobs'],
  questions: [
    {
      question: 'What kind of help do you need?',
      answers: [
        'Doors, Drywall',
        'Doors',
        'Furniture assembly',
        'TV mounting',
        'Shelving',
        'Doors, Shelving, Minor repairs',
        'Decks &amp; stairs',
      ],
    },
    {
      question: 'How many items?',
      answers: ['1 item', '2 &ndash; 3 items', '4 - 6 items', 'More than 6 items'],
    },
    {
      question: 'Do you have the materials?',
      answers: ['Yes', 'Some of them', 'No, pro should bring them'],
    },
    { question: 'Where is the work?', answers: ['Indoors', 'Outdoors', 'Indoors, Garage'] },
  ],
  jobs: [
    {
      text: 'A list of small repairs before we put the house on the market',
      answers: {
        'What kind of help do you need?': ['Doors, Shelving, Minor repairs', 'Doors, Drywall'],
        'How many items?': ['More than 6 items'],
        'Where is the work?': ['Indoors', 'Indoors, Garage'],
      },
      details: [
        'I can send the list with photos of everything.',
        'The photographer comes in two weeks.',
        'If you see more that should be done, tell me.',
      ],
      asks: [
        [
          'Could you send me the list, with a photo where it is not obvious?',
          'Sending it now: eight items, two of them need a ladder.',
        ],
      ],
    },
    {
      text: 'Three interior doors stick and one will not latch',
      answers: {
        'What kind of help do you need?': ['Doors'],
        'How many items?': ['4 - 6 items'],
        'Where is the work?': ['Indoors'],
      },
      details: [
        'It is worst in humid weather.',
        'The doors are solid wood and rather heavy.',
        'All four are upstairs.',
      ],
      asks: [
        [
          'Do they stick at the top, the bottom or the side?',
          'Two at the top, one at the floor since the new carpet.',
        ],
      ],
    },
    {
      text: 'Need a 65 inch TV mounted over a brick fireplace',
      answers: {
        'What kind of help do you need?': ['TV mounting'],
        'How many items?': ['1 item'],
        'Do you have the materials?': ['Yes', 'Some of them'],
        'Where is the work?': ['Indoors'],
      },
      details: [
        'The bracket that I bought can swing.',
        'There is an outlet beside the fireplace.',
        'The cables should not be seen, if that can be done.',
      ],
      asks: [
        [
          'Is it real brick, or a veneer over a frame?',
          'Real brick, as far as I can tell. It sounds solid all over.',
        ],
      ],
    },
    {
      text: 'Back steps have two rotten boards and a loose rail',
      answers: {
        'What kind of help do you need?': ['Decks &amp; stairs'],
        'How many items?': ['2 &ndash; 3 items'],
        'Where is the work?': ['Outdoors'],
      },
      details: [
        'The wood is cedar and we have the matching stain.',
        'My mother uses them every day, so it worries me.',
        'The frame below looks sound to me.',
      ],
      asks: [
        [
          'How wide are the steps, and how many are there?',
          'Four feet wide, five steps, and the second and third are the bad ones.',
        ],
      ],
    },
    {
      text: 'Shelves and a pegboard to put up in the garage',
      answers: {
        'What kind of help do you need?': ['Shelving'],
        'How many items?': ['2 &ndash; 3 items', '4 - 6 items'],
        'Where is the work?': ['Indoors, Garage'],
      },
      details: [
        'The shelves must hold paint cans, so they have to be strong.',
        'The studs are steel, which the last person was not ready for.',
        'I have drawn on the wall where they should go.',
      ],
      asks: [
        [
          'How long are the shelves, and how deep?',
          'Six feet by sixteen inches, and the pegboard is four by four.',
        ],
      ],
    },
    {
      text: 'Screen door replaced and a cat flap fitted',
      answers: {
        'What kind of help do you need?': ['Doors'],
        'How many items?': ['2 &ndash; 3 items'],
        'Where is the work?': ['Outdoors'],
      },
      details: [
        'The frame is 36 by 80, I measured twice.',
        'The flap goes into the bottom panel of the back door.',
        'The cat is big, so the larger flap, please.',
      ],
      asks: [
        [
          'Which way does the door open, and where are the hinges?',
          'It opens outward, hinges on the left when you stand outside.',
        ],
      ],
    },
    {
      text: 'Drywall hole behind the door plus a door stop so that it does not happen again',
      answers: {
        'What kind of help do you need?': ['Doors, Drywall'],
        'How many items?': ['2 &ndash; 3 items'],
        'Where is the work?': ['Indoors'],
      },
      details: [
        'The hole is about the size of a fist.',
        'We have half a can of the wall paint.',
        'The baseboard beside it is loose as well.',
      ],
      asks: [
        ['Is the wall smooth or textured?', 'A light orange peel, and we would like it to match.'],
      ],
    },
    {
      text: 'Bookcase, desk and bunk bed have to be assembled',
      answers: {
        'What kind of help do you need?': ['Furniture assembly'],
        'How many items?': ['2 &ndash; 3 items'],
        'Do you have the materials?': ['Yes'],
        'Where is the work?': ['Indoors'],
      },
      details: [
        'All parts are here, still in the boxes.',
        'The boxes are already in the right rooms.',
        'The bed is for a four year old, so it should be anchored.',
      ],
      asks: [
        [
          'Which brand are they, and do you have the instructions?',
          'All from the same Swedish store, and the booklets are in the boxes.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Tengo una lista de arreglos pequeños en la casa',
      answers: {
        'What kind of help do you need?': ['Doors, Shelving, Minor repairs', 'Doors, Drywall'],
        'How many items?': ['4 - 6 items', 'More than 6 items'],
        'Where is the work?': ['Indoors', 'Indoors, Garage'],
      },
    },
    {
      text: 'Necesito colgar una televisión de 65 pulgadas',
      answers: {
        'What kind of help do you need?': ['TV mounting'],
        'How many items?': ['1 item'],
        'Where is the work?': ['Indoors'],
      },
    },
    {
      text: 'Tres puertas no cierran bien',
      answers: {
        'What kind of help do you need?': ['Doors'],
        'How many items?': ['2 &ndash; 3 items'],
        'Where is the work?': ['Indoors'],
      },
    },
    {
      text: 'Hay que cambiar unas tablas podridas de la escalera de atrás',
      answers: {
        'What kind of help do you need?': ['Decks &amp; stairs'],
        'Where is the work?': ['Outdoors'],
      },
    },
    {
      text: 'Quiero poner repisas en el garaje',
      answers: {
        'What kind of help do you need?': ['Shelving'],
        'Where is the work?': ['Indoors, Garage'],
      },
    },
  ],
  details: [
    'We would like it all done in one visit if possible.',
    'I have a ladder and some tools, if that makes it cheaper.',
    'Where it takes a second pair of hands, I can help.',
    'There may be more work in the spring.',
    'I can pay by card or check.',
  ],
  estimate: { type: 'Hourly', unitName: 'hour', dollars: [65, 95], quantity: [2, 6] },
  leadDollars: [14, 36],
  travel: ['ProviderTravelToCustomer'],
  files: ['repair-list', 'door-gap', 'fireplace-wall', 'back-steps'],
  asks: [
    [
      'Is there anything that I should pick up on the way?',
      'Only screws and anchors, I never have the right ones.',
    ],
    ['Is there parking?', 'You can park in the driveway, right at the door.'],
  ],
  concerns: [
    [
      'Is there a minimum charge?',
      'Two hours minimum, then by the half hour. I tell you beforehand what I expect.',
    ],
    [
      'Can you haul away what is left over?',
      'Sure, what fits in the truck is free. More than that is a small dump fee.',
    ],
    ['Are you insured?', 'Yes, general liability up to a million. I can send the certificate.'],
    [
      'If something is harder than expected, will you tell me first?',
      'Always. I stop and show you before anything costs more.',
    ],
  ],
});
