/** Focuses a control that may lie outside the window, and brings it to the window's middle. */
export function focusInMiddle(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
