import { correctFutureTimes } from '../jobs/future-times.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { openTestApp } from './test-app.ts'

/** Opens an app whose clock is three days ahead until `setBack`. */
export function openAppAhead() {
  const app = openTestApp()
  app.pass(3 * DAY_LENGTH)
  return {
    ...app,
    /** Sets the clock right, and corrects the stored times that are in the future now. */
    setBack: () => {
      app.pass(-3 * DAY_LENGTH)
      correctFutureTimes(app.ctx())
    },
  }
}
