import { useQuery } from '@tanstack/react-query'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'

/** The reasons that the practice may ignore: nobody has the time. */
const IGNORABLE: ReadonlySet<string> = new Set(['grid', 'hours'])

/** Returns whether nobody has the time, so that the practice may enter an appointment all the same. */
export function isPossible(reasons: readonly { kind: string }[]): boolean {
  return reasons.every(({ kind }) => IGNORABLE.has(kind))
}

/** Says why a time is not free as planned (docs/behaviour.md 19.4), and whether it can be entered anyway. */
export function WhyNotFree({ service, day, time }: { service: string; day: Day; time: string }) {
  const isWhole = service !== '' && isDay(day) && wallMinutes(time) !== undefined
  const { data } = useQuery({
    ...adminQuery(admin.slots.why, { query: { service, start: `${day}T${time}` } }),
    enabled: isWhole,
  })
  const reasons = isWhole && data ? data.reasons : []
  return (
    <div role="status">
      {reasons.length > 0 && (
        <Banner tone="warning">
          {reasons.map(({ text }) => text).join(' ')}
          {isPossible(reasons) && ' Sie können den Termin trotzdem eintragen.'}
        </Banner>
      )}
    </div>
  )
}
