import { useQuery } from '@tanstack/react-query'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { canEnterDespite, isUnoccupied, type ReasonKind } from '../../../src/shared/not-free.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import { reasonsText } from './reasons-text.ts'

type WhyNotFreeProps = {
  serviceId: string
  /** The id of the wished doctor or room; '' for any. */
  resourceId: string
  day: Day
  time: string
  /** True when staff keep the time although paddings are in the way. */
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/**
 * Says why a time is not free (docs/behaviour.md 19.4) or, while no time is chosen, why the day is not. If
 * only paddings are in the way, staff can keep the time (19.23). For a time that is free only for staff, it
 * says why patients are not offered it.
 */
export function WhyNotFree({ serviceId, resourceId, day, time, isKept, onKeep }: WhyNotFreeProps) {
  const canAsk = serviceId !== '' && isDay(day) && (time === '' || wallMinutes(time) !== undefined)
  const dayOrStart = time === '' ? { date: day } : { start: `${day}T${time}` }
  const query = { service: serviceId, ...resourceParam(resourceId), ...dayOrStart }
  const { data } = useQuery({
    ...adminQuery(admin.slots.why, { query }),
    enabled: canAsk,
  })
  const reasons = canAsk && data ? data.reasons : []
  // If the time is free for the practice, the reasons say why patients are not offered it.
  const isFree = data?.free === true
  const remedy = time === '' || isFree ? 'none' : remedyFor(reasons)
  return (
    <div role="status">
      {reasons.length > 0 && (
        <Banner tone={isFree ? 'info' : 'warning'}>
          {time === '' && 'An diesem Tag ist nichts frei. '}
          {reasonsText(reasons)}
          {remedy === 'enter' && ' Sie können den Termin trotzdem eintragen.'}
        </Banner>
      )}
      {remedy === 'shorten-paddings' && (
        <div className="mt-2">
          <Checkbox
            checked={isKept}
            onChange={({ target }) => onKeep(target.checked)}
            help="Die Zeit vor und nach den Terminen wird dafür kürzer."
          >
            Trotzdem eintragen
          </Checkbox>
        </div>
      )}
    </div>
  )
}

/** How staff can enter the appointment at a time that is not free: at once, or after they keep the time. */
type Remedy = 'enter' | 'shorten-paddings' | 'none'

function remedyFor(reasons: readonly Readonly<{ kind: ReasonKind }>[]): Remedy {
  if (isUnoccupied(reasons)) return 'enter'
  return canEnterDespite(reasons) ? 'shorten-paddings' : 'none'
}
