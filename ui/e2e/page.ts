import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

/** The h1. */
export async function seesHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
}

/** A call answers with ready-made HTML, as the specification allows (section 7). */
export async function answersHtml(page: Page, path: string, html: string): Promise<void> {
  await page.route(path, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
}
