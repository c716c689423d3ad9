import { decideBooking } from '../booking/decisions.ts'
import { undoChange } from '../booking/undo.ts'
import { claimDue } from '../messaging/outbox/leases.ts'
import { MINUTE } from '../shared/day.ts'
import { insertBooking } from './bookings.ts'
import { openTestApp } from './test-app.ts'

const CHANNELS = ['email', 'sms', 'erp'] as const

/**
 * Opens an app with a request that an admin has just confirmed and can still undo. E-mail, SMS and Odoo are
 * on. `confirm` confirms the request once more, after an undo.
 */
export function openConfirmedApp() {
  const app = openTestApp()
  app.setUpSms()
  app.setUpOdoo()
  const { id, startsAt } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung' })
  const confirm = () => decideBooking(app.assistant(), id, { decision: 'confirm', undoable: true })
  const { undoUntil } = confirm()
  /** Claims the next message of each channel, as the worker does, and returns their kinds. */
  const claimKinds = () =>
    CHANNELS.map((channel) => claimDue(app.ctx(), { channel, lane: 'others' }, MINUTE)?.kind)
  const readStatus = () => app.rows('select status from bookings where id = ?', id)[0]?.status
  const undo = () => undoChange(app.assistant(), id)
  return { app, id, startsAt, confirm, undoUntil, claimKinds, readStatus, undo }
}

/** The refusal of an undo that comes too late. */
export const TOO_LATE_TO_UNDO = {
  code: 'too_late',
  message: 'Bereits mitgeteilt: Das lässt sich nicht mehr rückgängig machen.',
}
