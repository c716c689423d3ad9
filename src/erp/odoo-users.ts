import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { listResources } from '../schedule/resources.ts'
import type { Odoo } from './odoo-connection.ts'
import { OdooError, WRONG_LOGIN } from './odoo-faults.ts'
import { odooReferenceSchema } from './odoo-fields.ts'

/**
 * This module maps resources to calendars in Odoo. Ordi signs in as one user, and reads and writes the
 * calendars of the others as their colleague (docs/behaviour.md 17.18).
 */

/** A calendar in Odoo. */
type OdooCalendar = Readonly<{
  /** The login of the user to whom it belongs; '' for the user that Ordi signs in as. */
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

/**
 * The partner ids that were read over each connection, by the login of their user. They are cached, because
 * users hardly ever change during a connection.
 */
const knownPartnerIds = new WeakMap<Odoo, Map<string, number>>()

/**
 * Returns the id of the partner to whom a user's calendar belongs.
 * @param user the login; '' for the user that Ordi signs in as
 * @throws OdooError, UnknownOdooUser also for an archived user
 */
export async function partnerIdOf(odoo: Odoo, user: string): Promise<number> {
  const knownIds = knownPartnerIds.getOrInsertComputed(odoo, () => new Map<string, number>())
  const knownId = knownIds.get(user)
  if (knownId !== undefined) return knownId
  const partnerId = user === '' ? await readOwnPartnerId(odoo) : await readPartnerId(odoo, user)
  knownIds.set(user, partnerId)
  return partnerId
}

const usersSchema = z.array(z.object({ partner_id: odooReferenceSchema }))

/** Reads the id of the partner of the user that Ordi signs in as. @throws OdooError */
async function readOwnPartnerId(odoo: Odoo): Promise<number> {
  const args = { ids: [odoo.userId], fields: ['partner_id'] }
  const [own] = await odoo.call(usersSchema, { model: 'res.users', method: 'read', args })
  if (own?.partner_id === undefined) throw new OdooError('settings', WRONG_LOGIN)
  return own.partner_id
}

/**
 * Reads the id of the partner of another user.
 * @throws OdooError, UnknownOdooUser also for an archived user
 */
async function readPartnerId(odoo: Odoo, user: string): Promise<number> {
  const args = { domain: [['login', '=', user]], fields: ['partner_id'], limit: 1 }
  const [found] = await odoo.call(usersSchema, { model: 'res.users', method: 'search_read', args })
  if (found?.partner_id === undefined) throw new UnknownOdooUser(user)
  return found.partner_id
}
