import { shortDayTime } from '../../src/rules/format.ts'
import type { Service } from '../api.ts'
import type { Slot } from './wizard.ts'

/** `Erstordination · Di 12. Jänner, 08:30`: what was chosen so far, for the bar. */
export function ChosenLine({
  service,
  slot,
}: {
  service: Pick<Service, 'name'> | undefined
  slot: Pick<Slot, 'start'> | undefined
}) {
  return (
    <>
      {service?.name ?? 'Termin'}
      {slot && (
        <>
          {' · '}
          <b className="num">{shortDayTime(slot.start)}</b>
        </>
      )}
    </>
  )
}
