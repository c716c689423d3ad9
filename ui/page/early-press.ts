/**
 * Tells before-paint.js that the code has arrived: it repeats the press that it has kept, and keeps no other.
 */
export function repeatEarlyPress(): void {
  dispatchEvent(new Event('started'))
}
