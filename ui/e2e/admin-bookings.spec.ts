import { expect, openColdPage, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday, mondayAfterNext } from './fixtures/bookings.ts'
import { look } from './fixtures/look.ts'
import { addFortnight, addWeek } from './fixtures/sample-weeks.ts'

/** Returns the texts for which their boxes are too narrow. Runs in the page. */
function textsCutOff(boxes: Element[]): string[] {
  return boxes.filter((box) => box.scrollWidth > box.clientWidth).map(({ textContent }) => textContent)
}

test('a tablet shows the list of appointments as a table, and the appointments of a day in columns', async ({
  page,
  portal,
}) => {
  addWeek(portal, mondayAfterNext())
  await page.setViewportSize({ width: 768, height: 1024 })
  await openColdPage(page, '/admin/bookings?view=list', 'Termine')
  await test.step('a tablet held upright has all columns, and nothing is cut off', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Termin',
      'Patient/in',
      'Leistung',
      'Telefon',
      'Status',
    ])
    expect(await page.locator('tbody td').evaluateAll(textsCutOff)).toEqual([])
    await look(page, 'admin-bookings-tablet')
    for (const width of [900, 1023]) {
      await page.setViewportSize({ width, height: 1024 })
      await expect(page.getByRole('columnheader'), `${width} px`).toHaveCount(5)
    }
  })

  await test.step('a tablet held across has all columns, too', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('columnheader')).toHaveCount(5)
    expect(await page.locator('tbody td').evaluateAll(textsCutOff), 'held across').toEqual([])
  })

  await test.step('an appointment of a day has four columns', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(`/admin/bookings?view=day&date=${mondayAfterNext()}`)
    const day = page.getByRole('list', { name: 'Tagesplan' }).getByRole('listitem')
    const request = day.filter({ hasText: 'Mustermann Max' })
    const parts = request.locator('> *')
    // The number and the status stand one below the other.
    await expect(parts).toHaveCount(5)
    const lefts = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().left))
    expect(new Set(lefts).size, 'columns: time, name, number and status, buttons').toBe(4)
    expect(await day.locator('> *').evaluateAll(textsCutOff)).toEqual([])
    await look(page, 'admin-day-tablet')
  })
})

test('appointments are searched by name, narrowed by status, and saved as a file', async ({
  page,
  portal,
}) => {
  await page.goto('/admin/bookings?view=list')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
  addFortnight(portal)
  addBooking(portal, dayFromToday(10), '09:00', { name: 'Wilhelmina Beispielhofer-Irgendwer' })
  await page.reload()
  await expect(page.getByText('Emil Testfall')).toBeVisible()
  expect(await page.getByRole('cell').evaluateAll(textsCutOff)).toEqual([])
  await test.step('they are searched by name', async () => {
    await page.getByLabel('Suche').fill('platzhalter')
    await expect(page.getByText('1 bis 1 von 1')).toBeVisible()
    await expect(page.getByText('Notburga Platzhalter-Ungenannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await expect(page).toHaveURL(/search=platzhalter/)
    await page.getByLabel('Suche').fill('')
    await expect(page.getByText('Emil Testfall')).toBeVisible()
    await expect(page.getByLabel('Suche')).toHaveValue('')
  })

  await test.step('they are narrowed by status', async () => {
    await page.getByLabel('Status').selectOption({ label: 'Storniert' })
    await expect(page.getByText('Gebhard Unbekannt')).toBeVisible()
    await expect(page.getByText('Emil Testfall')).toBeHidden()
    await page.getByLabel('Status').selectOption({ label: 'Alle' })
    await expect(page.getByText('Emil Testfall')).toBeVisible()
  })

  await test.step('they are saved as a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toBe('termine.csv')
  })
})

test('an appointment with an unknown id is not found', async ({ page }) => {
  await page.goto('/admin/bookings?view=list&booking=gibt-es-nicht')
  await expect(page.getByText('Der Termin konnte nicht gefunden werden.')).toBeVisible()
})

test('a past appointment is found by name, and notes that its patient did not come', async ({
  page,
  portal,
}) => {
  addBooking(portal, dayFromToday(-7), '09:00', { name: 'Karl Vergangen' })
  await page.goto('/admin/bookings?view=list')
  await page.getByLabel('Suche').fill('Vergangen')
  await expect(page.getByText('Kein kommender Termin.')).toBeVisible()
  await page.getByRole('button', { name: '… und 1 vergangener' }).click()
  await page.getByRole('row').filter({ hasText: 'Karl Vergangen' }).getByRole('button').first().click()
  const past = page.getByRole('dialog', { name: 'Karl Vergangen' })
  await expect(past).toContainText('Bestätigt')
  await expect(page.getByRole('button', { name: 'Termin absagen' })).toBeHidden()
  await past.getByRole('button', { name: 'Nicht erschienen' }).click()
  await expect(past.getByRole('link', { name: '1-mal nicht erschienen' })).toBeVisible()
  await expect(past.getByRole('button', { name: 'Da:' })).toBeHidden()
})
