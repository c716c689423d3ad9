import type { Page } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday, mondayAfterNext } from './fixtures/bookings.ts'
import { openWithFewRequests } from './fixtures/cold-page.ts'
import { look } from './fixtures/look.ts'
import type { Portal } from './fixtures/portal.ts'
import { addFortnight, addWeek } from './fixtures/sample-weeks.ts'

const TABLET_PORTRAIT = { width: 768, height: 1024 } as const
const TABLET_LANDSCAPE = { width: 1024, height: 768 } as const

/** Returns the texts that are too wide for their boxes. Runs in the page. */
function textsCutOff(boxes: Element[]): string[] {
  return boxes.filter((box) => box.scrollWidth > box.clientWidth).map(({ textContent }) => textContent)
}

/** Opens the list of the appointments of `addFortnight`. */
async function openList(page: Page, portal: Portal): Promise<void> {
  addFortnight(portal)
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Emil Testfall')).toBeVisible()
}

test('a tablet in portrait or landscape shows the list of appointments with all five columns', async ({
  page,
  portal,
}) => {
  addWeek(portal, mondayAfterNext())
  await page.setViewportSize(TABLET_PORTRAIT)
  await openWithFewRequests(page, '/admin/bookings?view=list', 'Termine')
  const heads = page.getByRole('columnheader')
  await expect(heads).toHaveText(['Termin', 'Patient/in', 'Leistung', 'Telefon', 'Status'])
  expect(await page.locator('tbody td').evaluateAll(textsCutOff)).toEqual([])
  await look(page, 'admin-bookings-tablet')
  for (const width of [900, 1023]) {
    await page.setViewportSize({ width, height: 1024 })
    await expect(heads, `${width} px`).toHaveCount(5)
  }
  await page.setViewportSize(TABLET_LANDSCAPE)
  await expect(heads).toHaveCount(5)
  expect(await page.locator('tbody td').evaluateAll(textsCutOff), 'in landscape').toEqual([])
})

test('the Back button closes the details of an appointment and stays in the list', async ({
  page,
  portal,
}) => {
  addWeek(portal, mondayAfterNext())
  await page.goto('/admin/bookings')
  await page.getByRole('button', { name: 'Liste' }).click()
  await page.locator('tbody').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Termine' })).toBeVisible()
})

test('a tablet shows the appointments of a day in four columns', async ({ page, portal }) => {
  addWeek(portal, mondayAfterNext())
  await page.setViewportSize(TABLET_PORTRAIT)
  await page.goto(`/admin/bookings?view=day&date=${mondayAfterNext()}`)
  const appointments = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
  const parts = appointments.filter({ hasText: 'Mustermann Max' }).locator('> *')
  // The number and the status share a column.
  await expect(parts).toHaveCount(5)
  const lefts = await parts.evaluateAll((elements) =>
    elements.map((part) => part.getBoundingClientRect().left),
  )
  expect(new Set(lefts).size, 'columns: time, name, number and status, buttons').toBe(4)
  expect(await appointments.locator('> *').evaluateAll(textsCutOff)).toEqual([])
  await look(page, 'admin-day-tablet')
})

test('the list of appointments says when it is empty', async ({ page }) => {
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
})

test('the list of appointments shows a long name in full', async ({ page, portal }) => {
  addBooking(portal, dayFromToday(10), '09:00', { name: 'Wilhelmina Beispielhofer-Irgendwer' })
  await openList(page, portal)
  expect(await page.getByRole('cell').evaluateAll(textsCutOff)).toEqual([])
})

test('appointments are searched by name, which is kept in the URL', async ({ page, portal }) => {
  await openList(page, portal)
  await page.getByLabel('Suche').fill('platzhalter')
  await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
  await expect(page.getByText('Notburga Platzhalter-Ungenannt')).toBeVisible()
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await expect(page).toHaveURL(/search=platzhalter/)
  await page.getByLabel('Suche').fill('')
  await expect(page.getByText('Emil Testfall')).toBeVisible()
  await expect(page.getByLabel('Suche')).toHaveValue('')
})

test('appointments are filtered by status', async ({ page, portal }) => {
  await openList(page, portal)
  await page.getByLabel('Status').selectOption({ label: 'Storniert' })
  await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
  await expect(page.getByText('Emil Testfall')).toBeHidden()
  await page.getByLabel('Status').selectOption({ label: 'Alle' })
  await expect(page.getByText('Emil Testfall')).toBeVisible()
})

test('the list of appointments is saved as a file', async ({ page, portal }) => {
  await openList(page, portal)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('termine.csv')
})

test('an appointment with an unknown id is not found', async ({ page }) => {
  await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
})

test('a past appointment is found by name, and marked as missed by its patient', async ({ page, portal }) => {
  addBooking(portal, dayFromToday(-7), '09:00', { name: 'Karl Vergangen' })
  await page.goto('/admin/bookings?view=list')
  await page.getByLabel('Suche').fill('Vergangen')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
  await page.getByRole('button', { name: '… und 1 vergangener' }).click()
  await page.getByRole('row').filter({ hasText: 'Karl Vergangen' }).getByRole('button').first().click()
  const details = page.getByRole('dialog', { name: 'Karl Vergangen' })
  await expect(details).toContainText('Bestätigt')
  await expect(page.getByRole('button', { name: 'Termin absagen' })).toBeHidden()
  await details.getByRole('button', { name: 'Nicht erschienen' }).click()
  await expect(details.getByRole('link', { name: '1-mal nicht erschienen' })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Da:' })).toBeHidden()
})
