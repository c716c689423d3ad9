import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { isDay } from '../../../src/shared/day.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { wishesText } from '../../patient/waiting-list/wishes-text.ts'
import { NextFreeTimes } from '../appointment/free-times.tsx'
import { DayField } from '../forms/day-field.tsx'
import { type FormOutcome, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import {
  ANYBODY_LABEL,
  OfferingResourceField,
  useOfferingResources,
} from '../services/offering-resources.tsx'

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

/** Keeps the chosen time and its doctor or room, and offers the time. */
function useManualOffer(entry: AdminWaitingEntry, onOffered: () => void) {
  const [start, setStart] = useState<string>()
  /** True after the button was pressed without a chosen time. */
  const [isStartMissing, setStartMissing] = useState(false)
  /** The id of the doctor or room that the patient waits for; undefined for any. */
  const wishedResourceId = entry.resource ?? entry.booking?.resource_id
  /** The id of another doctor or room whose times are shown; '' for the wished one, or for any. */
  const [otherResourceId, setOtherResourceId] = useState('')
  const { readDays, sendOffer } = callsAbout(entry, otherResourceId)
  const offer = useMutation({
    mutationFn: sendOffer,
    onSuccess: onOffered,
    onError: (error) => hasCode(error, 'slot_taken') && setStart(undefined),
    onSettled: refreshAdminData,
  })
  const outcome: FormOutcome | undefined = isStartMissing
    ? { tone: 'danger', text: 'Bitte eine Zeit wählen.' }
    : toOutcome(offer.error, 'Die Zeit konnte nicht angeboten werden.')
  return {
    start,
    wishedResourceId,
    otherResourceId,
    chooseStart: (chosenStart: string) => {
      setStartMissing(false)
      setStart(chosenStart)
    },
    chooseResource: (id: string) => {
      setStart(undefined)
      setOtherResourceId(id === wishedResourceId ? '' : id)
    },
    readDays,
    submit: () => (start ? offer.mutate(start) : setStartMissing(true)),
    busy: offer.isPending,
    outcome,
  }
}

/**
 * Returns the calls that read free times for an entry and offer one of them, at another doctor or room than
 * the wished one unless `otherResourceId` is ''.
 */
function callsAbout({ id }: AdminWaitingEntry, otherResourceId: string) {
  const entryCalls = admin['waiting-list'][':id']
  const param = { id: encodeURIComponent(id) }
  const resourceQuery = resourceParam(otherResourceId)
  const readDays: ComponentProps<typeof NextFreeTimes>['readDays'] = (freeTimesQuery, options) =>
    adminRequest(entryCalls.slots.$get({ param, query: { ...resourceQuery, ...freeTimesQuery } }, options))
  return {
    readDays,
    sendOffer: (start: string) =>
      adminRequest(entryCalls.offer.$post({ param, json: { start, ...resourceQuery } })),
  }
}
