import { saveResource } from '../../src/schedule/resources.ts'
import { expect, expectText, openAdminPage, save, test } from './fixtures/admin.ts'
import { addBooking, nextMonday } from './fixtures/bookings.ts'
import { look } from './fixtures/look.ts'

test('a second doctor is added with own hours, offers a service, and is never lost with appointments', async ({
  page,
  portal,
}) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await expect(page.getByLabel('Ressource'), 'one doctor is a text, as ever').toBeVisible()
  await expect(page.getByText('Wer bietet das an?')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Ärzte & Räume' }).click()
  await page.getByRole('button', { name: 'Neu', exact: true }).click()
  await save(page)
  await expectText(page, 'Bitte einen Namen angeben.')
  await page.getByLabel('Name', { exact: true }).fill('Dr. Beispiel')
  await page.getByLabel('Zeile für Patienten').fill('Fachärztin für Innere Medizin')
  await look(page, 'admin-resource-new')
  await save(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Arbeitszeiten von „Dr. Beispiel“' }).click()
  await expect(page.getByLabel('Montag Block 1 Start'), 'begins as the practice').toHaveValue('08:00')
  await page.getByRole('button', { name: 'Montag schließen' }).click()
  await page.getByLabel('Dienstag Block 1 Start').fill('9')
  await save(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Dr. Beispiel' })
  await expect(row).toContainText('Di 09:00–12:00')
  await expect(row).not.toContainText('Mo ')
  await page.getByRole('button', { name: '„Dr. Beispiel“ nach oben' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Dr. Beispiel')
  await look(page, 'admin-resources')

  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await expect(page.getByLabel('Ressource')).toHaveCount(0)
  const first = page.getByRole('checkbox', { name: 'Ordination Dr. Demo Muster' })
  await first.uncheck()
  await save(page)
  await expectText(page, 'Bitte mindestens eine Person wählen.')
  await first.check()
  await page.getByRole('checkbox', { name: 'Dr. Beispiel' }).check()
  await look(page, 'admin-service-resources')
  await save(page)
  await expectText(page, 'Service "Akupunktur" gespeichert.')
  expect(portal.rows(`select resource_id, other_resource_ids from services where id = 'akupunktur'`)).toEqual(
    [{ resource_id: 'dr-beispiel', other_resource_ids: '["doctor-1"]' }],
  )

  await page.goto('/admin/bookings?new=1')
  await expect(page.getByLabel('Bei wem'), 'no service, no choice').toHaveCount(0)
  await page.getByLabel('Leistung').selectOption('akupunktur')
  const who = page.getByLabel('Bei wem')
  await expect(who.locator(':checked')).toHaveText('Egal, wer frei ist')
  await who.selectOption('Dr. Beispiel')
  const times = page.getByRole('group', { name: 'Nächste freie Zeiten' })
  await expect(times.getByRole('radio', { name: /Dienstag.*09:00/ }).first()).toBeVisible()
  await expect(times.getByRole('radio', { name: /Montag/ }), 'the free times follow').toHaveCount(0)
  await look(page, 'admin-telephone-resource')

  addBooking(portal, nextMonday(), '09:00')
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: '„Ordination Dr. Demo Muster“ löschen' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /löschen$/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Es gibt noch kommende Termine')
})

test('a calendar elsewhere is for all doctors or for one of them, by keyboard alone', async ({
  page,
  portal,
}) => {
  saveResource(portal.ctx(), 'dr-beispiel', { name: 'Dr. Beispiel' })
  await openAdminPage(page, '/admin/calendars', 'Andere Kalender')
  await page.getByLabel('Name', { exact: true }).fill('Privat')
  await page.keyboard.press('Tab')
  await page.keyboard.type('webcal://calendar.example/demo.ics')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Gilt für')).toBeFocused()
  await expect(page.getByLabel('Gilt für').locator(':checked')).toHaveText('Alle')
  await page.getByLabel('Gilt für').selectOption('Dr. Beispiel')
  await page.getByRole('button', { name: 'Kalender anlegen' }).press('Enter')
  const listed = page.getByRole('listitem').filter({ hasText: 'Privat' })
  await expect(listed).toContainText('gilt für Dr. Beispiel')
  expect(portal.rows('select resource_id from calendars')).toEqual([{ resource_id: 'dr-beispiel' }])
  await listed.getByRole('button', { name: '„Privat“ ändern' }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Kalender „Privat“' })
  await expect(change.getByLabel('Gilt für')).toHaveValue('dr-beispiel')
  await change.getByLabel('Gilt für').selectOption('Alle')
  await change.getByRole('button', { name: 'Speichern' }).press('Enter')
  await expect(listed).not.toContainText('gilt für')
  await listed.getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: '„Privat“ entfernen' }).press('Enter')
  await expect(listed).toHaveCount(0)
  await expect(page.getByText('Noch gibt es keinen.')).toBeVisible()
})
