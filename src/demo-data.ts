import type { services } from './db/schema.ts'

export const DEMO_PRACTICE = {
  name: 'Ordination Dr. Demo Muster',
  address: 'Beispielstraße 1',
  zip: '6850',
  city: 'Dornbirn',
  country: 'Österreich',
  phone: '+43 5572 000000',
  mail: 'termine@ordination.example',
  url: 'https://ordination.example',
  terms: 'https://ordination.example/terminbedingungen',
  impressum: 'https://ordination.example/impressum',
}

/**
 * The services of the demo. The order begins again after those for a first visit, because patients see either
 * these or the others.
 */
export const DEMO_SERVICES: readonly (typeof services.$inferInsert)[] = [
  {
    id: 'erstordination',
    name: 'Erstordination',
    description:
      'Ausführliches Gespräch, Untersuchung und ein Plan, wie es weitergeht. Bitte bringen Sie vorhandene Befunde mit.',
    durationMin: 45,
    stepMin: 15,
    paddingAfterMin: 5,
    priceCents: 180_00,
    displayDurationMin: 45,
    firstVisit: true,
    displayOrder: 1,
  },
  {
    id: 'vorsorgegespraech',
    name: 'Vorsorgegespräch',
    description:
      'Was ist in Ihrem Alter sinnvoll, was nicht? Mit Blutdruck, Impfpass und Blick auf die Familie.',
    durationMin: 40,
    stepMin: 20,
    priceCents: 140_00,
    displayDurationMin: 40,
    firstVisit: true,
    displayOrder: 2,
    hint: 'Bitte bringen Sie Ihren Impfpass und eine Liste Ihrer Medikamente mit.',
    questions: [
      { id: 'medikamente', label: 'Nehmen Sie regelmäßig Medikamente?', kind: 'yesno', required: false },
      { id: 'anliegen', label: 'Was ist Ihnen bei diesem Gespräch wichtig?', kind: 'text', required: false },
    ],
  },
  {
    id: 'folgebehandlung',
    name: 'Folgebehandlung',
    description: 'Kontrolle, Besprechung von Befunden und die nächsten Schritte.',
    durationMin: 30,
    stepMin: 15,
    priceCents: 90_00,
    displayDurationMin: 30,
    displayOrder: 1,
  },
  {
    id: 'akupunktur',
    name: 'Akupunktur',
    description: 'Eine Sitzung mit Ruhezeit. Bitte kommen Sie nicht mit leerem Magen.',
    durationMin: 40,
    stepMin: 20,
    paddingBeforeMin: 5,
    paddingAfterMin: 5,
    priceCents: 75_00,
    displayDurationMin: 40,
    displayOrder: 2,
  },
  {
    id: 'facial',
    name: 'Facial',
    description: 'Medizinische Hautbehandlung. Bitte kommen Sie ungeschminkt.',
    durationMin: 90,
    stepMin: 30,
    paddingBeforeMin: 10,
    paddingAfterMin: 10,
    priceCents: 160_00,
    displayDurationMin: 90,
    displayOrder: 3,
  },
]

/** Opening and closing in minutes after midnight. */
type Hours = [opening: number, closing: number]
const MORNING: Hours = [8 * 60, 12 * 60]
const AFTERNOON: Hours = [13.5 * 60, 17.5 * 60]
const LATE_AFTERNOON: Hours = [14 * 60, 19 * 60]
const LONG_MORNING: Hours = [8 * 60, 13 * 60]
/** The working hours of the demo, from Sunday to Saturday. */
export const DEMO_WEEK: readonly Hours[][] = [
  [],
  [MORNING, AFTERNOON],
  [MORNING, AFTERNOON],
  [MORNING, LATE_AFTERNOON],
  [MORNING, AFTERNOON],
  [LONG_MORNING],
  [],
]

/** The doctors of a demo practice with several, in order. */
export const DEMO_DOCTORS = [
  { id: 'doctor-1', name: 'Dr. Demo Muster', title: 'Allgemeinmedizin' },
  { id: 'doctor-2', name: 'Dr. Erika Beispiel', title: 'Allgemeinmedizin, Akupunktur' },
  { id: 'doctor-3', name: 'Dr. Max Erfunden', title: 'Allgemeinmedizin, Haut' },
  { id: 'doctor-4', name: 'Dr. Ida Probe', title: 'Allgemeinmedizin' },
]
