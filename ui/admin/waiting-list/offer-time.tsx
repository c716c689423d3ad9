import { useState } from 'react'
import { isDay } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { NextFreeTimes } from '../appointment/free-times.tsx'
import { DayField } from '../forms/day-field.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import {
  ANYBODY_LABEL,
  OfferingResourceField,
  useOfferingResources,
} from '../services/offering-resources.tsx'
import { useManualOffer } from './use-manual-offer.ts'

/** A sheet that offers a free time to a waiting patient, whether or not the time matches the wishes. */
export function OfferTime({ entry, onClose }: { entry: AdminWaitingEntry; onClose: () => void }) {
  const { service, booking } = entry
  const today = viennaToday()
  const [typedDay, setTypedDay] = useState(entry.not_before ?? today)
  const offer = useManualOffer(entry, onClose)
  const { wishedResourceId, otherResourceId } = offer
  const offering = useOfferingResources(service.id, wishedResourceId)
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={`${entry.name || 'Warteliste'}: Zeit anbieten`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" busy={offer.busy} busyText="Anbieten …" onClick={offer.submit}>
            Anbieten
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          {service.name}, {wishesText(entry, today)}
          {booking && `. Termin bisher: ${shortDayTime(booking.start, today)}`}
        </p>
        <OfferingResourceField
          offering={offering}
          value={otherResourceId || (wishedResourceId ?? '')}
          {...(wishedResourceId === undefined && { anyLabel: ANYBODY_LABEL })}
          onChoose={offer.chooseResource}
        />
        <DayField label="Ab Tag" min={today} value={typedDay} data-autofocus onChange={setTypedDay} />
        {entry.no_times && otherResourceId === '' ? (
          <NoTimes canChooseOther={offering !== undefined && offering.length > 0} />
        ) : (
          <NextFreeTimes
            cacheKey={`${entry.id} ${otherResourceId}`}
            readDays={offer.readDays}
            from={isDay(typedDay) && typedDay > today ? typedDay : today}
            isChosen={(time) => time === offer.start}
            onChoose={offer.chooseStart}
          />
        )}
        <p className="muted small">
          Die Zeit ist dann reserviert, bis die Antwort kommt oder die Frist vorbei ist.
        </p>
        {/* At the times the sentence would often be outside the window. */}
        <OutcomeBanner outcome={offer.outcome} />
      </div>
    </Dialog>
  )
}

/** Says that the wish has no times. @param canChooseOther true if another doctor or room may have some */
function NoTimes({ canChooseOther }: { canChooseOther: boolean }) {
  return (
    <p>
      Für diesen Wunsch gibt es zurzeit keine Termine.
      {canChooseOther && ' Bitte wählen Sie, bei wem die Zeit sein soll.'}
    </p>
  )
}
