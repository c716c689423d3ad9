import { MINUTE } from '../../src/shared/day.ts'

/**
 * Milliseconds without input after which a page counts as unattended. Pages reload their data as often as
 * this.
 */
const UNATTENDED_AFTER_MS = MINUTE

let lastInputAt = Date.now()

const recordInput = () => {
  lastInputAt = Date.now()
}

// Pages that are rendered on the server, and tests, have no events.
if (typeof document !== 'undefined')
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    document.addEventListener(event, recordInput, { capture: true, passive: true })

/** Returns whether nobody has used the page lately, so that its calls are its own. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > UNATTENDED_AFTER_MS
}
