import { getBooking } from '../../src/booking/bookings.ts'
import { expect, openAdminPage } from './fixtures/admin.ts'
import { addBooking, instantAt, mondayAfterNext } from './fixtures/bookings.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { fillFields } from './fixtures/fields.ts'
import { connectOdoo } from './fixtures/odoo.ts'
import type { Portal } from './fixtures/portal.ts'
import { CONFLICT, test } from './fixtures/settings.ts'

/** Returns the id of the event in Odoo that stands for the booking. */
function eventIdOf(portal: Portal, bookingId: string): number {
  const [row] = portal.rows<{ event_id: number }>(
    'select event_id from erp_events where booking_id = ?',
    bookingId,
  )
  if (!row) throw new Error('the booking is not in Odoo')
  return row.event_id
}

test('Odoo is set up and its connection checked', async ({ page, portal, colleaguePuts }) => {
  const ODOO_URL = portal.providers.odooUrl
  await openAdminPage(page, '/admin/settings/odoo', 'Odoo')
  await pressSave(page)
  await expectText(page, 'Bitte ODOO_URL angeben.')
  await fillFields(page, { ODOO_URL: 'odoo.example' })
  await expectText(page, 'ODOO_URL muss mit http:// oder https:// beginnen.')
  await fillFields(page, { ODOO_URL, ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'demo-key' })
  await pressSave(page)
  await expectText(page, 'Odoo-Einstellungen gespeichert.')
  await page.getByRole('button', { name: 'Verbindung prüfen' }).click()
  await expectText(page, /^Die Verbindung steht: Odoo 18/)
  await colleaguePuts('/settings/odoo', { ODOO_URL, ODOO_DB: 'andere', ODOO_USER: 'ordi' })
  await page.getByRole('button', { name: 'Gespeicherten Wert entfernen' }).click()
  await pressSave(page)
  await expectText(page, CONFLICT)
  await expectText(page, 'Datenbank: andere')
})

test('Odoo gets the appointments, and what the doctor changes there is settled here', async ({
  page,
  portal,
}) => {
  const idAtNine = addBooking(portal, mondayAfterNext(), '09:00')
  const idAtEleven = addBooking(portal, mondayAfterNext(), '11:00')
  connectOdoo(portal)
  const odoo = portal.providers.simulator('odoo')
  await openAdminPage(page, '/admin/settings/odoo', 'Odoo')
  await test.step('the appointments go to Odoo', async () => {
    await page.getByRole('button', { name: '2 bestätigte Termine übertragen' }).click()
    await expect.poll(() => odoo.events().length).toBe(2)
    await expect.poll(() => portal.rows('select 1 from erp_events')).toHaveLength(2)
  })

  const tasks = page.getByRole('region', { name: 'Anders als in Odoo' }).getByRole('listitem')
  await test.step('what the doctor moves and deletes there is shown', async () => {
    // Odoo writes instants as UTC, without a zone.
    const utcOfOdoo = (time: string) =>
      new Date(instantAt(mondayAfterNext(), time)).toISOString().slice(0, 19).replace('T', ' ')
    odoo.changeEvent(eventIdOf(portal, idAtNine), { start: utcOfOdoo('14:00'), stop: utcOfOdoo('14:30') })
    odoo.removeEvent(eventIdOf(portal, idAtEleven))
    await page.getByRole('button', { name: 'Jetzt lesen' }).click()
    await expectText(page, /^In Odoo jetzt: Montag, .*, 14:00\sUhr\.$/)
    await expectText(page, 'In Odoo gelöscht.')
    await page.getByRole('link', { name: 'Übersicht' }).click()
    await expect(tasks).toHaveText([
      /^Rosa Musterfrau.*In Odoo jetzt: Montag/,
      /^Rosa Musterfrau.*In Odoo gelöscht/,
    ])
  })

  await test.step('the practice moves one appointment, and cancels the other', async () => {
    await page.getByRole('button', { name: 'Termin verschieben und benachrichtigen' }).click()
    await expectText(page, 'Termin wurde verschoben und der Patient informiert.')
    await page.getByRole('link', { name: 'Termin absagen' }).click()
    await page.getByRole('button', { name: 'Termin absagen: Rosa Musterfrau' }).click()
    await expectText(page, 'Abgesagt, noch nicht mitgeteilt.')
    await expect(tasks).toHaveCount(0)
    expect(getBooking(portal.ctx(), idAtEleven).status).toBe('cancelled')
    expect(getBooking(portal.ctx(), idAtNine)).toMatchObject({
      status: 'confirmed',
      startsAt: instantAt(mondayAfterNext(), '14:00'),
    })
  })

  await test.step('the outbox lists what went to Odoo', async () => {
    await page.goto('/admin/outbox?tab=odoo')
    // Two appointments were pushed, then the moved one and the cancelled one again.
    await expect(page.getByRole('tab', { name: 'Odoo 4' })).toHaveAttribute('aria-selected', 'true')
    await page.getByText(/^Termin: Montag, .*, 14:00\sUhr$/).click()
    await expect(page.getByRole('dialog')).toContainText('Versuche')
  })
})
