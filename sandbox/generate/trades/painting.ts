/** The words of interior painting. */
import type { Trade } from './trade.ts';

export const painting: Trade = {
  key: 'painting',
  category: 'Interior Painting',
  work: 'the painting',
  spanishWork: 'la pintura',
  companies: ['Painting Co.', 'Painters', 'Paint & Drywall', 'Fine Finishes'],
  jobs: [
    'Two bedrooms and the hallway need repainting',
    'Looking to have the living room and dining room painted',
    'Whole first floor needs new paint, walls only',
    'Nursery has to be painted before the baby comes',
    'Kitchen walls and ceiling need a fresh coat',
    'Stairwell with a 17 foot wall needs painting',
    'We want the baseboards, doors and trim repainted white',
    'Primary bedroom and bath: going from dark red to something light',
  ],
  details: [
    'There are a few nail holes and one drywall patch to take care of.',
    'Ceilings are nine feet and in good shape.',
    'The trim is oil based and has yellowed.',
    'We have already picked the colors and can buy the paint.',
    'Some water stains on the ceiling need a primer that blocks them.',
    'The walls are plaster with hairline cracks in two corners.',
    'Furniture can be moved to the middle before you come.',
    'One accent wall has wallpaper that must come off first.',
  ],
  spanishJobs: [
    'Necesito pintar dos recámaras y el pasillo',
    'Quiero pintar la sala y el comedor',
    'Hay que pintar la cocina, paredes y techo',
    'Busco pintor para toda la planta baja',
    'Quiero cambiar el color de la recámara principal',
  ],
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
  estimate: { type: 'PerUnit', unitName: 'room', dollars: [280, 520], quantity: [1, 5] },
  leadDollars: [22, 58],
  travel: ['ProviderTravelToCustomer'],
  files: ['living-room-wall', 'hallway', 'ceiling-stain', 'color-card'],
  asks: [
    [
      'Are the walls smooth or textured, and is the current color dark?',
      'Smooth walls, and yes, the old color is pretty dark. I figure it needs two coats.',
    ],
    [
      'Do you already have paint picked out, or should I bring color cards?',
      'We are between two whites. If you could bring cards that would really help.',
    ],
    [
      'Roughly how big are the rooms, and will they be empty?',
      'Both about 12 by 14. The furniture will still be there but we can push it to the middle.',
    ],
    [
      'Is it walls only, or ceilings and trim as well?',
      'Walls and trim. The ceilings were done two years ago and look fine.',
    ],
  ],
  concerns: [
    [
      'Does that include the paint, or do I buy it?',
      'It includes two coats of a washable paint, tape and floor covers. Only designer brands cost extra.',
    ],
    [
      'We have a toddler and a dog. Is the smell going to be bad?',
      'I use zero-VOC paint indoors. Give the room a night with the window open and you can sleep in it.',
    ],
    [
      'Will you patch the nail holes too?',
      'Yes, small holes and hairline cracks are part of the prep, no extra charge.',
    ],
    [
      'How long will it take?',
      'Two days: prep and first coat on the first, second coat and clean-up on the second.',
    ],
  ],
};
