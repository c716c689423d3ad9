import { getResource, saveResource } from '../../src/schedule/resources.ts'
import { getActiveService, saveService } from '../../src/schedule/services.ts'
import { expect, openAdminPage, test } from './fixtures/admin.ts'
import { addBooking, mondayAfterNext } from './fixtures/bookings.ts'
import { expectText, pressSave } from './fixtures/controls.ts'
import { look } from './fixtures/look.ts'
import { connectOdoo } from './fixtures/odoo.ts'
import type { Portal } from './fixtures/portal.ts'

/** The id of the demo's only doctor, "Ordination Dr. Demo Muster". */
const FIRST_DOCTOR = 'doctor-1'
/** The id of the doctor that tests add. */
const SECOND_DOCTOR = 'dr-beispiel'

/** The hours of each day from Sunday on, in minutes since midnight. */
const TUESDAYS_FROM_NINE_TO_NOON = [[], [], [[9 * 60, 12 * 60]], [], [], [], []] as const

/** Gives the practice a second doctor, with its hours unless `values` say otherwise. */
function addSecondDoctor(portal: Portal, values: Parameters<typeof saveResource>[2] = {}): void {
  saveResource(portal.ctx(), SECOND_DOCTOR, { name: 'Dr. Beispiel', ...values })
}

test('a practice with one doctor is not asked who offers a service', async ({ page }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  await expect(page.getByLabel('Ressource'), 'the name is typed').toBeVisible()
  await expect(page.getByText('Wer bietet das an?')).toHaveCount(0)
})

test('a second doctor is added with a line for patients, and needs a name', async ({ page }) => {
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('link', { name: 'Ärzte & Räume' }).click()
  await page.getByRole('button', { name: 'Neu', exact: true }).click()
  await pressSave(page)
  await expectText(page, 'Bitte einen Namen angeben.')
  await page.getByLabel('Name', { exact: true }).fill('Dr. Beispiel')
  await page.getByLabel('Zeile für Patienten').fill('Fachärztin für Innere Medizin')
  await look(page, 'admin-resource-new')
  await pressSave(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Dr. Beispiel' })).toBeVisible()
})

test('a doctor starts with the practice’s hours, gets separate ones, and is moved to the first place', async ({
  page,
  portal,
}) => {
  addSecondDoctor(portal, { title: 'Fachärztin für Innere Medizin' })
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: 'Arbeitszeiten von „Dr. Beispiel“' }).click()
  await expect(page.getByLabel('Montag Block 1 Start'), 'begins as the practice').toHaveValue('08:00')
  await page.getByRole('button', { name: 'Montag schließen' }).click()
  await page.getByLabel('Dienstag Block 1 Start').fill('9')
  await pressSave(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Dr. Beispiel' })
  await expect(row).toContainText('Di 09:00–12:00')
  await expect(row).not.toContainText('Mo ')
  await page.getByRole('button', { name: '„Dr. Beispiel“ nach oben' }).click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Dr. Beispiel')
  await look(page, 'admin-resources')
})

test('a service is offered by at least one of several doctors, listed in the practice’s order', async ({
  page,
  portal,
}) => {
  saveResource(portal.ctx(), FIRST_DOCTOR, { displayOrder: 1 })
  addSecondDoctor(portal, { displayOrder: 0 })
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Akupunktur', exact: true }).click()
  const firstDoctor = page.getByRole('checkbox', { name: 'Ordination Dr. Demo Muster' })
  await expect(firstDoctor).toBeVisible()
  await expect(page.getByLabel('Ressource')).toHaveCount(0)
  await firstDoctor.uncheck()
  await pressSave(page)
  await expectText(page, 'Bitte mindestens eine Person wählen.')
  await firstDoctor.check()
  await page.getByRole('checkbox', { name: 'Dr. Beispiel' }).check()
  await look(page, 'admin-service-resources')
  await pressSave(page)
  await expectText(page, 'Service "Akupunktur" gespeichert.')
  expect(getActiveService(portal.ctx(), 'akupunktur')).toMatchObject({
    resourceId: SECOND_DOCTOR,
    otherResourceIds: [FIRST_DOCTOR],
  })
})

test('choosing the doctor of a new appointment changes its free times', async ({ page, portal }) => {
  const ctx = portal.ctx()
  addSecondDoctor(portal, { week: TUESDAYS_FROM_NINE_TO_NOON })
  saveService(ctx, { ...getActiveService(ctx, 'akupunktur'), otherResourceIds: [SECOND_DOCTOR] })
  await openAdminPage(page, '/admin/services', 'Services & Preise')
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  await expect(page.getByLabel('Leistung')).toBeVisible()
  await expect(page.getByLabel('Bei wem'), 'no service, no choice').toHaveCount(0)
  await page.getByLabel('Leistung').selectOption('akupunktur')
  const doctorChoice = page.getByLabel('Bei wem')
  await expect(doctorChoice.locator(':checked')).toHaveText('Egal, wer frei ist')
  const times = page.getByRole('group', { name: 'Nächste freie Zeiten' })
  await times.getByRole('button', { name: 'ab nächster Woche' }).click()
  await expect(times.getByRole('radio', { name: /Montag/ }).first()).toBeVisible()
  await doctorChoice.selectOption('Dr. Beispiel')
  await expect(times.getByRole('radio', { name: /Montag/ }), 'works on Tuesdays only').toHaveCount(0)
  await expect(times.getByRole('radio', { name: /Dienstag.*09:00/ }).first()).toBeVisible()
  await look(page, 'admin-telephone-resource')
})

test('a doctor with coming appointments cannot be deleted', async ({ page, portal }) => {
  addSecondDoctor(portal)
  addBooking(portal, mondayAfterNext(), '09:00')
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: '„Ordination Dr. Demo Muster“ löschen' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: /löschen$/ }).click()
  await expect(question.getByRole('alert')).toContainText('Es gibt noch kommende Termine')
})

test('a doctor has a user of Odoo, if the practice has Odoo', async ({ page, portal }) => {
  addSecondDoctor(portal)
  connectOdoo(portal)
  await page.goto('/admin/resources')
  await page.getByRole('button', { name: '„Dr. Beispiel“ ändern' }).click()
  await page.getByLabel('Benutzer in Odoo').fill('beispiel@ordi.example')
  await look(page, 'admin-resource-odoo')
  await pressSave(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(getResource(portal.ctx(), SECOND_DOCTOR).odooUser).toBe('beispiel@ordi.example')
})
