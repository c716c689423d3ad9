/** Focuses a control that may lie outside the window, and brings it to the window's middle. */
export function focusInMiddle(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

/**
 * Focuses a control as soon as it is in the page. This is the ref of a control that replaces the pressed one.
 * An inline function would be new in each render, and would take the focus again and again.
 */
export function focusAtOnce(control: HTMLElement | null): void {
  control?.focus()
}

/**
 * Focuses the first faulty field of a form. The errors have just been set, and React marks the fields only
 * before the next frame.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
