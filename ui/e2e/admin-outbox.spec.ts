import { signsIn } from './assistant.ts'
import { press, tabTo } from './keys.ts'
import { fillsEmails, fillsSms } from './messages.ts'
import { expect, test } from './portal.ts'

const PREVIEWS = '**/api/admin/outbox/emails/*/preview'

test('a letter is shown whatever form it comes in, or it is said why not', async ({ page, portal }) => {
  fillsEmails(portal)
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  const dialog = page.getByRole('dialog')
  const opens = async (nth: number, answer: object) => {
    await page.route(PREVIEWS, (route) => route.fulfill(answer))
    await page
      .getByRole('button', { name: /^Vorschau:/ })
      .nth(nth)
      .click()
  }
  const closes = async () => {
    await page.unroute(PREVIEWS)
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await expect(dialog).toHaveCount(0)
  }

  await opens(0, { json: { subject: 'Probe' } })
  await expect(dialog.getByText('Keine Vorschau verfügbar.')).toBeVisible()
  await expect(dialog).toHaveAccessibleName('Vorschau – Probe')
  await closes()
  await opens(1, { json: { subject: 'Probe', dataUrl: 'data:application/pdf;base64,JVBERi0=' } })
  await expect(dialog.getByText('Keine Vorschau verfügbar.')).toBeVisible()
  await closes()
  await opens(2, { json: { subject: '', html: '' } })
  await expect(dialog.getByText('(leer)')).toBeVisible()
  await closes()
  await opens(3, { status: 418, contentType: 'text/plain', body: '' })
  await expect(dialog.getByRole('alert')).toContainText('Vorschau konnte nicht geladen werden.')
  await expect(dialog.getByRole('alert')).toContainText('Request failed with status 418')
  await closes()

  page.on('dialog', () => {
    throw new Error('a script of a letter has run')
  })
  const evil =
    '<h1>Grüß Gott</h1><script>parent.document.title = "x"</script><img src="x" onerror="alert(1)">'
  const dataUrl = `data:text/html;charset=utf-8;base64,${Buffer.from(evil).toString('base64')}`
  await opens(4, { json: { subject: 'Probe', dataUrl } })
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Grüß Gott' })).toBeVisible()
  await expect(page).toHaveTitle(/^Outbox Monitor/)
  await closes()
})

test('whoever opens a letter of an e-mail check cannot prove the address by it', async ({ page, portal }) => {
  await page.request.post('/api/email/send', { data: { email: 'rosa@musterfrau.example' } })
  const mail = await portal.mailTo('rosa@musterfrau.example', /bestätigen/)
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? 'no code'
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  await page.getByRole('button', { name: /^Vorschau:/ }).click()
  const letter = page.getByRole('dialog').frameLocator('iframe')
  await expect(letter.getByText('unkenntlich gemacht')).toBeVisible()
  await expect(letter.locator('body')).not.toContainText(code)
  await expect(letter.locator('a[href*="token="]')).toHaveCount(0)
})

test('the outbox works by keyboard alone, and the focus comes back from every dialog', async ({
  page,
  portal,
}) => {
  fillsEmails(portal)
  fillsSms(portal)
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tabTo(page, tab('E-Mails 8'))
  await page.keyboard.press('ArrowRight')
  await expect(tab('SMS 6')).toBeFocused()
  await expect(page.getByRole('table', { name: 'SMS' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab('E-Mails')).toBeFocused()

  await tabTo(page, page.getByLabel('Suchen'))
  await page.keyboard.type('gebhard')
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = page.getByRole('button', { name: /^Reservierung erhalten/ })
  await press(page, row)
  const details = page.getByRole('dialog', { name: /^Reservierung erhalten/ })
  const preview = page.getByRole('dialog', { name: /^Vorschau/ })
  await press(page, details.getByRole('button', { name: 'Vorschau' }))
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(details.getByRole('button', { name: 'Vorschau' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(row).toBeFocused()

  await press(page, page.getByRole('button', { name: /^Vorschau: Reservierung/ }), 'Space')
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Vorschau: Reservierung/ })).toBeFocused()

  await press(page, row)
  await press(page, details.getByRole('button', { name: 'Erneut senden' }))
  await expect(details.getByRole('status').filter({ hasText: 'Wird noch einmal gesendet.' })).toBeFocused()
})

test('columns are sorted by their heads, in the address', async ({ page, portal }) => {
  fillsEmails(portal)
  await signsIn(page, portal)
  await page.goto('/admin/outbox')
  await page.getByRole('button', { name: 'Empfänger' }).click()
  await expect(page).toHaveURL(/\?sort=recipient$/)
  await expect(page.getByRole('columnheader', { name: 'Empfänger' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(page.getByRole('row').nth(1)).toContainText('gebhard@unbekannt.example')
  await page.getByRole('button', { name: 'Erstellt' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('niemand@ungenannt.example')
})
