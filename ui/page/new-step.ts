/**
 * Marks the page for good. On a marked page, `.new-step` in layout.css covers each new step for a moment, so
 * that the second tap of a double tap presses nothing in it (docs/behaviour.md 4.19).
 */
export function coverNewSteps(): void {
  document.documentElement.dataset.cover = ''
}
