/** Tells before-paint.js that the code has arrived and that it no longer needs to remember presses. */
export function stopRememberingPresses(): void {
  dispatchEvent(new Event('started'))
}

/** Presses the button again that the patient pressed before the code had arrived. */
export function repeatEarlyPress(): void {
  stopRememberingPresses()
  document.querySelector<HTMLElement>('[data-pressed]')?.click()
}
