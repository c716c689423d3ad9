import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'

/** The appointments that differ between Ordi and another calendar. */
export type DifferingAppointments = NonNullable<InferResponseType<typeof admin.overview.$get>['odoo']>
/** An appointment at a time that is busy in Odoo or in another calendar. */
export type OdooConflict = DifferingAppointments['conflicts'][number]
/** An appointment that the doctor has moved or deleted in Odoo. */
export type OdooChange = DifferingAppointments['changes'][number]

/** Moves the booking to its start in Odoo, or restores the entry in Odoo from the booking. */
type Settlement =
  | { by: 'move'; booking_id: string; booking_start: string; start: string }
  | { by: 'restore'; booking_id: string }

export type OdooSettlement = ReturnType<typeof useOdooSettlement>

/** Returns the mutation that settles a difference between a booking and its entry in Odoo. */
export function useOdooSettlement() {
  return useMutation({ mutationFn: sendSettlement, onSettled: refreshAdminData })
}

/** @returns the sentence to show. @throws ApiError */
async function sendSettlement(settlement: Settlement): Promise<{ note?: string | undefined }> {
  const param = { id: encodeURIComponent(settlement.booking_id) }
  if (settlement.by === 'restore') return adminRequest(admin.odoo.bookings[':id'].restore.$post({ param }))
  const { start, booking_start: from } = settlement
  const json = { start, from, message: '', notify: true }
  const { note } = await adminRequest(admin.bookings[':id'].move.$post({ param, json }))
  return { note }
}
