/** Hours of waiting that fill the bar. */
const FULL_BAR_HOURS = 24

/** Hours of waiting from which the age is written in days. */
const HOURS_WRITTEN_AS_DAYS = 48

/** The size of the bar in its own units. A bar that is as wide as it is high is a circle. */
const BAR = { width: 112, height: 6 }

/** A bar that shows for how long a request has been waiting. */
export function AgeBar({ hours }: { hours: number }) {
  const width = Math.min(1, hours / FULL_BAR_HOURS) * BAR.width
  return (
    <svg viewBox={`0 0 ${BAR.width} ${BAR.height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(BAR.height, width)} height={BAR.height} rx={BAR.height / 2} />
    </svg>
  )
}

/** Returns how long a request has been waiting. */
export function ageText(hours: number): string {
  if (hours < 1) return 'eben erst'
  if (hours < HOURS_WRITTEN_AS_DAYS) return `seit ${hours} Std.`
  return `seit ${Math.floor(hours / 24)} Tagen`
}
