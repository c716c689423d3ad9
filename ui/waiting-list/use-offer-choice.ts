import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { viennaDay } from '../../src/shared/vienna-clock.ts'
import type { OfferAnswer, OfferOutcome } from '../../src/shared/waiting-list-answers.ts'
import { loadWizard, saveWizard } from '../booking/wizard/storage.ts'
import { EMPTY_WIZARD, STEPS, type Wizard } from '../booking/wizard/wizard.ts'
import { overviewUrl } from '../patient/addresses.ts'
import { browserStorage } from '../patient/browser-storage.ts'
import { refreshFreeTimes } from '../patient/time/free-times-queries.ts'
import { reloadAppointment } from '../patient/use-appointment.ts'
import { answerOffer, refreshWaitingList } from '../patient/waiting-list/use-waiting-list.ts'

/** The mutation of `useOfferChoice`. Its `variables` are the last choice. */
export type OfferChoice = ReturnType<typeof useOfferChoice>

/**
 * Sends whether the patient takes an offer or refuses it. A patient without an appointment who takes the time
 * then continues in the wizard, with the held time; all others stay on the page.
 */
export function useOfferChoice({ id, booking, resource }: OfferAnswer) {
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (choice: 'take' | 'refuse') => answerOffer({ id, take: choice === 'take' }),
    onSuccess: async (reply) => {
      if ('hold' in reply) {
        continueBooking(reply, resource?.name)
        return navigate('/')
      }
      // The patient had already taken the offer, and has booked since.
      if ('booking_id' in reply && !booking) return navigate(overviewUrl(reply.booking_id))
      if (booking) reloadAppointment(booking.id)
      await refreshWaitingList()
    },
    onError: () => void refreshWaitingList(),
    onSettled: () => void refreshFreeTimes(),
  })
}

/**
 * Stores a wizard that opens at step 4 with the held time. It keeps only "Auf diesem Gerät merken" from the
 * wizard that was stored before.
 * @param resource the name of the doctor or room, if the practice has several
 */
function continueBooking(
  { hold, service_id, slot }: Extract<OfferOutcome, { hold: unknown }>,
  resource: string | undefined,
) {
  const { remember = false } = loadWizard(browserStorage)
  const wizard: Wizard = {
    ...EMPTY_WIZARD,
    step: STEPS.contact,
    serviceId: service_id,
    day: viennaDay(Date.parse(slot.start)),
    slot: { start: slot.start, end: undefined },
    hold: {
      id: hold.hold_id,
      expiresAt: Date.parse(hold.expires_at),
      offered: true,
      ...(resource !== undefined && { resource }),
    },
    remember,
  }
  // Without an earlier state every field with a value counts as changed, so that the device stores it too.
  saveWizard(browserStorage, wizard, {})
}
