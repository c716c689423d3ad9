import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Contact } from '../../../src/shared/contact/contact.ts'
import { durationText } from '../../../src/shared/service/duration.ts'
import { ApiError } from '../../api/http.ts'
import { requestBooking, type Service } from '../../api/public.ts'
import { browserStorage } from '../../patient/browser-storage.ts'
import { refreshServices } from '../../patient/services.ts'
import { refreshFreeTimes } from '../../patient/time/free-times-queries.ts'
import type { ContactDraft } from '../contact/contact-draft.ts'
import { forgetDraft } from '../contact/draft-storage.ts'
import type { AnswerDraft } from '../questions/answer-draft.ts'
import type { Dispatch, Hold, Wizard } from '../wizard/wizard.ts'

/** The booking to send, and the service that the last step names. */
type RequestInput = {
  hold: Hold
  contact: Contact
  answers: AnswerDraft
  token: string
  service: Service | undefined
}

/**
 * Sends the booking request after "Verbindlich reservieren". Success leads to the last step. An expired hold,
 * a taken slot and an invalid contact lead to the step where the patient can correct them. The caller shows
 * all other errors.
 * @param onFailure called after every error, including network errors
 */
export function useRequestBooking(
  { remember }: Wizard,
  dispatch: Dispatch,
  contactDraft: RefObject<ContactDraft | undefined>,
  onFailure: () => void,
) {
  return useMutation({
    mutationFn: ({ hold, contact, answers, token }: RequestInput) =>
      requestBooking({ hold_id: hold.id, contact, answers, consent: true, turnstile_token: token }),
    onSuccess: ({ id, slot }, { hold, contact, service }) => {
      forgetDraft(browserStorage, remember)
      contactDraft.current = undefined
      void refreshFreeTimes()
      dispatch({
        type: 'booked',
        booked: {
          id,
          start: slot.start,
          serviceName: service?.name ?? '',
          resource: hold.resource,
          duration: service ? durationText(service) : '',
          hint: service?.hint ?? '',
          email: contact.email,
          // The last step names the patient only if somebody else has booked.
          patient: contact.booker && `${contact.firstName} ${contact.lastName}`,
        },
      })
    },
    onError: (error) => {
      onFailure()
      if (!(error instanceof ApiError)) return
      if (error.code === 'hold_expired') return dispatch({ type: 'hold expired' })
      if (error.code === 'slot_taken') {
        void refreshFreeTimes()
        return dispatch({ type: 'slot lost', reason: error.message })
      }
      const fieldErrors = Object.values(error.fields)
      if (fieldErrors.length > 0) {
        // The practice may have changed the questions since they were answered.
        void refreshServices()
        dispatch({ type: 'contact reopened', reason: fieldErrors.join(' ') })
      }
    },
  })
}
