/** The words of local moving. */
import { tradeOf } from './trade.ts';

export const moving = tradeOf({
  key: 'moving',
  category: 'Local Moving (under 50 miles)',
  work: 'the move',
  spanishWork: 'la mudanza',
  companies: ['Movers', 'Moving & Storage', 'Moving Crew', 'Van Lines'],
  questions: [
    {
      question: 'Size of the move',
      answers: [
        'A few items',
        'Studio',
        '1 &ndash; 2 bedrooms',
        '3+ bedrooms',
        'Office',
        'Storage unit',
      ],
    },
    { question: 'Stairs at pickup', answers: ['None', '1 flight', '2 flights', 'Elevator'] },
    { question: 'Stairs at drop-off', answers: ['None', '1 flight', '2 flights', 'Elevator'] },
    {
      question: 'Heavy items',
      answers: ['None', 'Piano', 'Piano, Sofa, Safe', 'Sofa, Dresser', 'Appliances &amp; freezer'],
    },
    {
      question: 'Do you need packing?',
      answers: ['Yes, all', 'Only fragile things', 'No, we&#39;ll pack'],
    },
  ],
  jobs: [
    {
      text: 'Moving from a two bedroom apartment to a house across town',
      answers: {
        'Size of the move': ['1 &ndash; 2 bedrooms'],
        'Stairs at drop-off': ['None', '1 flight'],
        'Heavy items': ['None', 'Sofa, Dresser', 'Appliances &amp; freezer'],
        'Do you need packing?': ['Only fragile things', 'No, we&#39;ll pack'],
      },
      details: [
        'We can carry the boxes ourselves to save time.',
        'The truck can stand right at the door of the new house.',
        'Two beds have to be taken apart and put together again.',
      ],
      asks: [['About how many boxes will there be?', 'Around forty, and all labeled by room.']],
    },
    {
      text: 'Only the heavy things: piano, sofa and a gun safe',
      answers: {
        'Size of the move': ['A few items'],
        'Stairs at pickup': ['None', '1 flight'],
        'Stairs at drop-off': ['None'],
        'Heavy items': ['Piano, Sofa, Safe'],
        'Do you need packing?': ['No, we&#39;ll pack'],
      },
      details: [
        'The safe is empty and weighs about 500 pounds.',
        'It is an upright piano, on wheels that do not turn.',
        'Everything else we move ourselves.',
      ],
      asks: [
        [
          'Are all the doors on the way wide enough?',
          'The tightest one is 32 inches, and its door comes off.',
        ],
      ],
    },
    {
      text: 'Studio on the third floor without an elevator',
      answers: {
        'Size of the move': ['Studio'],
        'Stairs at pickup': ['2 flights'],
        'Heavy items': ['None', 'Sofa, Dresser'],
      },
      details: [
        'The staircase has a narrow turn.',
        'The biggest piece is a queen size bed.',
        'It goes four miles, to a friend’s place.',
      ],
      asks: [
        [
          'Will the sofa or the bed have to come apart?',
          'The bed does. I have the tools, and the screws go in a bag.',
        ],
      ],
    },
    {
      text: 'Office of eight desks to a new suite in the same building',
      answers: {
        'Size of the move': ['Office'],
        'Stairs at pickup': ['Elevator'],
        'Stairs at drop-off': ['Elevator'],
        'Heavy items': ['None'],
      },
      details: [
        'The building asks for a certificate of insurance.',
        'The freight elevator is reserved from nine to noon.',
        'The computers we carry ourselves.',
      ],
      asks: [
        [
          'Do the desks come apart, or do they go whole?',
          'The tops come off with four screws each.',
        ],
      ],
    },
    {
      text: 'Storage unit of 10 by 15 to be emptied into our new garage',
      answers: {
        'Size of the move': ['Storage unit'],
        'Stairs at pickup': ['None', 'Elevator'],
        'Stairs at drop-off': ['None'],
        'Heavy items': ['None', 'Sofa, Dresser', 'Appliances &amp; freezer'],
        'Do you need packing?': ['No, we&#39;ll pack'],
      },
      details: [
        'It is about two thirds full.',
        'The unit is on the ground level with a wide door.',
        'It has to be empty by the end of the month.',
      ],
      asks: [
        ['Can the truck drive up to the unit?', 'Right up to it, the gate opens with a code.'],
      ],
    },
    {
      text: 'Three bedroom house, about 25 miles',
      answers: {
        'Size of the move': ['3+ bedrooms'],
        'Stairs at pickup': ['1 flight'],
        'Heavy items': ['Sofa, Dresser', 'Appliances &amp; freezer', 'Piano'],
      },
      details: [
        'The bedrooms are upstairs.',
        'We have the old house for three days after the new one.',
        'The washer and the dryer stay behind.',
      ],
      asks: [
        [
          'Is there parking for a 26 foot truck at both ends?',
          'The old street is tight, but I can hold two spots with my cars.',
        ],
      ],
    },
    {
      text: 'Loading help for a truck that we rent ourselves',
      answers: {
        'Size of the move': ['1 &ndash; 2 bedrooms', '3+ bedrooms'],
        'Do you need packing?': ['No, we&#39;ll pack'],
      },
      details: [
        'It is a 20 foot truck with a ramp.',
        'Two strong people for three hours should do.',
        'We drive and unload with family on the other side.',
      ],
      asks: [
        [
          'Are there blankets and straps with the truck?',
          'A dozen blankets. Straps we would need from you.',
        ],
      ],
    },
    {
      text: 'Helping my son out of his dorm and into an apartment',
      answers: {
        'Size of the move': ['A few items'],
        'Stairs at pickup': ['Elevator'],
        'Heavy items': ['None'],
      },
      details: [
        'Not much: a desk, a mattress and perhaps twenty boxes.',
        'The dorm has to be empty by four on that day.',
        'He says that he has packed, and I have my doubts.',
      ],
      asks: [
        [
          'Does the dorm want us to sign in?',
          'Yes, at the front desk. My son will be there with his card.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Me mudo de un departamento de dos recámaras a una casa',
      answers: {
        'Size of the move': ['1 &ndash; 2 bedrooms'],
        'Heavy items': ['None', 'Sofa, Dresser', 'Appliances &amp; freezer'],
      },
    },
    {
      text: 'Necesito mover un piano y nada más',
      answers: { 'Size of the move': ['A few items'], 'Heavy items': ['Piano'] },
    },
    {
      text: 'Mudanza desde un tercer piso sin elevador',
      answers: {
        'Size of the move': ['1 &ndash; 2 bedrooms'],
        'Stairs at pickup': ['2 flights'],
      },
    },
    {
      text: 'Hay que vaciar una bodega y llevar todo a mi garaje',
      answers: {
        'Size of the move': ['Storage unit'],
        'Stairs at drop-off': ['None'],
        'Do you need packing?': ['No, we&#39;ll pack'],
      },
    },
    {
      text: 'Necesito ayuda para cargar un camión rentado',
      answers: { 'Do you need packing?': ['No, we&#39;ll pack'] },
    },
  ],
  details: [
    'A few of the things are old and dear to us, so with care, please.',
    'The date is not fixed yet.',
    'A weekday is fine if it saves money.',
    'I can send a list of everything.',
    'A friend moved with you and was happy.',
  ],
  estimate: { type: 'Hourly', unitName: 'hour', dollars: [110, 175], quantity: [3, 8] },
  leadDollars: [18, 49],
  travel: ['ProviderTravelToCustomer'],
  files: ['living-room', 'staircase', 'inventory-list'],
  asks: [
    [
      'Is it easy to park at both ends?',
      'At the new place yes. At the old one I can hold a spot with my car.',
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
      'Two, and a third when there is much to carry. That is faster and in the end cheaper.',
    ],
    [
      'Do you bring tools, if something has to come apart?',
      'Yes, and we put it together again where you want it.',
    ],
  ],
});
