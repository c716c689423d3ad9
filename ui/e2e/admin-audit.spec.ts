import { recordAudit } from '../../src/access/audit.ts'
import { inTx } from '../../src/ctx.ts'
import { ADMIN, ctxOfAdmin, expect, test } from './fixtures/admin.ts'

/** More than two pages of fifty rows. */
const SAVED_SERVICES = 120
/** The row with the column headings. */
const HEAD_ROWS = 1

test('the audit is read page by page, and filtered by person, kind and day', async ({ page, portal }) => {
  const ctx = ctxOfAdmin(portal)
  inTx(ctx, () => {
    recordAudit(ctx, 'login')
    for (let i = 1; i < SAVED_SERVICES; i++) recordAudit(ctx, 'service-saved', `service-${i}`)
    recordAudit(ctx, 'service-saved', 'facial')
  })
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(HEAD_ROWS + 50)
  await expect(rows.nth(1)).toContainText(`${ADMIN.name} hat den Service facial gespeichert.`)
  await page.getByRole('link', { name: 'facial' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Facial')
  await page.goBack()
  const more = page.getByRole('button', { name: 'Weitere laden' })
  await more.click()
  await expect(rows).toHaveCount(HEAD_ROWS + 100)
  await more.click()
  // The portal recorded its first admin when it started, and the test has recorded a sign-in.
  const accounts = ['first admin', 'sign-in'].length
  await expect(rows).toHaveCount(HEAD_ROWS + SAVED_SERVICES + accounts)
  await expect(rows.last()).toContainText('hat den Zugang')
  await expect(more).toHaveCount(0)
  await page.getByLabel('Art').selectOption('Anmeldung und Zugänge')
  await expect(rows).toHaveCount(HEAD_ROWS + accounts)
  await page.getByLabel('Person').selectOption(ADMIN.name)
  await expect(rows).toHaveCount(HEAD_ROWS + 1)
  await page.getByLabel('Tag').fill('1.1.2020')
  await page.getByLabel('Tag').press('Enter')
  await expect(page.getByText('Dazu steht nichts im Protokoll.')).toBeVisible()
  await expect(page).toHaveURL(/\?kind=access&actor=gerda%40ordination\.example&on=2020-01-01$/)
})
