import { expect, openAdminPage } from './fixtures/admin.ts'
import { addBooking, dayFromToday } from './fixtures/bookings.ts'
import { expectText } from './fixtures/controls.ts'
import { LOOKS_ON_PHONE, look } from './fixtures/look.ts'
import { test } from './fixtures/settings.ts'

/** The e-mail address of each booking that `addBooking` adds without another name. */
const EMAIL_OF_ROSA = 'rosa.musterfrau@patient.example'

test(
  'a person’s data are found, given out as two files, and erased after the address was typed twice',
  LOOKS_ON_PHONE,
  async ({ page, portal }) => {
    addBooking(portal, dayFromToday(-40), '08:30')
    await openAdminPage(page, '/admin/settings/privacy', 'Datenschutz')
    const email = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
    await test.step('for an unknown address nothing is found; an address with a tag finds its mailbox', async () => {
      await email.fill('niemand@patient.example')
      await page.getByRole('button', { name: 'Suchen' }).click()
      await expectText(page, 'Zu dieser Adresse ist nichts gespeichert.')
      await email.fill('rosa.musterfrau+praxis@patient.example')
      await page.getByRole('button', { name: 'Suchen' }).click()
      await expectText(page, 'Gespeichert: ein Termin.')
    })

    await test.step('the data are exported as two files', async () => {
      const files: string[] = []
      page.on('download', (file) => files.push(file.suggestedFilename().replace(/.*\./, '')))
      await page.getByRole('button', { name: 'Auskunft herunterladen' }).click()
      await expectText(page, 'Zwei Dateien sind gespeichert')
      await expect.poll(() => files.toSorted()).toEqual(['html', 'json'])
    })

    await test.step('the texts required by law are there', async () => {
      await page.getByText('Information zum Datenschutz bei der Online-Terminbuchung').click()
      await expectText(page, /^Österreichische Datenschutzbehörde|Aufsichtsbehörde/)
      await look(page, 'admin-privacy')
    })

    await test.step('everything is erased after the same address was typed', async () => {
      await page.getByRole('button', { name: 'Daten löschen …' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('mara@patient.example')
      await dialog.getByRole('button', { name: 'Endgültig löschen' }).click()
      await expect(dialog).toContainText('Das ist nicht dieselbe Adresse.')
      await look(page, 'admin-privacy-erase')
      await dialog.getByRole('textbox').fill(EMAIL_OF_ROSA)
      await page.keyboard.press('Enter')
      await expectText(page, 'Die Daten sind gelöscht.')
      // The erasure has given the booking another id.
      expect(portal.rows('select last_name, anonymised from bookings')).toEqual([
        { last_name: '', anonymised: 1 },
      ])
    })
  },
)

test('the page of a patient says that the data are erased', async ({ page, portal }) => {
  const id = addBooking(portal, dayFromToday(-40), '08:30')
  await openAdminPage(page, `/admin/patients/${id}`, 'Rosa Musterfrau')
  await page.getByRole('button', { name: 'Daten löschen …' }).click()
  await page.getByLabel('Name zur Bestätigung').fill('Rosa Musterfrau')
  await page.keyboard.press('Enter')
  // The page does not find the patient any more, so it has only a general heading.
  await expect(page.getByRole('heading', { level: 1, name: 'Patient/in' })).toBeFocused()
  await expectText(page, 'Die Daten sind gelöscht.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('data with coming appointments are not erased, and only other pages lead to the appointments', async ({
  page,
  portal,
}) => {
  const id = addBooking(portal, dayFromToday(8), '08:30')
  await openAdminPage(page, `/admin/patients/${id}`, 'Rosa Musterfrau')
  await expectText(page, 'Ein Termin steht noch bevor.')
  await expect(page.getByRole('button', { name: 'Daten löschen …' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Termine zeigen' })).toHaveCount(0)
  await openAdminPage(page, '/admin/settings/privacy', 'Datenschutz')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(EMAIL_OF_ROSA)
  await page.getByRole('button', { name: 'Suchen' }).click()
  await expect(page.getByRole('link', { name: 'Termine zeigen' })).toBeVisible()
})
