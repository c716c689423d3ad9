import { expect, test } from './fixtures/portal.ts'

// A slow line is spared the font: the page keeps the fallback, which is never replaced.
// Chromium may itself fetch a font that an earlier page has used, so the files that it fetches say nothing.
for (const { line, font, fetched } of [
  { line: '3g', font: /^"Figtree Fallback"/, fetched: '' },
  { line: '4g', font: /^Figtree,/, fetched: 'preload' },
])
  test(`a page on a ${line} line uses the font ${font}`, async ({ page }) => {
    await page.addInitScript((effectiveType) => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType } })
    }, line)
    await page.goto('/')
    await expect(page.locator('body')).toHaveCSS('font-family', font)
    await expect(page.locator('link[as=font]')).toHaveJSProperty('rel', fetched)
  })
