/** The words of plumbing. */
import type { Trade } from './trade.ts';

export const plumbing: Trade = {
  key: 'plumbing',
  category: 'Plumbing Pipe Repair',
  work: 'the leak',
  spanishWork: 'la fuga',
  companies: ['Plumbing', 'Plumbing & Drain', 'Rooter Service', 'Pipe Works'],
  jobs: [
    'The pipe under the kitchen sink drips steadily into a bucket',
    'Shower valve leaks inside the wall and the drywall feels damp',
    'Toilet keeps running and rocks a little when you sit',
    'Outdoor hose bib burst after the freeze',
    'Main drain backs up whenever the washer runs',
    'Water heater is leaking from the bottom seam',
    'Low pressure in the whole upstairs since last week',
    'Garbage disposal hums but does not turn, and the sink will not drain',
  ],
  details: [
    'I turned off the valve under the sink but it does not close all the way.',
    'The pipes are copper, original to the house.',
    'There is a crawl space with easy access.',
    'A neighbor snaked it once and that helped for two days.',
    'The wall behind it is tile that we would like to keep.',
    'The heater is a 50 gallon gas unit about eleven years old.',
    'Somebody replaced part of it with PEX before we bought the place.',
    'The water is off at the street right now so we are in a bit of a hurry.',
  ],
  spanishJobs: [
    'Hay una fuga debajo del fregadero de la cocina',
    'El calentador de agua está goteando por abajo',
    'El drenaje principal se tapa cuando uso la lavadora',
    'La llave de la regadera gotea dentro de la pared',
    'El inodoro no deja de tirar agua',
  ],
  questions: [
    {
      question: 'What is the problem?',
      answers: ['Leaking pipe', 'Clogged drain', 'No hot water', 'Low water pressure, Noisy pipes'],
    },
    {
      question: 'Where is it?',
      answers: ['Kitchen', 'Bathroom', 'Basement', 'Outdoors', 'Kitchen, Bathroom'],
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
  estimate: { type: 'OnSite', dollars: [79, 129], quantity: [1, 1] },
  leadDollars: [28, 74],
  travel: ['ProviderTravelToCustomer'],
  files: ['under-sink', 'leak', 'water-heater-label', 'shower-valve'],
  asks: [
    [
      'Is the water shut off now, and can you see where it drips from?',
      'Shut off at the fixture. It drips from the joint where two pipes meet.',
    ],
    [
      'Could you send a photo of the spot, and tell me if the pipe is copper or plastic?',
      'Copper, I think: it is greenish at the joint. I will send a photo tonight.',
    ],
    [
      'How old is the house, and has anyone worked on this before?',
      'Built in 1974. The last owner had something soldered there but I have no papers.',
    ],
    [
      'Does it leak all the time or only when you run water?',
      'Only when we run hot water, then it drips for ten minutes or so.',
    ],
  ],
  concerns: [
    [
      'Is the visit charged even if I do not go ahead?',
      'The visit is waived when you go ahead with the repair; otherwise you pay just that.',
    ],
    [
      'Do you have to open the wall?',
      'Only if the joint is behind it. I cut a clean 8 by 8 square that patches easily.',
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
};
