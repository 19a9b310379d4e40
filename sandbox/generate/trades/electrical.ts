/** The words of electrical work. */
import { tradeOf } from './trade.ts';

export const electrical = tradeOf({
  key: 'electrical',
  category: 'Electrical and Wiring Issues',
  work: 'the electrical work',
  spanishWork: 'el trabajo eléctrico',
  companies: ['Electric', 'Electrical Services', 'Power & Light', 'Wiring Co.'],
  questions: [
    {
      question: 'What do you need?',
      answers: ['Repair', 'New installation', 'Repair, Inspection', 'Panel upgrade'],
    },
    {
      question: 'What is affected?',
      answers: [
        'Outlets &amp; switches',
        'Lights',
        'Ceiling fan',
        'Circuit breaker panel',
        'Outlets &amp; switches, Lights',
      ],
    },
    {
      question: 'Age of the home',
      answers: ['Less than 10 years', '10 - 30 years', '30 - 60 years', 'Over 60 years'],
    },
    { question: 'Is it an emergency?', answers: ['Yes', 'No', 'Within a few days'] },
  ],
  jobs: [
    {
      text: 'Half the outlets in the living room went dead at once',
      answers: {
        'What do you need?': ['Repair', 'Repair, Inspection'],
        'What is affected?': ['Outlets &amp; switches'],
      },
      details: [
        'No breaker has tripped as far as I can see.',
        'It started after the roof work last month.',
        'The television and the heater are on extension cords now.',
      ],
      asks: [
        [
          'Did you try pressing the reset on the bathroom and garage outlets?',
          'I did, both click but nothing comes back in the living room.',
        ],
      ],
    },
    {
      text: 'Need a 240 volt circuit for an electric car charger',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Circuit breaker panel'],
        'Is it an emergency?': ['No', 'Within a few days'],
      },
      details: [
        'The panel is in the garage and has two free slots.',
        'The run would be around forty feet from the panel.',
        'The car comes next month and the charger is here already.',
      ],
      asks: [
        [
          'Could you send a photo of the panel with the door open?',
          'Just took one: 200 amps, and the label says two spaces are spare.',
        ],
      ],
    },
    {
      text: 'Breaker for the bedrooms trips every evening',
      answers: {
        'What do you need?': ['Repair', 'Repair, Inspection'],
        'What is affected?': ['Circuit breaker panel', 'Outlets &amp; switches'],
      },
      details: [
        'It holds all day and goes around nine.',
        'Two rooms and the hall hang on that one breaker.',
        'We have already unplugged the space heater.',
      ],
      asks: [
        [
          'Is anything warm to the touch, or is there a smell?',
          'One cover plate is slightly warm. I switched that breaker off to be safe.',
        ],
      ],
    },
    {
      text: 'Ceiling fan to install where there is only a light now',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Ceiling fan'],
        'Is it an emergency?': ['No'],
      },
      details: [
        'I have bought the fan, it is still in its box.',
        'There is one switch on the wall, and two would be nice.',
        'Attic access is right above, about four feet of headroom.',
      ],
      asks: [
        [
          'How high is the ceiling, and is it flat?',
          'Nine feet and flat. The box there is plastic, if that matters.',
        ],
      ],
    },
    {
      text: 'Six recessed lights for a low kitchen ceiling',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Lights'],
        'Is it an emergency?': ['No'],
      },
      details: [
        'The old tube light may go.',
        'A dimmer for all of them, please.',
        'I have marked on the ceiling where they should be.',
      ],
      asks: [
        [
          'Is there attic above the kitchen, or another floor?',
          'Attic, and it is open all the way across.',
        ],
      ],
    },
    {
      text: 'Old panel with fuses should be replaced',
      answers: {
        'What do you need?': ['Panel upgrade'],
        'What is affected?': ['Circuit breaker panel'],
        'Age of the home': ['30 - 60 years', 'Over 60 years'],
        'Is it an emergency?': ['No', 'Within a few days'],
      },
      details: [
        'The inspector flagged it in his report, which I can send.',
        'The insurance will not renew with it.',
        'Some of the wiring is still cloth covered.',
      ],
      asks: [
        [
          'Where does the line come in, overhead or from below?',
          'Overhead, to a mast right above the panel.',
        ],
      ],
    },
    {
      text: 'Outdoor outlet and lights for the patio',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Outlets &amp; switches, Lights'],
        'Is it an emergency?': ['No'],
      },
      details: [
        'There is an outlet on the inside of that same wall.',
        'I think of four small lights along the steps.',
        'A switch by the back door would be nice.',
      ],
      asks: [
        [
          'Is the wall wood, siding or masonry?',
          'Siding, with an outlet right behind it in the dining room.',
        ],
      ],
    },
    {
      text: 'Lights flicker when the air conditioner starts',
      answers: {
        'What do you need?': ['Repair', 'Repair, Inspection'],
        'What is affected?': ['Lights'],
      },
      details: [
        'It is worse on hot afternoons.',
        'The utility checked the meter and found nothing.',
        'One bulb in the hall has burned out three times this year.',
      ],
      asks: [
        [
          'Is it the whole house, or one part of it?',
          'The whole house for a blink, and the kitchen a bit longer.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'La mitad de los contactos de la sala dejaron de funcionar',
      answers: {
        'What do you need?': ['Repair', 'Repair, Inspection'],
        'What is affected?': ['Outlets &amp; switches'],
      },
    },
    {
      text: 'Necesito un circuito de 240 voltios para cargar el carro',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Circuit breaker panel'],
        'Is it an emergency?': ['No'],
      },
    },
    {
      text: 'Se bota el interruptor de las recámaras cada noche',
      answers: {
        'What do you need?': ['Repair', 'Repair, Inspection'],
        'What is affected?': ['Circuit breaker panel'],
      },
    },
    {
      text: 'Quiero instalar un ventilador de techo',
      answers: {
        'What do you need?': ['New installation'],
        'What is affected?': ['Ceiling fan'],
        'Is it an emergency?': ['No'],
      },
    },
    {
      text: 'Hay que cambiar el panel viejo de fusibles',
      answers: {
        'What do you need?': ['Panel upgrade'],
        'What is affected?': ['Circuit breaker panel'],
        'Age of the home': ['30 - 60 years', 'Over 60 years'],
      },
    },
  ],
  details: [
    'I would like it done by the book, with a permit where one is needed.',
    'The panel is labeled, more or less.',
    'Nothing has been touched since I noticed.',
    'A written quote would help, I share the cost with my brother.',
    'The breakers can be off for a few hours.',
  ],
  estimate: { type: 'Fixed', dollars: [180, 1450], quantity: [1, 1] },
  leadDollars: [26, 66],
  travel: ['ProviderTravelToCustomer'],
  files: ['panel', 'outlet', 'inspection-page', 'kitchen-ceiling'],
  asks: [
    ['Could you send me a photo of where it is?', 'Here you go. The panel is in the second photo.'],
    [
      'Who did the last electrical work there?',
      'The owner before us, I am afraid. We have no papers of it.',
    ],
  ],
  concerns: [
    [
      'Does this need a permit?',
      'If it does I pull it, it is in the price, and I meet the inspector.',
    ],
    [
      'Are you licensed in this state?',
      'Yes, licensed and bonded. The number is on my profile and on every invoice.',
    ],
    ['Will the power be off all day?', 'Two hours at most, and I can do it while you are out.'],
    [
      'Do you bring the parts, or should I buy them?',
      'I bring them. What you have already is fine too, if it is UL listed.',
    ],
  ],
});
