import type * as v from 'valibot'
import type { serviceSchema } from './service-schema.ts'

/** A service as a caller of the API may send it; missing fields have defaults. */
type SentService = v.InferInput<typeof serviceSchema>
type TemplateService = SentService & Readonly<{ id: string; name: string }>

/**
 * The services with which a practice of each kind can begin. Durations are full appointments. A doctor's
 * first visit takes longer, a psychotherapist needs ten minutes between two appointments, and a
 * physiotherapist five to make the room ready.
 */
export const SERVICE_TEMPLATES = {
  general: template('Allgemeinmedizin', { step: 15 }, [
    {
      id: 'erstordination',
      name: 'Erstordination',
      description:
        'Gespräch, Untersuchung und ein Plan, wie es weitergeht. Bitte bringen Sie Ihre Befunde und eine Liste Ihrer Medikamente mit.',
      duration_min: 45,
      price: 160,
      first_visit: true,
      display_duration_min: 45,
    },
    {
      id: 'folgeordination',
      name: 'Folgeordination',
      description: 'Kontrolle, neue Beschwerden und die nächsten Schritte.',
      duration_min: 30,
      price: 95,
    },
    {
      id: 'akuttermin',
      name: 'Akuttermin',
      description: 'Für plötzliche Beschwerden. Im Notfall rufen Sie bitte 144.',
      duration_min: 20,
      step: 10,
      price: 80,
    },
    {
      id: 'befundbesprechung',
      name: 'Befundbesprechung',
      description: 'Was Ihre Befunde bedeuten und was daraus folgt.',
      duration_min: 20,
      step: 10,
      price: 65,
    },
    {
      id: 'vorsorge',
      name: 'Vorsorgeuntersuchung',
      description: 'Untersuchung, EKG und Beratung.',
      hint: 'Bitte kommen Sie nüchtern und bringen Sie Ihren Impfpass und eine Liste Ihrer Medikamente mit.',
      questions: [
        {
          id: 'medikamente',
          label: 'Nehmen Sie regelmäßig Medikamente?',
          kind: 'yesno',
          required: false,
        },
      ],
      duration_min: 45,
      price: 150,
    },
    {
      id: 'blutabnahme',
      name: 'Blutabnahme',
      description:
        'Bitte kommen Sie nüchtern; Wasser ist erlaubt. Das Labor verrechnet seine Leistung selbst.',
      duration_min: 10,
      step: 10,
      price: 30,
    },
    {
      id: 'impfung',
      name: 'Impfung',
      description:
        'Mit Beratung. Bitte bringen Sie Ihren Impfpass mit. Der Impfstoff wird eigens verrechnet.',
      duration_min: 15,
      price: 40,
    },
  ]),
  physiotherapy: template('Physiotherapie', { step: 15, paddingAfter: 5 }, [
    {
      id: 'erstbefund',
      name: 'Erster Termin mit Befund',
      description:
        'Untersuchung, Therapieplan und erste Behandlung. Bitte bringen Sie die ärztliche Verordnung und Ihre Befunde mit.',
      duration_min: 60,
      step: 30,
      price: 110,
      first_visit: true,
    },
    {
      id: 'physiotherapie-30',
      name: 'Physiotherapie, 30 Minuten',
      description: 'Einzelbehandlung nach Verordnung. Bitte kommen Sie in bequemer Kleidung.',
      duration_min: 30,
      price: 60,
    },
    {
      id: 'physiotherapie-45',
      name: 'Physiotherapie, 45 Minuten',
      description: 'Einzelbehandlung nach Verordnung. Bitte kommen Sie in bequemer Kleidung.',
      duration_min: 45,
      price: 85,
    },
    {
      id: 'physiotherapie-60',
      name: 'Physiotherapie, 60 Minuten',
      description: 'Einzelbehandlung nach Verordnung. Bitte kommen Sie in bequemer Kleidung.',
      duration_min: 60,
      price: 105,
    },
    {
      id: 'lymphdrainage',
      name: 'Manuelle Lymphdrainage',
      description: 'Bitte bringen Sie Ihre Kompressionsstrümpfe mit, wenn Sie welche haben.',
      duration_min: 50,
      price: 80,
    },
  ]),
  psychotherapy: template('Psychotherapie', { step: 30, paddingAfter: 10 }, [
    {
      id: 'erstgespraech',
      name: 'Erstgespräch',
      description:
        'Wir lernen einander kennen und klären, worum es Ihnen geht. Sie verpflichten sich damit zu nichts.',
      duration_min: 50,
      price: 110,
      first_visit: true,
    },
    {
      id: 'einzeltherapie',
      name: 'Einzeltherapie',
      description: 'Eine Einheit von 50 Minuten.',
      duration_min: 50,
      price: 110,
    },
    {
      id: 'doppeleinheit',
      name: 'Einzeltherapie, Doppeleinheit',
      description: 'Zwei Einheiten ohne Pause.',
      duration_min: 100,
      paddingAfter: 20,
      price: 210,
    },
    {
      id: 'paartherapie',
      name: 'Paartherapie',
      description: 'Für beide gemeinsam. Es genügt, wenn eine Person bucht.',
      duration_min: 80,
      price: 170,
    },
  ]),
}

export type ServiceTemplate = keyof typeof SERVICE_TEMPLATES

export const SERVICE_TEMPLATE_IDS = Object.keys(SERVICE_TEMPLATES) as ServiceTemplate[]

/**
 * Returns a template. Patients see first visits and all other services in two lists, so the display order of
 * each list begins with 1.
 * @param common the fields that most of the services share
 */
function template(title: string, common: SentService, services: readonly TemplateService[]) {
  const others = services.filter((service) => !service.first_visit)
  const ordered = services.map((service) => ({
    display_order: service.first_visit ? 1 : others.indexOf(service) + 1,
    ...common,
    ...service,
  }))
  return { title, services: ordered }
}
