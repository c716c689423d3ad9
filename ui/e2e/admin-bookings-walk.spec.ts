import { HOUR } from '../../src/shared/day.ts'
import { hasAppointment, onDay } from './appointments.ts'
import { signsIn } from './assistant.ts'
import { expect, type Portal, test } from './portal.ts'

const ACUPUNCTURE: [string, string, number] = ['akupunktur', 'Akupunktur', 40]
const FIRST: [string, string, number] = ['erstordination', 'Erstordination', 45]

function fillsTheDays(portal: Portal): { request: string; today: string } {
  const now = Date.now()
  const request = hasAppointment(portal, {
    ...{ firstName: 'Jodok', lastName: 'Erfunden', status: 'requested', startsAt: onDay(4, '09:30') },
    createdAt: now - 19 * HOUR,
  })
  hasAppointment(portal, {
    ...{
      firstName: 'Notburga',
      lastName: 'Platzhalter-Ungenannt',
      status: 'requested',
      startsAt: onDay(8, '08:00'),
    },
    ...{ service: ACUPUNCTURE, createdAt: now - 5 * HOUR, mobile: '+43 699 000 00 07' },
  })
  hasAppointment(portal, {
    ...{ firstName: 'Rosa', lastName: 'Musterfrau', status: 'requested', startsAt: onDay(9, '08:30') },
    ...{ service: FIRST, createdAt: now - 2 * HOUR },
  })
  const today = hasAppointment(portal, {
    ...{ firstName: 'Wilma', lastName: 'Niemand', status: 'confirmed', startsAt: onDay(0, '08:00') },
  })
  for (const [lastName, time, days] of [
    ['Beispielhofer', '10:00', 0],
    ['Fantasius', '23:20', 0],
    ['Irgendwo', '08:00', 1],
    ['Mustermann', '08:45', 1],
    ['Niemals', '11:00', 1],
    ['Probst', '11:30', 2],
    ['Testfall', '14:00', 5],
  ] as const)
    hasAppointment(portal, { firstName: 'Emil', lastName, status: 'confirmed', startsAt: onDay(days, time) })
  hasAppointment(portal, {
    firstName: 'Gebhard',
    lastName: 'Unbekannt',
    status: 'cancelled',
    startsAt: onDay(6, '09:00'),
  })
  hasAppointment(portal, {
    firstName: 'Hannes',
    lastName: 'Irgendwer',
    status: 'rejected',
    startsAt: onDay(7, '09:00'),
  })
  portal.rows(`update events set message = 'Bitte nüchtern kommen.' where kind = 'confirmed' returning id`)
  return { request, today }
}

test('the start page says what is to be done, and decisions are taken in place', async ({
  page,
  portal,
  look,
}) => {
  await signsIn(page, portal)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Anfrage wartet' })).toBeVisible()
  await expect(
    page.getByText('Hier stehen Reservierungen, über die noch niemand entschieden hat.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Auslastung, 14 Tage' })).toBeVisible()
  await look(page, 'admin-uebersicht-leer')

  const { request } = fillsTheDays(portal)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '3 Anfragen warten' })).toBeVisible()
  await expect(page.getByText('seit 19 Std.')).toBeVisible()
  await expect(page.getByText('Wilma Niemand')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Buchungen je Woche' })).toBeVisible()
  await look(page, 'admin-uebersicht')

  await page.getByRole('button', { name: 'Anfrage von Jodok Erfunden bestätigen' }).click()
  await page.getByLabel(/Nachricht an/).fill('Bitte nüchtern kommen.')
  await look(page, 'admin-bestaetigen')
  await page.getByRole('button', { name: 'Termin von Jodok Erfunden: Bestätigen' }).click()
  await expect(page.getByText('Termin wurde bestätigt und der Patient informiert.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()
  await portal.mailTo('jodok.erfunden@patient.example', /bestätigt/)
  expect(portal.rows('select status from bookings where id = ?', request)).toEqual([{ status: 'confirmed' }])

  await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '2 Anfragen warten' })).toBeVisible()
  await page.getByRole('button', { name: 'Anfrage von Rosa Musterfrau ablehnen' }).click()
  await page.getByRole('button', { name: 'Termin von Rosa Musterfrau: Ablehnen' }).click()
  await expect(page.getByText('Termin wurde abgelehnt und der Patient informiert.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '1 Anfrage wartet' })).toBeVisible()

  await page.route('**/api/admin/overview', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.getByText('Übersicht konnte nicht geladen werden.')).toBeVisible({ timeout: 20_000 })
  await look(page, 'admin-uebersicht-fehler')
})

test('appointments are found, looked at and called off', async ({ page, portal, look }) => {
  await signsIn(page, portal)
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Hier stehen Termine. Für diese Auswahl gibt es keine.')).toBeVisible()
  await look(page, 'admin-termine-leer')
  fillsTheDays(portal)
  await page.reload()
  await expect(page.getByText('Emil Testfall')).toBeVisible()
  await look(page, 'admin-termine-liste')

  await page.getByLabel('Suche').fill('platzhalter')
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
  await expect(page).toHaveURL(/search=platzhalter/)
  await page.getByLabel('Suche').fill('')
  await page.getByLabel('Status').selectOption({ label: 'Storniert' })
  await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await page.getByLabel('Status').selectOption({ label: 'Alle' })

  const row = page.getByRole('row').filter({ hasText: 'Emil Testfall' })
  await row.getByRole('button').first().click()
  const sheet = page.getByRole('dialog', { name: 'Emil Testfall' })
  await expect(sheet.getByText('Bitte nüchtern kommen.')).toBeVisible()
  await expect(sheet.getByText('emil.testfall@patient.example')).toBeVisible()
  await look(page, 'admin-termin-details')
  await sheet.getByRole('button', { name: 'Termin stornieren' }).click()
  await page.getByRole('button', { name: 'Termin von Emil Testfall: Stornieren' }).click()
  await expect(sheet.getByText('Termin wurde storniert und der Patient informiert.')).toBeVisible()
  await expect(sheet.getByText(/Storniert von: gerda@ordination.example/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).not.toHaveURL(/booking=/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('termine.csv')
  await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()

  await page.route('**/api/admin/bookings/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin/bookings?view=list&booking=ohne-antwort')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Termindetails konnten nicht geladen werden.',
    { timeout: 20_000 },
  )
  await look(page, 'admin-termin-fehler')
  await page.route('**/api/admin/bookings?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Termine konnten nicht geladen werden.')).toBeVisible({ timeout: 20_000 })
  await look(page, 'admin-termine-fehler')
})
