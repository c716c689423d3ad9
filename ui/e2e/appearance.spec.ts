import type { Locator } from 'playwright/test'
import { chooseService, expectStep, openTimes } from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'
import { PHONE } from './fixtures/windows.ts'

/** Returns the place of an element relative to another one. Throws if either is not shown. */
async function placeRelativeTo(other: Locator, element: Locator): Promise<'beside' | 'below'> {
  const [otherBox, box] = [await other.boundingBox(), await element.boundingBox()]
  if (!otherBox || !box) throw new Error('an element is not shown')
  const isBeside = box.x >= otherBox.x + otherBox.width && box.y < otherBox.y + otherBox.height
  return isBeside ? 'beside' : 'below'
}

/** Returns the selectors for hovering that apply, and those that a media query disables. Runs in the page. */
function findHoverRules() {
  const found = { applied: [] as string[], heldBack: [] as string[] }
  const collectFrom = (rules: CSSRuleList, applies: boolean) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover'))
        (applies ? found.applied : found.heldBack).push(rule.selectorText)
      const mediaMatch = !(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches
      if (rule instanceof CSSGroupingRule) collectFrom(rule.cssRules, applies && mediaMatch)
    }
  }
  for (const sheet of document.styleSheets) collectFrom(sheet.cssRules, true)
  return found
}

test('the times of a day are beside the calendar where there is room', async ({ page }) => {
  await openTimes(page)
  await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
  const times = page.getByRole('group', { name: /^(Vor|Nach)mittag$/ }).first()
  const calendar = page.getByRole('grid')
  // From 700 px on there is room for both.
  for (const { width, expectedPlace } of [
    { width: 1280, expectedPlace: 'beside' },
    { width: 700, expectedPlace: 'beside' },
    { width: 699, expectedPlace: 'below' },
    { width: 360, expectedPlace: 'below' },
  ]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => placeRelativeTo(calendar, times), `${width} px wide`).toBe(expectedPlace)
  }
})

test('a phone on its side shows nothing beside its camera', async ({ page }) => {
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width })
  const devtools = await page.context().newCDPSession(page)
  /** CSS pixels that the camera takes on either side. */
  const cameraWidth = 47
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: cameraWidth, right: cameraWidth },
  })
  await page.goto('/')
  const firstAnswer = page.getByRole('button', { name: 'Erstbesuch' })
  const { x: left = 0, width = 0 } = (await firstAnswer.boundingBox()) ?? {}
  const right = left + width
  // The browser would keep the insets for the pages of later tests.
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  expect(left).toBeGreaterThanOrEqual(cameraWidth)
  expect(right).toBeGreaterThan(PHONE.height / 2)
  expect(right).toBeLessThanOrEqual(PHONE.height - cameraWidth)
})

test('the theme is chosen, remembered, and set before the page is drawn', async ({ page }) => {
  await page.goto('/')
  await expectStep(page, 1)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const lightBackground = await background()
  await page.getByLabel('Darstellung').selectOption({ label: 'Dunkel' })
  await expect.poll(background).not.toBe(lightBackground)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await expectStep(page, 1)
  await page.getByLabel('Darstellung').selectOption({ label: 'Hell' })
  await expect.poll(background).toBe(lightBackground)
})

test('in forced colours a phone shows the choice of a theme as a single icon', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  const picker = page.getByLabel('Darstellung')
  // The text of the choice is transparent, and the icon covers it.
  await expect(picker).toHaveCSS('color', 'rgba(0, 0, 0, 0)')
  await expect(picker.locator('xpath=../*[name()="svg"]').first()).toBeVisible()
  expect((await picker.boundingBox())?.width).toBe(44)
})

test('on a touch screen nothing looks hovered after a tap', { tag: '@runs-on-phone-only' }, async ({
  page,
}) => {
  await chooseService(page)
  const { applied, heldBack } = await page.evaluate(findHoverRules)
  // Without rules for hovering, the next line would prove nothing.
  expect(heldBack.length).toBeGreaterThan(10)
  expect(applied).toEqual([])
})
