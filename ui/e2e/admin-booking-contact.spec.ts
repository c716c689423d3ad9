import { getBooking } from '../../src/booking/bookings.ts'
import { addDays } from '../../src/shared/day.ts'
import { ADMIN, expect, openAdminPage, putAsColleague, test } from './fixtures/admin.ts'
import { addBooking, bookingIdOf, mondayAfterNext } from './fixtures/bookings.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { addFortnight } from './fixtures/sample-weeks.ts'

test(
  'the contact of an appointment is corrected, although a colleague has changed it meanwhile',
  LOOKS_ON_PHONE,
  async ({ page, portal, session }) => {
    addFortnight(portal)
    await page.goto('/admin/bookings?view=list')
    await page.getByRole('row').filter({ hasText: 'Emil Testfall' }).getByText('Folgebehandlung').click()
    const details = page.getByRole('dialog', { name: 'Emil Testfall' })
    await test.step('the appointment shows its contact and history', async () => {
      await expect(details.getByText('Bitte nüchtern kommen.')).toBeVisible()
      await expect(details.getByText('emil.testfall@patient.example')).toBeVisible()
      await expect(details.getByText('Österreich')).toBeVisible()
      await expect(details.getByText('Reserviert von: Maria Mutterfrau')).toBeVisible()
      await expect(details.getByRole('button', { name: 'Nicht erschienen' })).toHaveCount(0)
    })

    const form = page.getByRole('dialog', { name: 'Emil Testfall: Kontaktdaten' })
    const save = form.getByRole('button', { name: 'Speichern', exact: true })
    await test.step('a wrong address is refused', async () => {
      await details.getByRole('button', { name: 'Kontaktdaten ändern' }).click()
      const booker = form.getByRole('group', { name: 'Gebucht von' })
      await expect(booker.getByLabel('Vorname')).toHaveValue('Maria')
      await form.getByLabel('Gebucht wird').selectOption('für Angehörige')
      await form.getByLabel('E-Mail', { exact: true }).fill('emil@')
      await save.click()
      await expect(form.getByText('Die E-Mail hat kein gültiges Format.')).toBeVisible()
      await look(page, 'correct-contact')
    })

    await test.step('after a conflict, one’s own version replaces the colleague’s', async () => {
      const path = `/bookings/${bookingIdOf(portal, 'Testfall')}/contact`
      const versionOfColleague = {
        firstName: 'Emil',
        lastName: 'Testfall',
        mobile: '0664 7654321',
        city: 'Bregenz',
      }
      await putAsColleague(portal, { session, path, body: versionOfColleague })
      await form.getByLabel('E-Mail', { exact: true }).fill('emil@testfall.example')
      await save.click()
      await expect(form.getByText(`${ADMIN.email} hat die Kontaktdaten inzwischen geändert.`)).toBeVisible()
      await expect(form.getByText('Ort: Bregenz')).toBeVisible()
      await form.getByRole('button', { name: 'Meine Fassung speichern' }).click()
      await expect(
        details.getByText(
          'Kontaktdaten gespeichert. Weitere Nachrichten gehen an die neue Adresse oder Nummer',
        ),
      ).toBeVisible()
      await expect(details.getByRole('link', { name: 'emil@testfall.example' })).toBeVisible()
      await expect(details.getByText('Maria Mutterfrau, für Angehörige')).toBeVisible()
    })
  },
)

test('a corrected number is taken over by the other coming appointments that are ticked', async ({
  page,
  portal,
}) => {
  const bookingOfRosa = { email: 'rosa@musterfrau.example', service: 'Folgebehandlung' }
  const id = addBooking(portal, mondayAfterNext(), '09:00', bookingOfRosa)
  const idOfTicked = addBooking(portal, addDays(mondayAfterNext(), 1), '09:00', bookingOfRosa)
  const idOfUnticked = addBooking(portal, addDays(mondayAfterNext(), 2), '09:00', bookingOfRosa)
  await openAdminPage(page, `/admin/bookings?view=list&booking=${id}&ask=contact`, 'Termine')
  const sheet = page.getByRole('dialog', { name: /Kontaktdaten$/ })
  const otherAppointments = sheet
    .getByRole('group', { name: 'Auch bei diesen Terminen' })
    .getByRole('checkbox')
  await expect(otherAppointments).toHaveCount(2)
  await otherAppointments.last().uncheck()
  await sheet.getByLabel('Telefon').fill('0676 5550001')
  await sheet.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Kontaktdaten gespeichert.')).toBeVisible()
  const mobileOf = (bookingId: string) => getBooking(portal.ctx(), bookingId).mobile
  expect(mobileOf(id)).toMatch(/5550001$/)
  expect(mobileOf(idOfTicked)).toMatch(/5550001$/)
  expect(mobileOf(idOfUnticked)).toBe('0664 1234567')
})
