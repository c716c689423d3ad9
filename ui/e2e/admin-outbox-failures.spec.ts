import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { look } from './fixtures/look.ts'
import { addEmails, addFailedPush, addFailures, UNREACHED } from './fixtures/messages.ts'
import { connectOdoo } from './fixtures/odoo.ts'
import { rowWith } from './fixtures/outbox.ts'
import type { Portal } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/**
 * The patients of `addFailures`: the first has a wrong e-mail address, the server of the second does not
 * answer.
 */
const [MISTYPED, UNANSWERED] = [nameOf(UNREACHED[0]), nameOf(UNREACHED[1])]

function nameOf({ firstName, lastName }: (typeof UNREACHED)[number]): string {
  return `${firstName} ${lastName}`
}

/** The rows of the list of e-mails. */
function rowsOf(page: Page): Locator {
  return page.locator('tbody tr')
}

/** Returns for each table row whether it takes one line, and which of its texts are cut off. */
function shapesOfRows(page: Page) {
  return rowsOf(page).evaluateAll((rows) =>
    rows.map((tr) => ({
      // A row of two lines is higher than 60 px.
      isOneLine: tr.getBoundingClientRect().height < 60,
      cutOff: [...tr.querySelectorAll<HTMLElement>('td, td *')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0)
        .map(({ textContent }) => textContent),
    })),
  )
}

/** Opens the list of three failures: the two of `addFailures`, and the one of `addEmails`. */
async function openFailures(page: Page, portal: Portal): Promise<void> {
  addEmails(portal)
  addFailures(portal)
  await page.goto('/admin/outbox?open=1')
  await expect(rowsOf(page)).toHaveCount(3)
}

test('the banner leads to the failures that it counts', async ({ page, portal }) => {
  addEmails(portal)
  addFailures(portal)
  await page.goto('/admin')
  await page.getByRole('link', { name: '3 E-Mails konnten nicht gesendet werden.' }).click()
  await expect(page).toHaveURL(/\/admin\/outbox\?open=1$/)
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page.getByRole('checkbox', { name: 'Nur offene Fehler (3)' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Outbox Monitor 3 offene Fehler' })).toBeVisible()
})

test('each failure takes one line on a tablet and wider windows', async ({ page, portal }) => {
  await openFailures(page, portal)
  for (const width of [768, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const whole = { isOneLine: true, cutOff: [] }
    await expect.poll(() => shapesOfRows(page), { message: `${width} px` }).toEqual([whole, whole, whole])
    if (width === 768) await look(page, 'admin-outbox-open-768')
  }
})

test('on a phone a long cause of a failure is cut with an ellipsis', async ({ page, portal }) => {
  await openFailures(page, portal)
  await page.setViewportSize(PHONE)
  const rightEdges = () =>
    rowsOf(page)
      .locator('td span[title]')
      .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().right))
  await expect.poll(async () => Math.max(...(await rightEdges()))).toBeLessThan(PHONE.width)
  expect((await rightEdges()).length).toBeGreaterThan(0)
})

test('a failure is found, its address corrected, and the message sent there', async ({ page, portal }) => {
  await openFailures(page, portal)
  await page.getByLabel('Suchen').fill('testfall theresia')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowWith(page, 'Adresse prüfen: Sie nimmt keine E-Mails an')).not.toContainText('550')

  await page.getByRole('button', { name: `Adresse korrigieren: ${MISTYPED}` }).click()
  const contact = page.getByRole('dialog', { name: `${MISTYPED}: Kontaktdaten` })
  await contact.getByLabel('E-Mail').fill('theresia@testfall.example')
  await contact.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('Kontaktdaten gespeichert.')).toBeVisible()
  await page.getByRole('button', { name: 'Schließen' }).click()
  await page.getByRole('button', { name: `An neue Adresse senden: ${MISTYPED}` }).click()
  await portal.mailTo('theresia@testfall.example', /bestätigt/)
  await expect(page.getByText('Wird noch einmal gesendet.')).toBeVisible()
  await page.getByRole('button', { name: 'Alle Einträge zeigen' }).click()
  await expect(page.getByRole('checkbox', { name: 'Nur offene Fehler (2)' })).toBeVisible()
})

test('a failure is settled by a call, and opened again', async ({ page, portal }) => {
  await openFailures(page, portal)
  await page.getByRole('button', { name: `Angerufen, erledigt: ${UNANSWERED}` }).click()
  await expect(page.getByRole('checkbox', { name: 'Nur offene Fehler (2)' })).toBeVisible()
  await expect(rowWith(page, UNANSWERED)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(rowWith(page, UNANSWERED)).toBeVisible()
})

test('a push to Odoo that failed is settled, and opened again', async ({ page, portal }) => {
  // A successful pull would send the failed push again.
  connectOdoo(portal, 'refused')
  addFailedPush(portal)
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 Termin kam nicht nach Odoo.' }).click()
  await expect(page).toHaveURL(/\/admin\/outbox\?tab=odoo&open=1$/)
  await expect(page.getByRole('tab', { name: 'Odoo 1' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: /^Erledigt: / }).click()
  await expect(page.getByText('Als erledigt vermerkt.')).toBeVisible()
  await expect(page.getByText('Hier ist nichts offen.')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('button', { name: /^Erledigt: / })).toBeVisible()
})
