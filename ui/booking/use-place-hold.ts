import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { checkedCall } from '../api/checked-call.ts'
import type { Slot } from '../api/free-times.ts'
import { ApiError } from '../api/http.ts'
import { endHold, placeHold, type Service } from '../api/public.ts'
import { refreshServices } from '../patient/services.ts'
import { refreshFreeTimes } from '../patient/time/free-times-queries.ts'
import type { AnswerDraft } from './questions/answer-draft.ts'
import type { Dispatch, Hold, Wizard } from './wizard/wizard.ts'

/** The data that step 4 sends. The service is undefined if the list of services could not be loaded. */
type PlaceHoldInput = { contact: Contact; answers: AnswerDraft; slot: Slot; service: Service | undefined }

/**
 * Places the hold at the end of step 4. A hold that came with an offer is kept, because its time is reserved
 * and a new hold could not get it. A slot that was taken meanwhile leads back to step 3. The caller shows
 * every other error.
 */
export function usePlaceHold({ hold: earlierHold, serviceId = '', resourceId }: Wizard, dispatch: Dispatch) {
  const isMounted = useMounted()
  return useMutation({
    mutationFn: async ({ contact, answers, slot, service }: PlaceHoldInput): Promise<Hold> => {
      if (earlierHold?.offered) return earlierHold
      // A hold that was placed earlier would occupy the very slot that is wanted now. If ending it fails, the
      // next call says so.
      if (earlierHold) await endHold(earlierHold.id).catch(() => {})
      const wantedHold = {
        service_id: serviceId,
        service_name: service?.name,
        service_duration_min: service?.duration_min,
        description: service?.description,
        resource_id: service?.resource_id,
        ...(resourceId !== undefined && { resource: resourceId }),
        start: slot.start,
        ...(slot.end !== undefined && { stop: slot.end }),
        contact,
        answers,
      }
      const { hold_id, expires_at, resource } = await checkedCall((turnstile_token) =>
        placeHold({ turnstile_token, ...wantedHold }),
      )
      const placed = { id: hold_id, expiresAt: Date.parse(expires_at) }
      return resource ? { ...placed, resource: resource.name } : placed
    },
    onSuccess: (hold, { slot }) => {
      if (isMounted.current) return dispatch({ type: 'hold placed', hold, slot })
      // The patient has left the step meanwhile, so nobody would use the hold. If ending the hold fails, it
      // still expires on the server.
      void endHold(hold.id).catch(() => {})
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      // The practice may have changed the questions since they were answered, or the service.
      if (error.code === 'invalid' || error.code === 'service_not_found') void refreshServices()
      // The slot's end is out of date if the service takes longer now, or is shorter.
      if (error.code !== 'slot_taken' && !error.fields.stop) return
      void refreshFreeTimes()
      dispatch({ type: 'slot lost', reason: error.message })
    },
  })
}

/** Returns a ref that says whether the component is still in the page. */
function useMounted() {
  const isMountedRef = useRef(true)
  useEffect(() => {
    isMountedRef.current = true
    return () => {
      isMountedRef.current = false
    }
  }, [])
  return isMountedRef
}
