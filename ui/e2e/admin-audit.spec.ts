import { recordAudit } from '../../src/access/audit.ts'
import { inTx } from '../../src/ctx.ts'
import { ADMIN, ctxOfAdmin, expect, test } from './fixtures/admin.ts'
import type { Portal } from './fixtures/portal.ts'

/** More than two pages of fifty rows. */
const SAVED_SERVICES = 120
/** The portal recorded its first admin when it started, and `addEntries` records a sign-in. */
const ENTRIES_ABOUT_ACCOUNTS = 2
/** The row with the column headings. */
const HEAD_ROWS = 1

/** Records a sign-in, and then saved services, of which "facial" is the last. */
function addEntries(portal: Portal): void {
  const ctx = ctxOfAdmin(portal)
  inTx(ctx, () => {
    recordAudit(ctx, 'login')
    for (let i = 1; i < SAVED_SERVICES; i++) recordAudit(ctx, 'service-saved', `service-${i}`)
    recordAudit(ctx, 'service-saved', 'facial')
  })
}

test('the audit is read page by page, and leads to what was changed', async ({ page, portal }) => {
  addEntries(portal)
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(HEAD_ROWS + 50)
  await expect(rows.nth(1)).toContainText(`${ADMIN.name} hat den Service facial gespeichert.`)
  await page.getByRole('link', { name: 'facial' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Facial')
  await page.goBack()
  const loadMore = page.getByRole('button', { name: 'Weitere laden' })
  await loadMore.click()
  await expect(rows).toHaveCount(HEAD_ROWS + 100)
  await loadMore.click()
  await expect(rows).toHaveCount(HEAD_ROWS + SAVED_SERVICES + ENTRIES_ABOUT_ACCOUNTS)
  await expect(rows.last()).toContainText('hat den Zugang')
  await expect(loadMore).toHaveCount(0)
})

test('the audit is filtered by kind, person and day, which the URL keeps', async ({ page, portal }) => {
  addEntries(portal)
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(HEAD_ROWS + 50)
  await page.getByLabel('Art').selectOption('Anmeldung und Zugänge')
  await expect(rows).toHaveCount(HEAD_ROWS + ENTRIES_ABOUT_ACCOUNTS)
  await page.getByLabel('Person').selectOption(ADMIN.name)
  await expect(rows).toHaveCount(HEAD_ROWS + 1)
  await page.getByLabel('Tag').fill('1.1.2020')
  await page.getByLabel('Tag').press('Enter')
  await expect(page.getByText('Dazu steht nichts im Protokoll.')).toBeVisible()
  await expect(page).toHaveURL(/\?kind=access&actor=gerda%40ordination\.example&on=2020-01-01$/)
})
