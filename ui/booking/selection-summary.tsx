import { shortDayTime } from '../../src/shared/format.ts'
import type { Slot } from './wizard.ts'

type SelectionSummaryProps = { service: { name: string } | undefined; slot: Pick<Slot, 'start'> | undefined }

/** `Erstordination · Di 12. Jänner, 08:30` for the action bar. Where the room ends, the name is cut and never the time. */
export function SelectionSummary({ service, slot }: SelectionSummaryProps) {
  return (
    <span className="flex">
      <span className="ellipsis">{service?.name ?? 'Termin'}</span>
      {slot && (
        <span>
          {'\u00a0· '}
          <b className="num">{shortDayTime(slot.start)}</b>
        </span>
      )}
    </span>
  )
}
