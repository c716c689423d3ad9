import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/day.ts'
import { aManualBooking } from '../../testing/factory.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('a manual booking', () => {
  it.each<{ fault: string; changes: Record<string, unknown>; fields: Record<string, string> }>([
    {
      fault: 'no service',
      changes: { service_id: '' },
      fields: { service_id: 'Bitte eine Leistung angeben.' },
    },
    {
      fault: 'no start',
      changes: { start: undefined },
      fields: { start: 'Bitte einen Zeitpunkt angeben.' },
    },
    {
      fault: 'a start in the hour that the clocks leave out',
      changes: { start: '2027-03-28T02:30' },
      fields: { start: 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.' },
    },
    {
      fault: 'a start in another era',
      changes: { start: '+275760-09-12T00:00:00Z' },
      fields: { start: 'Bitte einen gültigen Zeitpunkt angeben.' },
    },
    {
      fault: 'a start a minute ago',
      changes: { start: isoAt(NOW - MINUTE) },
      fields: { start: 'Dieser Zeitpunkt liegt in der Vergangenheit.' },
    },
    {
      fault: 'an empty contact',
      changes: { contact: {} },
      fields: {
        firstName: 'Vorname ist erforderlich.',
        lastName: 'Nachname ist erforderlich.',
        mobile: 'Telefon ist erforderlich.',
      },
    },
    {
      fault: 'a message that is too long',
      changes: { message: 'x'.repeat(1001) },
      fields: { message: 'Bitte höchstens 1000 Zeichen eingeben.' },
    },
    {
      fault: 'a wish about paddings that is no boolean',
      changes: { without_paddings: 'ja' },
      fields: { without_paddings: 'Bitte true oder false angeben.' },
    },
    { fault: 'an unknown key', changes: { price: 1 }, fields: { price: 'Unbekannte Angabe.' } },
  ])('is refused with $fault', async ({ changes, fields }) => {
    const app = openTestApp()
    const { status, json } = await app.admin().post('/api/admin/bookings', aManualBooking(changes))
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows('select 1 from bookings union all select 1 from audit')).toEqual([])
  })

  it('is refused with an unknown service', async () => {
    const entry = aManualBooking({ service_id: 'massage' })
    const { status, json } = await openTestApp().admin().post('/api/admin/bookings', entry)
    expect([status, json.error]).toEqual([404, 'service_not_found'])
  })
})
