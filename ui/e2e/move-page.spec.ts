import { writeSettings } from '../../src/practice/settings.ts'
import { HOUR } from '../../src/shared/day.ts'
import { monthName } from '../../src/shared/format.ts'
import { addBookingWithLinks, dayFromToday, instantAt } from './fixtures/bookings.ts'
import { expect, test } from './fixtures/portal.ts'

// How the page opens on which a patient moves an appointment, and when nothing can be moved there.

test('the page of a move says when the appointment is too soon to be moved online', async ({
  page,
  portal,
}) => {
  const soon = addBookingWithLinks(portal, { status: 'confirmed', startsAt: Date.now() + 5 * HOUR })
  await page.goto(`/patient/move?id=${soon.id}`)
  await expect(page.getByText('Verschieben online nur bis 24 Stunden vor dem Termin möglich.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Verschiebung online nicht mehr möglich' })).toBeVisible()
})

test('while the online booking is closed, the page of a move says whom to call', async ({ page, portal }) => {
  const appointment = addBookingWithLinks(portal, { status: 'confirmed', serviceId: 'folgebehandlung' })
  writeSettings(portal.ctx(), 'general', { booking_maintenance_active: true })
  await page.goto(`/patient/move?id=${appointment.id}`)
  await expect(
    page.getByText('Verschieben ist online derzeit nicht möglich. Bitte rufen Sie uns an.'),
  ).toBeVisible()
})

test('the page of a move without an id says that its link is invalid', async ({ page }) => {
  await page.goto('/patient/move')
  await expect(page.getByText('Ungültiger Link (keine ID).')).toBeVisible()
})

test('the times for a move begin in the month of the appointment', async ({ page, portal }) => {
  const later = addBookingWithLinks(portal, {
    status: 'confirmed',
    startsAt: instantAt(dayFromToday(70), '08:30'),
  })
  await page.goto(`/patient/move?id=${later.id}`)
  // The heading of a month with days of the next one names both.
  const heading = new RegExp(`^${monthName(later.startsAt)} `)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
})
