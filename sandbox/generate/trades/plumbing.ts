/** The words of plumbing. */
import { tradeOf } from './trade.ts';

export const plumbing = tradeOf({
  key: 'plumbing',
  category: 'Plumbing Pipe Repair',
  work: 'the plumbing',
  spanishWork: 'la plomería',
  companies: ['Plumbing', 'Plumbing & Drain', 'Rooter Service', 'Pipe Works'],
  questions: [
    {
      question: 'What is the problem?',
      answers: [
        'Leaking pipe',
        'Leaking faucet or valve',
        'Clogged drain',
        'Running toilet',
        'No hot water, Leaking water heater',
        'Low water pressure, Noisy pipes',
        'Broken garbage disposal, Clogged drain',
      ],
    },
    {
      question: 'Where is it?',
      answers: ['Kitchen', 'Bathroom', 'Basement', 'Garage', 'Outdoors', 'Kitchen, Bathroom'],
    },
    {
      question: 'Pipe material',
      answers: ['Copper', 'PEX', 'Galvanized steel', 'PVC', 'I&#39;m not sure'],
    },
    { question: 'Is the water shut off?', answers: ['Yes', 'No', 'Only at the fixture'] },
    {
      question: 'Property type',
      answers: ['House', 'Condo', 'Apartment &amp; rental', 'Business'],
    },
  ],
  jobs: [
    {
      text: 'The pipe under the kitchen sink drips steadily into a bucket',
      answers: {
        'What is the problem?': ['Leaking pipe'],
        'Where is it?': ['Kitchen'],
        'Pipe material': ['Copper', 'I&#39;m not sure'],
        'Is the water shut off?': ['Only at the fixture'],
      },
      details: [
        'I turned the valve under the sink but it does not close all the way.',
        'The drops come from the joint where two pipes meet.',
        'The bucket is full about twice a day.',
      ],
      asks: [
        [
          'Does it leak all the time or only when you run water?',
          'It drips all the time, and faster when we run hot water.',
        ],
      ],
    },
    {
      text: 'Shower valve leaks inside the wall and the drywall feels damp',
      answers: {
        'What is the problem?': ['Leaking faucet or valve'],
        'Where is it?': ['Bathroom'],
        'Is the water shut off?': ['Yes', 'Only at the fixture'],
      },
      details: [
        'The wall behind it is tile that we would like to keep.',
        'We have not used that shower since Sunday.',
        'There is a closet on the other side of the wall.',
      ],
      asks: [
        [
          'Can the wall be opened from the other side?',
          'Yes, through a closet, and I have taken everything out of it.',
        ],
      ],
    },
    {
      text: 'Toilet keeps running and rocks a little when you sit',
      answers: {
        'What is the problem?': ['Running toilet'],
        'Where is it?': ['Bathroom'],
        'Is the water shut off?': ['Only at the fixture'],
      },
      details: [
        'I changed the flapper and that made no difference.',
        'There is no water on the floor so far.',
        'It is the only toilet that we have.',
      ],
      asks: [
        [
          'Is the floor around it soft anywhere?',
          'It feels solid, only the caulk has come loose on one side.',
        ],
      ],
    },
    {
      text: 'Outdoor hose bib burst after the freeze',
      answers: {
        'What is the problem?': ['Leaking faucet or valve', 'Leaking pipe'],
        'Where is it?': ['Outdoors'],
        'Property type': ['House'],
      },
      details: [
        'It sprays out of the wall as soon as the line is open.',
        'The hose was still on, I admit.',
        'There is a crawl space with easy access behind it.',
      ],
      asks: [
        [
          'Did any water come out on the inside of the wall?',
          'The inside is dry as far as I can see. It all went into the flower bed.',
        ],
      ],
    },
    {
      text: 'Main drain backs up whenever the washer runs',
      answers: {
        'What is the problem?': ['Clogged drain'],
        'Where is it?': ['Basement', 'Garage'],
        'Pipe material': ['PVC', 'I&#39;m not sure'],
        'Is the water shut off?': ['No'],
        'Property type': ['House'],
      },
      details: [
        'A neighbor snaked it once and that helped for two days.',
        'There is a cleanout right beside the driveway.',
        'A big maple stands where the line runs, if that matters.',
      ],
      asks: [
        [
          'Does it come up anywhere else, a tub or a floor drain?',
          'Only at the floor drain beside the washer, about half an inch.',
        ],
      ],
    },
    {
      text: 'Water heater is leaking from the bottom seam',
      answers: {
        'What is the problem?': ['No hot water, Leaking water heater'],
        'Where is it?': ['Basement', 'Garage'],
        'Is the water shut off?': ['Yes', 'Only at the fixture'],
      },
      details: [
        'It is a 50 gallon gas unit about eleven years old.',
        'I turned the gas to pilot and put towels around it.',
        'If it has to be replaced we would like the same size.',
      ],
      asks: [
        [
          'Could you read me the model from the label?',
          'I will send a photo of the label, it is a 50 gallon one.',
        ],
      ],
    },
    {
      text: 'Low pressure in the whole upstairs since last week',
      answers: {
        'What is the problem?': ['Low water pressure, Noisy pipes'],
        'Where is it?': ['Bathroom'],
        'Pipe material': ['Copper', 'Galvanized steel', 'I&#39;m not sure'],
        'Is the water shut off?': ['No'],
        'Property type': ['House'],
      },
      details: [
        'Downstairs it is as strong as ever.',
        'The pipes knock when somebody closes a faucet.',
        'The city says that nothing was changed on the street.',
      ],
      asks: [
        [
          'Is it the hot side, the cold side, or both?',
          'Both, in the two upstairs bathrooms, and the shower is the worst.',
        ],
      ],
    },
    {
      text: 'Garbage disposal hums but does not turn, and the sink will not drain',
      answers: {
        'What is the problem?': ['Broken garbage disposal, Clogged drain'],
        'Where is it?': ['Kitchen'],
        'Pipe material': ['PVC', 'I&#39;m not sure'],
        'Is the water shut off?': ['No', 'Only at the fixture'],
      },
      details: [
        'It may be a bottle cap, we are missing one.',
        'Both bowls stand about half full.',
        'I pressed the red button below and it still only hums.',
      ],
      asks: [
        [
          'Could you try the hex key at the bottom, with the breaker off?',
          'I tried that, it moves a quarter of a turn and then it is stuck.',
        ],
      ],
    },
  ],
  spanishJobs: [
    {
      text: 'Hay una fuga debajo del fregadero de la cocina',
      answers: { 'What is the problem?': ['Leaking pipe'], 'Where is it?': ['Kitchen'] },
    },
    {
      text: 'El calentador de agua está goteando por abajo',
      answers: {
        'What is the problem?': ['No hot water, Leaking water heater'],
        'Where is it?': ['Basement', 'Garage'],
      },
    },
    {
      text: 'El drenaje principal se tapa cuando uso la lavadora',
      answers: {
        'What is the problem?': ['Clogged drain'],
        'Where is it?': ['Basement', 'Garage'],
        'Is the water shut off?': ['No'],
      },
    },
    {
      text: 'La llave de la regadera gotea dentro de la pared',
      answers: {
        'What is the problem?': ['Leaking faucet or valve'],
        'Where is it?': ['Bathroom'],
      },
    },
    {
      text: 'El inodoro no deja de tirar agua',
      answers: { 'What is the problem?': ['Running toilet'], 'Where is it?': ['Bathroom'] },
    },
  ],
  details: [
    'Somebody worked on it before we moved in, but I have no papers.',
    'It has become worse since the weekend.',
    'I can show you the main valve, it works.',
    'We would like to know the price before anything is opened.',
    'I took two short videos of it.',
  ],
  estimate: { type: 'OnSite', dollars: [79, 129], quantity: [1, 1] },
  leadDollars: [28, 74],
  travel: ['ProviderTravelToCustomer'],
  files: ['under-sink', 'leak', 'water-heater-label', 'shower-valve'],
  asks: [
    [
      'Could you send a photo of the spot?',
      'I will send one tonight, when the light is on my side.',
    ],
    [
      'How old is the building, and has anyone worked on this before?',
      'Built in 1974. The last owner had something done there but I have no papers.',
    ],
  ],
  concerns: [
    [
      'Is the visit charged even if I do not go ahead?',
      'The visit is waived when you go ahead with the repair; otherwise you pay just that.',
    ],
    [
      'Do you carry the usual parts on the truck?',
      'Nearly all of them. If one has to be ordered, the second visit costs nothing extra.',
    ],
    [
      'Is there a warranty on the repair?',
      'One year on parts and labor, in writing on the invoice.',
    ],
    [
      'Do I have to be home the whole time?',
      'Just at the start to show me the spot and at the end to test it with me. About an hour and a half in all.',
    ],
  ],
});
