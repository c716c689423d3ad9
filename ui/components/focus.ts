/** Focuses a control that may lie outside the window, and brings it to the window's middle. */
export function focusInMiddle(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

/**
 * Focuses the first faulty field of a form. The errors have just been set, and React marks the fields only
 * before the next frame.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
