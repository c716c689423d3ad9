/**
 * Replaces the clock of this process by one that is right at first. The portal reads it by `Date.now()`, and
 * its cron tasks by `new Date()`, which does not call the former.
 * @returns a function that sets the milliseconds by which the clock is wrong
 */
export function installShiftedClock(): (offset: number) => void {
  let currentOffset = 0
  const { now } = Date
  Date.now = () => now() + currentOffset
  globalThis.Date = new Proxy(Date, {
    construct: (date, parts, newTarget) =>
      Reflect.construct(date, parts.length > 0 ? parts : [Date.now()], newTarget),
  })
  return (offset) => {
    currentOffset = offset
  }
}
