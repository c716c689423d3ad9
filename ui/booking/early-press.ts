/** The code has arrived: presses are no longer remembered by before-paint.js. */
export function stopRememberingPresses(): void {
  dispatchEvent(new Event('started'))
}

/** Presses the button that the patient has pressed before the code had arrived. */
export function repeatEarlyPress(): void {
  stopRememberingPresses()
  document.querySelector<HTMLElement>('[data-pressed]')?.click()
}
