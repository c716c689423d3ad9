import * as v from 'valibot'
import { expect, it } from 'vitest'
import { serviceSchema } from './service-schema.ts'
import { SERVICE_TEMPLATES } from './service-templates.ts'

/** Returns a service as a line of a price list, after its display order. */
function priceListLine(template: unknown): string {
  const service = v.parse(serviceSchema, template)
  const { paddingBefore, paddingAfter, display_order, display_duration_min } = service
  // No template has a pause before the appointment; it would show up here as `0` minutes.
  const pause = paddingBefore + paddingAfter === 0 ? '' : `, danach ${paddingAfter} Minuten Pause`
  const place = service.first_visit && display_order === 1 ? 'Erstbesuch' : `${display_order}.`
  const shown = display_duration_min === null ? '' : ` (auch angezeigt: ${display_duration_min})`
  return `${place} ${service.name}: ${service.duration_min} Minuten${shown}, alle ${service.step}${pause}, € ${service.price}`
}

it('a practice begins with the services, times and prices of its kind', () => {
  const lists = Object.values(SERVICE_TEMPLATES).map(({ title, services }) => [
    title,
    ...services.map(priceListLine),
  ])
  expect(lists).toEqual([
    [
      'Allgemeinmedizin',
      'Erstbesuch Erstordination: 45 Minuten (auch angezeigt: 45), alle 15, € 160',
      '1. Folgeordination: 30 Minuten, alle 15, € 95',
      '2. Akuttermin: 20 Minuten, alle 10, € 80',
      '3. Befundbesprechung: 20 Minuten, alle 10, € 65',
      '4. Vorsorgeuntersuchung: 45 Minuten, alle 15, € 150',
      '5. Blutabnahme: 10 Minuten, alle 10, € 30',
      '6. Impfung: 15 Minuten, alle 15, € 40',
    ],
    [
      'Physiotherapie',
      'Erstbesuch Erster Termin mit Befund: 60 Minuten, alle 30, danach 5 Minuten Pause, € 110',
      '1. Physiotherapie, 30 Minuten: 30 Minuten, alle 15, danach 5 Minuten Pause, € 60',
      '2. Physiotherapie, 45 Minuten: 45 Minuten, alle 15, danach 5 Minuten Pause, € 85',
      '3. Physiotherapie, 60 Minuten: 60 Minuten, alle 15, danach 5 Minuten Pause, € 105',
      '4. Manuelle Lymphdrainage: 50 Minuten, alle 15, danach 5 Minuten Pause, € 80',
    ],
    [
      'Psychotherapie',
      'Erstbesuch Erstgespräch: 50 Minuten, alle 30, danach 10 Minuten Pause, € 110',
      '1. Einzeltherapie: 50 Minuten, alle 30, danach 10 Minuten Pause, € 110',
      '2. Einzeltherapie, Doppeleinheit: 100 Minuten, alle 30, danach 20 Minuten Pause, € 210',
      '3. Paartherapie: 80 Minuten, alle 30, danach 10 Minuten Pause, € 170',
    ],
  ])
})

it('only the check-up has a question, which is optional', () => {
  const asking = Object.values(SERVICE_TEMPLATES).flatMap(({ services }) =>
    services.flatMap((service) =>
      v.parse(serviceSchema, service).questions.map(({ required }) => [service.id, required]),
    ),
  )
  expect(asking).toEqual([['vorsorge', false]])
})
