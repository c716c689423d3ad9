import { openOdooMethods } from './odoo-methods.ts'
import type { Values } from './odoo-models.ts'
import { OWN_PARTNER, openOdooStore } from './odoo-store.ts'
import { writeRecord } from './odoo-writes.ts'

/** A referenced record, as Odoo sends it. */
type Reference = [id: number, name: string]

/** Opens the records of an Odoo server: the calls of clients, and what people do with them in Odoo. */
export function openOdooRecords(options: Parameters<typeof openOdooStore>[0]) {
  const store = openOdooStore(options)
  return {
    execute: openOdooMethods(store),
    /** The invitations and notices that Odoo has sent. */
    mails: store.mails,
    /** Returns all partners who are not users. */
    partners: () => {
      const users = store.listRecords('res.users')
      const ofUsers = users.map(partnerIdOf)
      return store.listRecords('res.partner').filter(({ id }) => !ofUsers.includes(id))
    },
    events: () => store.listRecords('calendar.event'),
    /** Returns the activities planned on records, such as a meeting with a contact. */
    activities: () => store.listRecords('mail.activity'),
    /** Adds the user of a further doctor. Returns the id of the partner to whom the calendar belongs. */
    addUser: (login: string): number => {
      const partner = store.add('res.partner', store.newRecord({ name: login, email: false }))
      store.add('res.users', store.newRecord({ partner_id: [partner, login], tz: false, login }))
      return partner
    },
    /** Adds a partner that the practice had before Ordi. */
    addPartner: (values: Values): number => {
      const record = store.newRecord()
      writeRecord(store, 'res.partner', record, { values, isNew: true })
      return store.add('res.partner', record)
    },
    /** Plans an activity as a colleague does. */
    planActivity: (values: Values) => {
      store.add('mail.activity', store.newRecord(values))
    },
    /** Enters a busy event as the doctor does. `start` and `stop` are in UTC, as in `2027-01-12 08:00:00`. */
    enterEvent: (values: Values): number => {
      const event = store.newRecord({
        name: 'Privat',
        show_as: 'busy',
        allday: false,
        start_date: false,
        stop_date: false,
        partner_ids: [OWN_PARTNER],
        ...values,
      })
      return store.add('calendar.event', event)
    },
    /** Declines an invitation as the doctor does. */
    declineEvent: (eventId: number, partnerId = OWN_PARTNER) => {
      const event_id: Reference = [eventId, 'Privat']
      store.add('calendar.attendee', store.newRecord({ event_id, partner_id: partnerId, state: 'declined' }))
    },
    /** Changes an event as the doctor does. */
    changeEvent: (id: number, values: Values) => {
      Object.assign(store.getRecords('calendar.event', [id])[0] ?? {}, values)
    },
    /** Deletes an event for good as the doctor does. */
    removeEvent: (id: number) => store.remove('calendar.event', [id]),
  }
}

/** Returns the id of the partner record of a user. */
function partnerIdOf({ partner_id }: Values): number {
  return (partner_id as Reference)[0]
}
