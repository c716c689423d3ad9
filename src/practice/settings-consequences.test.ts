import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { writeSettings } from './settings.ts'
import { consequencesText } from './settings-consequences.ts'

it.each([
  {
    settings: 'the defaults',
    general: {},
    text: 'Die Online-Buchung ist offen, bis zu 180 Tage im Voraus. Benachrichtigungen werden gesendet.',
  },
  {
    settings: 'one day in advance and no SMS',
    general: { maxBookingDays: 1, notify_muteSms: true },
    text: 'Die Online-Buchung ist offen, bis zu 1 Tag im Voraus. SMS sind abgeschaltet, E-Mails werden gesendet.',
  },
  {
    settings: 'maintenance and no e-mails',
    general: { booking_maintenance_active: true, notify_muteEmail: true },
    text: 'Die Online-Buchung ist geschlossen. E-Mails sind abgeschaltet, SMS werden gesendet.',
  },
  {
    settings: 'thirty days in advance and no notifications',
    general: { maxBookingDays: 30, notify_off: true },
    text: 'Die Online-Buchung ist offen, bis zu 30 Tage im Voraus. Benachrichtigungen sind abgeschaltet.',
  },
  {
    settings: 'neither e-mails nor SMS',
    general: { notify_muteEmail: true, notify_muteSms: true },
    text: 'Die Online-Buchung ist offen, bis zu 180 Tage im Voraus. Benachrichtigungen sind abgeschaltet.',
  },
])('the consequences of $settings are stated', ({ general, text }) => {
  const { ctx } = openTestApp()
  writeSettings(ctx(), 'general', general)
  expect(consequencesText(ctx())).toBe(text)
})

it('the consequences say that nothing can be booked while no service is active', () => {
  expect(consequencesText(openTestApp({ empty: true }).ctx())).toContain(
    'Die Online-Buchung ist geschlossen, weil keine Leistung aktiv ist.',
  )
})
