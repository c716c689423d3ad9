import type { Page, Route } from 'playwright/test'
import { expect, test } from './fixtures/admin.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { addEmails } from './fixtures/messages.ts'
import type { Portal } from './fixtures/portal.ts'

/** Calls for the preview of an e-mail. */
const PREVIEW_CALLS = '**/api/admin/outbox/emails/*/preview'

type Answer = Parameters<Route['fulfill']>[0]

/** Opens the preview of the first e-mail of the list. */
async function openFirstPreview(page: Page, portal: Portal): Promise<void> {
  addEmails(portal)
  await page.goto('/admin/outbox')
  await page
    .getByRole('button', { name: /^Vorschau:/ })
    .first()
    .click()
}

/** Opens the preview of an e-mail for which the server gives this answer. */
async function openPreviewWith(page: Page, portal: Portal, answer: Answer): Promise<void> {
  await page.route(PREVIEW_CALLS, (route) => route.fulfill(answer))
  await openFirstPreview(page, portal)
}

test('a preview says that it is loading, and is closed', async ({ page, portal }) => {
  const letAnswersArrive = await delayAnswers(page, PREVIEW_CALLS)
  await openFirstPreview(page, portal)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Lade Vorschau …')).toBeAttached()
  await letAnswersArrive()
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a preview that is opened again is loaded again, because the URL of its frame expires', async ({
  page,
  portal,
}) => {
  await openFirstPreview(page, portal)
  const dialog = page.getByRole('dialog')
  await expect(dialog.frameLocator('iframe').locator('body')).not.toBeEmpty()
  await page.keyboard.press('Escape')
  const letAnswersArrive = await delayAnswers(page, PREVIEW_CALLS)
  await page
    .getByRole('button', { name: /^Vorschau:/ })
    .first()
    .click()
  await expect(dialog.getByText('Lade Vorschau …')).toBeVisible()
  await expect(dialog.locator('iframe')).toHaveCount(0)
  await letAnswersArrive()
  await expect(dialog.frameLocator('iframe').locator('body')).not.toBeEmpty()
})

test('a preview without content says so', async ({ page, portal }) => {
  await openPreviewWith(page, portal, { json: { subject: 'Probe' } })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Keine Vorschau verfügbar.')).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Vorschau – Probe')
})

test('a preview that cannot be loaded says why', async ({ page, portal }) => {
  await openPreviewWith(page, portal, { status: 418, contentType: 'text/plain', body: '' })
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Vorschau konnte nicht geladen werden.')
  await expect(alert).toContainText('Der Server antwortet gerade nicht richtig (HTTP 418).')
})

test('a preview shows HTML, whose scripts do not run', async ({ page, portal }) => {
  page.on('dialog', () => {
    throw new Error('a script of the e-mail has run')
  })
  const html =
    '<h1>Grüß Gott</h1><script>parent.document.title = "x"</script><img src="x" onerror="alert(1)">'
  const dataUrl = `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
  await openPreviewWith(page, portal, { json: { subject: 'Probe', dataUrl } })
  const frame = page.getByRole('dialog').frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Grüß Gott' })).toBeVisible()
  await expect(page).toHaveTitle(/^Outbox Monitor/)
})
