import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

/** Opens a page of the admin area and waits until what it shows is there. */
export async function opens(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByText('Lade Seite …')).toBeHidden()
}

export async function saves(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
}

export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible()
}

/** Another admin saves the same thing meanwhile, without asking what is there. */
export async function colleaguePuts(page: Page, path: string, json: unknown): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const { token } = JSON.parse(localStorage.getItem('ordi_admin_session') ?? '{}')
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      return (await fetch(`/api/admin${path}`, { method: 'PUT', headers, body })).status
    },
    [path, JSON.stringify(json)] as const,
  )
  expect(status).toBe(200)
}

/** The page is opened again while what it shows cannot be had. */
export async function failsToLoad(page: Page, calls: string, sentence: string): Promise<void> {
  await page.route(calls, (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'closed', message: 'Bitte versuchen Sie es später noch einmal.' },
    }),
  )
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()
}

/** What the page loads from there does not come before the function is called that this gives. */
export async function holdsBack(page: Page, calls: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    if (route.request().method() === 'GET') await released.promise
    // The page gives up what it loads anew.
    await route.continue().catch(() => undefined)
  })
  return async () => {
    released.resolve()
    await page.unroute(calls)
  }
}
