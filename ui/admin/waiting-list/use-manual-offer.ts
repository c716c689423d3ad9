import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { AdminWaitingEntry } from '../../../src/shared/waiting-list-answers.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import type { NextFreeTimes } from '../appointment/free-times.tsx'
import { type FormOutcome, toOutcome } from '../forms/form-outcome.ts'
import { resourceParam } from '../resources/resource-param.ts'

/**
 * Keeps the time that staff choose for a waiting patient, with its doctor or room, and offers it.
 * @param onOffered called once the time is offered
 */
export function useManualOffer(entry: AdminWaitingEntry, onOffered: () => void) {
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
