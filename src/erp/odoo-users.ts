import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { listResources } from '../schedule/resources.ts'
import type { Odoo } from './odoo-connection.ts'
import { OdooError, WRONG_LOGIN } from './odoo-faults.ts'
import { odooReference } from './odoo-fields.ts'

/**
 * This module maps resources to calendars in Odoo. Ordi signs in as one user, and reads and writes the
 * calendars of the others as their colleague (docs/behaviour.md 17.18).
 */

/** A calendar in Odoo, by the login of its user; empty for the user that Ordi signs in as. */
type OdooCalendar = Readonly<{
  user: string
  /** The resources that its events occupy; null stands for all. */
  resourceIds: readonly (string | null)[]
}>

/** Returns the calendars of all resources: a single one for all while no resource has its own user. */
export function listOdooCalendars(ctx: Ctx): OdooCalendar[] {
  const resources = listResources(ctx)
  if (resources.every(({ odooUser }) => odooUser === '')) return [{ user: '', resourceIds: [null] }]
  return [...new Set(resources.map(({ odooUser }) => odooUser))].map((user) => ({
    user,
    resourceIds: resources.filter(({ odooUser }) => odooUser === user).map(({ id }) => id),
  }))
}

/** Thrown when Odoo does not have the user. */
export class UnknownOdooUser extends OdooError {
  constructor(user: string) {
    super('permanent', `In Odoo gibt es den Benutzer „${user}“ nicht: Bitte unter „Ärzte & Räume“ prüfen.`)
    this.name = 'UnknownOdooUser'
  }
}

/** Cached partner ids, because users hardly ever change during a connection. */
const partnerIdsByLogin = new WeakMap<Odoo, Map<string, number>>()

/**
 * Returns the id of the partner to whom a user's calendar belongs.
 * @throws OdooError, UnknownOdooUser also for an archived user
 */
export async function partnerIdOf(odoo: Odoo, user: string): Promise<number> {
  if (user === '') return ownPartnerId(odoo)
  const knownIds = partnerIdsByLogin.get(odoo) ?? new Map<string, number>()
  partnerIdsByLogin.set(odoo, knownIds)
  const partnerId = knownIds.get(user) ?? (await findPartnerId(odoo, user))
  if (partnerId === undefined) throw new UnknownOdooUser(user)
  knownIds.set(user, partnerId)
  return partnerId
}

/** Cached results of `ownPartnerId`. */
const ownPartnerIds = new WeakMap<Odoo, number>()

/** Returns the id of the partner of the user that Ordi signs in as. */
async function ownPartnerId(odoo: Odoo): Promise<number> {
  const knownId = ownPartnerIds.get(odoo)
  if (knownId !== undefined) return knownId
  const users = z.array(z.object({ partner_id: odooReference }))
  const args = { ids: [odoo.userId], fields: ['partner_id'] }
  const [user] = await odoo.call(users, { model: 'res.users', method: 'read', args })
  if (user?.partner_id === undefined) throw new OdooError('settings', WRONG_LOGIN)
  ownPartnerIds.set(odoo, user.partner_id)
  return user.partner_id
}

/** Finds the partner of a user by the login; undefined for an unknown or archived one. */
async function findPartnerId(odoo: Odoo, user: string): Promise<number | undefined> {
  const users = z.array(z.object({ partner_id: odooReference }))
  const args = { domain: [['login', '=', user]], fields: ['partner_id'], limit: 1 }
  const [found] = await odoo.call(users, { model: 'res.users', method: 'search_read', args })
  return found?.partner_id
}
