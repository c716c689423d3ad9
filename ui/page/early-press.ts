/**
 * Tells the script before-paint.js that the page's code has arrived. The script keeps a press that came
 * before the code; now it repeats that press, and keeps no further ones.
 */
export function repeatEarlyPress(): void {
  dispatchEvent(new Event('started'))
}
