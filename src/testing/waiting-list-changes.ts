import { leaveWaitingList } from '../booking/ended-entries.ts'
import { offerByHand } from '../booking/manual-offers.ts'
import { refuseOffer, takeOffer } from '../booking/offer-answers.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import type { ChangeVerbs } from './change-commands.ts'
import {
  bookingIdOf,
  entryIdOf,
  offerIdOf,
  patientEmailOf,
  serviceIdOf,
  startOf,
  wishedResourceOf,
} from './drawn-values.ts'
import { ANY_TIME } from './waiting-list-app.ts'

/** The changes to the waiting list and its offers in the model test of all changes. */
export const VERBS_OF_WAITING_LIST: ChangeVerbs<
  'wait' | 'wait for an earlier time' | 'leave' | 'offer' | 'take' | 'refuse'
> = {
  wait: (app, step) => {
    const caller = { service_id: serviceIdOf(step), name: 'Anna', email: patientEmailOf(step), mobile: '' }
    addToWaitingList(app.assistant(), { ...caller, ...ANY_TIME, resource: wishedResourceOf(step) })
  },
  'wait for an earlier time': (app, step) => {
    const wishes = { ...ANY_TIME, resource: wishedResourceOf(step) }
    addToWaitingList(app.assistant(), { booking_id: bookingIdOf(app, step), ...wishes })
  },
  leave: (app, step) => {
    leaveWaitingList(app.ctx(), entryIdOf(app, step))
  },
  offer: (app, step) => {
    offerByHand(app.assistant(), entryIdOf(app, step), startOf(step), { resource: wishedResourceOf(step) })
  },
  take: (app, step) => {
    takeOffer(app.ctx(), offerIdOf(app, step))
  },
  refuse: (app, step) => {
    refuseOffer(app.ctx(), offerIdOf(app, step))
  },
}
