/** The words of electrical work. */
import type { Trade } from './trade.ts';

export const electrical: Trade = {
  key: 'electrical',
  category: 'Electrical and Wiring Issues',
  work: 'the electrical work',
  spanishWork: 'el trabajo eléctrico',
  companies: ['Electric', 'Electrical Services', 'Power & Light', 'Wiring Co.'],
  jobs: [
    'Half the outlets in the living room went dead at once',
    'Need a 240 volt circuit for an electric car charger',
    'Breaker for the bedrooms trips every evening',
    'Ceiling fan to install where there is only a light now',
    'Six recessed lights for a low kitchen ceiling',
    'Old panel with fuses should be replaced',
    'Outdoor outlet and lights for the patio',
    'Lights flicker when the air conditioner starts',
  ],
  details: [
    'The panel is in the garage and has two free slots.',
    'Some of the wiring is cloth covered, from the 1950s.',
    'The inspector flagged it in his report, which I can send.',
    'Attic access is right above, about four feet of headroom.',
    'I have bought the fixture already.',
    'It started after the roof work last month.',
    'There is a burnt smell near one outlet so I turned that breaker off.',
    'The run would be around forty feet from the panel.',
  ],
  spanishJobs: [
    'La mitad de los contactos de la sala dejaron de funcionar',
    'Necesito un circuito de 240 voltios para cargar el carro',
    'Se bota el interruptor de las recámaras cada noche',
    'Quiero instalar un ventilador de techo',
    'Hay que cambiar el panel viejo de fusibles',
  ],
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
  estimate: { type: 'Fixed', dollars: [180, 1450], quantity: [1, 1] },
  leadDollars: [26, 66],
  travel: ['ProviderTravelToCustomer'],
  files: ['panel', 'outlet', 'inspection-page', 'kitchen-ceiling'],
  asks: [
    [
      'Could you send a photo of the panel with the door open?',
      'Just took one: 150 amps, and the label says two spaces are spare.',
    ],
    [
      'Did you try pressing the reset on the bathroom and garage outlets?',
      'I did, both click but nothing comes back in the living room.',
    ],
    [
      'How far is it from the panel, and is there attic or crawl space access?',
      'About forty feet, and the attic is open all the way across.',
    ],
    [
      'Is anything warm to the touch, or is there a smell?',
      'One cover plate is slightly warm. I switched that breaker off to be safe.',
    ],
  ],
  concerns: [
    [
      'Does this need a permit?',
      'A new circuit does. I pull it, it is in the price, and I meet the inspector.',
    ],
    [
      'Are you licensed in this state?',
      'Yes, licensed and bonded. The number is on my profile and on every invoice.',
    ],
    ['Will the power be off all day?', 'Two hours at most, and I can do it while you are out.'],
    [
      'Can you use the fixtures I bought?',
      'Yes, if they are UL listed. Send me the model and I will check the weight rating.',
    ],
  ],
};
