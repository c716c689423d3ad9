import { durationText } from '../../../src/shared/service/duration.ts'
import { priceText } from '../../../src/shared/service/service.ts'
import type { Slot } from '../../api/free-times.ts'
import type { Service } from '../../api/public.ts'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { type Dispatch, STEPS } from '../wizard/wizard.ts'
import { ChangeButton } from './change-button.tsx'

type SlotCardProps = {
  slot: Slot
  service: Service | undefined
  /** The name of the doctor or room, if the practice has several. */
  resourceName: string | undefined
  dispatch: Dispatch
}

/** Shows the chosen slot and service, with buttons to change them. */
export function SlotCard({ slot, service, resourceName, dispatch }: SlotCardProps) {
  const changeSlot = () => dispatch({ type: 'step requested', step: STEPS.slot })
  const changeService = () => dispatch({ type: 'step requested', step: STEPS.service })
  return (
    <div className="card">
      <DateTile start={slot.start}>
        <ChangeButton fact="Termin" onPress={changeSlot} />
      </DateTile>
      <FactList>
        <Fact label="Leistung" action={<ChangeButton fact="Leistung" onPress={changeService} />}>
          {service?.name}
        </Fact>
        {resourceName && <Fact label="Bei">{resourceName}</Fact>}
        {service && (
          <Fact label={durationText(service) ? 'Dauer, Preis' : 'Preis'}>
            <span className="num">
              {[durationText(service), priceText(service.price)].filter(Boolean).join(', ')}
            </span>
          </Fact>
        )}
      </FactList>
    </div>
  )
}
