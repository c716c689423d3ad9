/** Milliseconds after which a screen reader has read the control that took the focus. */
const READ_AFTER_MS = 300

/** When the focus last moved, in milliseconds since the page was opened. */
let movedAt = 0
if (!import.meta.env.SSR)
  addEventListener('focusin', () => {
    movedAt = performance.now()
  })

/** Returns whether the control with this id has had the focus for a while, and has not just got it. */
export function hasKeptFocus(id: string): boolean {
  return document.activeElement?.id === id && performance.now() - movedAt > READ_AFTER_MS
}

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
