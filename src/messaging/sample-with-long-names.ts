import type { MessageSample } from './kind.ts'

/** Returns the sample with very long names and e-mail addresses, which show how a message wraps. */
export function withLongNames(sample: MessageSample): MessageSample {
  return {
    ...sample,
    practice: {
      ...sample.practice,
      name: 'Gemeinschaftsordination Dr. med. univ. Maximiliana Musterhuber-Beispielhofer',
      address: 'Alte Landstraße an der Dornbirner Ache 120/3/14',
      mail: 'terminvereinbarung@gemeinschaftsordination-musterhuber.example',
    },
    booking: {
      ...sample.booking,
      startsAt: Date.parse('2027-09-22T17:30:00+02:00'),
      lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
      serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung',
    },
  }
}
