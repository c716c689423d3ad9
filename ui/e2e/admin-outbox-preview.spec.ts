import { expect, test } from './fixtures/admin.ts'
import { delayAnswers } from './fixtures/intercepted-calls.ts'
import { addEmails } from './fixtures/messages.ts'

/** Calls for the preview of an e-mail. */
const PREVIEW_CALLS = '**/api/admin/outbox/emails/*/preview'

test('a preview shows HTML without running scripts, and says when there is none', async ({
  page,
  portal,
}) => {
  addEmails(portal)
  await page.goto('/admin/outbox')
  const dialog = page.getByRole('dialog')
  // The page keeps the preview of an e-mail, so each step opens that of another one.
  let opened = 0
  const openNextPreview = () =>
    page
      .getByRole('button', { name: /^Vorschau:/ })
      .nth(opened++)
      .click()
  const openPreviewWith = async (answer: object) => {
    await page.route(PREVIEW_CALLS, (route) => route.fulfill(answer))
    await openNextPreview()
  }
  const closePreview = async () => {
    await page.unroute(PREVIEW_CALLS)
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await test.step('a preview says that it loads', async () => {
    const answer = await delayAnswers(page, PREVIEW_CALLS)
    await openNextPreview()
    await expect(dialog.getByText('Lade Vorschau …')).toBeAttached()
    await answer()
    await closePreview()
  })

  await test.step('a preview without content says so', async () => {
    await openPreviewWith({ json: { subject: 'Probe' } })
    await expect(dialog.getByText('Keine Vorschau verfügbar.')).toBeVisible()
    await expect(dialog).toHaveAccessibleName('Vorschau – Probe')
    await closePreview()
  })

  await test.step('a preview that cannot be loaded says why', async () => {
    await openPreviewWith({ status: 418, contentType: 'text/plain', body: '' })
    await expect(dialog.getByRole('alert')).toContainText('Vorschau konnte nicht geladen werden.')
    await expect(dialog.getByRole('alert')).toContainText(
      'Der Server antwortet gerade nicht richtig (HTTP 418).',
    )
    await closePreview()
  })

  await test.step('HTML is shown, and its scripts do not run', async () => {
    page.on('dialog', () => {
      throw new Error('a script of the e-mail has run')
    })
    const html =
      '<h1>Grüß Gott</h1><script>parent.document.title = "x"</script><img src="x" onerror="alert(1)">'
    const dataUrl = `data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`
    await openPreviewWith({ json: { subject: 'Probe', dataUrl } })
    await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Grüß Gott' })).toBeVisible()
    await expect(page).toHaveTitle(/^Outbox Monitor/)
  })
})
