/**
 * Says that the steps of the page change from now on. Each `new-step` that is shown then lies under a cover
 * for a moment (layout.css), so that the second tap of a double tap presses nothing of it (docs/behaviour.md
 * 4.19).
 */
export function coverNewSteps(): void {
  document.documentElement.dataset.moved = ''
}
