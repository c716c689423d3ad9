/**
 * Covers each step that is shown from now on (the class `new-step`) for a moment (layout.css), so that the
 * second tap of a double tap presses nothing in the new step (docs/behaviour.md 4.19).
 */
export function coverNewSteps(): void {
  document.documentElement.dataset.moved = ''
}
