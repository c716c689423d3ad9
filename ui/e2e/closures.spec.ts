import type { Day } from '../../src/shared/day.ts'
import { dayOfMonth, longDay, shortDay } from '../../src/shared/format.ts'
import { opensSession } from './assistant.ts'
import { choosesService } from './patient.ts'
import { expect, type Portal, test } from './portal.ts'

const today = () => Temporal.Now.plainDateISO('Europe/Vienna')
const tomorrow = () => today().add({ days: 1 }).toString()

test('a patient reads on which days the practice is closed, and why', async ({ page, portal, look }) => {
  const nextDay = tomorrow()
  const nextMonth = today().with({ day: 1 }).add({ months: 1 })
  const secondMonday = nextMonth.add({ days: 7 + ((8 - nextMonth.dayOfWeek) % 7) })
  const monday = secondMonday.toString()
  const friday = secondMonday.add({ days: 4 }).toString()
  await closes(portal, { title: 'Dr. Demo in Wien', from: nextDay, to: nextDay, reason: 'Fortbildung' })
  await closes(portal, { title: 'Familie', from: monday, to: friday, reason: 'Urlaub' })

  await choosesService(page)
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  const week = `Geschlossen von Mo ${dayOfMonth(monday)}. bis ${shortDay(friday)}: Urlaub`
  await expect(page.getByText(week)).toBeVisible()
  for (const day of [monday, friday])
    await expect(page.getByRole('button', { name: `${longDay(day)}, geschlossen` })).toBeDisabled()
  await look(page, '3-termin-geschlossen-kalender')

  await page.setViewportSize({ width: 360, height: 740 })
  await look(page, '3-termin-geschlossen-kalender-schmal')
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByText(`${shortDay(nextDay)} geschlossen: Fortbildung`)).toBeVisible()
  await expect(page.getByText(week)).toHaveCount(0)
  await look(page, '3-termin-geschlossen-liste')

  await expect(async () => {
    await page.getByRole('button', { name: 'Mehr Termine anzeigen' }).click({ timeout: 1000 })
    await expect(page.getByText(week)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Fortbildung')).toHaveCount(1)
  await look(page, '3-termin-geschlossen-liste-lang')
})

test('a patient books as ever when closures cannot be read', async ({ page, portal }) => {
  await closes(portal, { title: 'Urlaub', from: tomorrow(), to: tomorrow(), reason: 'Urlaub' })
  await page.route('**/api/closures*', (route) => route.abort())
  await choosesService(page)
  await page.getByRole('button', { name: 'Liste' }).click()
  await expect(page.getByRole('button', { name: 'Mehr Termine anzeigen' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** Through the door that the practice itself uses. */
async function closes(
  portal: Portal,
  days: { title: string; from: Day; to: Day; reason: string },
): Promise<void> {
  const answer = await fetch(`${portal.url}/api/admin/absences`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${opensSession(portal)}` },
    body: JSON.stringify({ kind: 'closure', ...days }),
  })
  expect(answer.status).toBe(201)
}
