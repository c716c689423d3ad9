import { ADMIN, expect, test } from './fixtures/admin.ts'

test('the audit is read page by page, and narrowed by person, kind and day', async ({ page, portal }) => {
  portal.rows(
    `insert into audit (at, actor, actor_name, action) values (?, 'admin', ?, 'login')`,
    ...[Date.now(), ADMIN.email],
  )
  for (let i = 1; i <= 120; i++)
    portal.rows(
      `insert into audit (at, actor, actor_name, action, subject) values (?, 'admin', ?, 'service-saved', ?)`,
      ...[Date.now() + i, ADMIN.email, i === 120 ? 'facial' : `service-${i}`],
    )
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(51)
  await expect(rows.nth(1)).toContainText(`${ADMIN.name} hat den Service facial gespeichert.`)
  await page.getByRole('link', { name: 'facial' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Facial')
  await page.goBack()
  const more = page.getByRole('button', { name: 'Weitere laden' })
  await more.click()
  await expect(rows).toHaveCount(101)
  await more.click()
  // With the first admin and the sign-in.
  await expect(rows).toHaveCount(123)
  await expect(rows.last()).toContainText('hat den Zugang')
  await expect(more).toHaveCount(0)
  await page.getByLabel('Art').selectOption('Anmeldung und Zugänge')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Person').selectOption(ADMIN.name)
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Tag').fill('1.1.2020')
  await page.getByLabel('Tag').press('Enter')
  await expect(page.getByText('Dazu steht nichts im Protokoll.')).toBeVisible()
  await expect(page).toHaveURL(/\?kind=access&actor=gerda%40ordination\.example&on=2020-01-01$/)
})
