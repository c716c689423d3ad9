import { signsIn } from './assistant.ts'
import { aMonday, daysAfter, writesDown } from './diary.ts'
import { press, tabTo } from './keys.ts'
import { expect, test } from './portal.ts'

const MONDAY = aMonday()

test.beforeEach(async ({ page, portal }) => {
  await signsIn(page, portal)
})

test('an appointment is taken down and looked at by keyboard alone', async ({ page }) => {
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  await press(page, page.getByRole('button', { name: 'Nächste Woche' }))
  await press(page, page.getByRole('button', { name: 'Vorige Woche' }))
  await expect(page).toHaveURL(new RegExp(`date=${MONDAY}`))
  await press(page, page.getByRole('button', { name: 'Termin eintragen' }))

  const sheet = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(sheet.getByLabel('Leistung')).toBeFocused()
  await page.keyboard.type('Aku')
  await expect(sheet.getByRole('radio').first()).toBeVisible()
  await tabTo(page, sheet.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  for (const [label, text] of [
    ['Vorname', 'Rosa'],
    ['Nachname', 'Musterfrau'],
    ['Telefon', '0664 1234567'],
  ] as const) {
    await tabTo(page, sheet.getByLabel(label))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')

  const details = page.getByRole('dialog', { name: 'Rosa Musterfrau' })
  await expect(details).toContainText('Bestätigt')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await press(page, page.getByRole('button', { name: /Musterfrau Rosa.*bestätigt/ }))
  await expect(details).toBeVisible()
})

test('a press on an empty time enters an appointment there', async ({ page, portal }) => {
  writesDown(portal, { day: MONDAY, time: '08:00', name: 'Max Mustermann' })
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  const tuesday = page.getByRole('region', { name: /^Dienstag/ })
  await tuesday.locator('[data-time="10:30"]').click()
  const sheet = page.getByRole('dialog', { name: 'Termin eintragen' })
  await expect(sheet.getByLabel('Datum', { exact: true })).toHaveValue(daysAfter(MONDAY, 1))
  await expect(sheet.getByLabel('Uhrzeit')).toHaveValue('10:30')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a deleted absence gives the time back, and one that is gone already says so', async ({
  page,
  portal,
}) => {
  const start = Date.now() + 24 * 60 * 60_000
  const made = `insert into absences (kind, title, starts_at, ends_at) values ('block', ?, ?, ?) returning id`
  portal.rows(made, 'Fortbildung', start, start + 60 * 60_000)
  await page.goto('/admin/absences')
  await page.getByRole('button', { name: /„Fortbildung“.*löschen/ }).click()
  portal.rows('delete from absences returning id')
  await page.getByRole('button', { name: '„Fortbildung“ löschen', exact: true }).click()
  await expect(page.getByText('Diese Abwesenheit gibt es nicht mehr.')).toBeVisible()
})

test('what is being taken down is not lost by a slip', async ({ page }) => {
  await page.goto(`/admin/bookings?view=week&date=${MONDAY}`)
  await page.getByRole('button', { name: 'Termin eintragen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Termin eintragen' })
  await sheet.getByLabel('Nachname').fill('Musterfrau')
  page.once('dialog', (question) => void question.dismiss())
  await page.keyboard.press('Escape')
  await expect(sheet.getByLabel('Nachname')).toHaveValue('Musterfrau')
  page.once('dialog', (question) => void question.accept())
  await sheet.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(sheet).toBeHidden()
})
