import type { Locator, Page } from 'playwright/test'
import { expect } from './portal.ts'

/** Tabs forward until the control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      const ring = await control.evaluate((element) => {
        const box = element.getBoundingClientRect()
        return box.bottom > 0 && box.top < innerHeight
      })
      expect(ring, 'the focus is in sight').toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error('the focus never came there')
}

/** Tabs to the control and presses a key on it. */
export async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}
