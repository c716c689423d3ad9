import { OdooException } from './odoo-exceptions.ts'
import { FIELDS, type OdooRecord, type Values } from './odoo-models.ts'
import type { OdooOptions } from './odoo-server.ts'

/** The id of the user that Ordi signs in as. */
export const USER_ID = 7
/** The user as referenced in a field of another record: id and name. */
export const USER = [USER_ID, 'Dr. Beispiel'] as const
/** The partner of the user, to whom the calendar belongs. */
export const OWN_PARTNER = 3

/** The first records of each model. */
function firstRecords(login: string): Record<string, OdooRecord[]> {
  const partner = { id: OWN_PARTNER, name: 'Dr. Beispiel' }
  return {
    'res.partner': [{ ...partner, email: false, active: true }],
    'calendar.event': [],
    'calendar.attendee': [],
    'ir.model': [{ id: 87, model: 'res.partner', active: true }],
    'mail.activity': [],
    'res.country': [
      { id: 12, code: 'AT', name: 'Austria', active: true },
      { id: 57, code: 'DE', name: 'Germany', active: true },
    ],
    'res.users': [{ id: USER_ID, partner_id: [partner.id, partner.name], tz: false, login, active: true }],
  }
}

export type OdooStore = ReturnType<typeof openOdooStore>

/** Opens the records of a simulated server, without the side effects of writing in odoo-writes.ts. */
export function openOdooStore({
  user,
  version,
  missingRights,
}: Required<Pick<OdooOptions, 'user' | 'version' | 'missingRights'>>) {
  const tables = firstRecords(user)
  let lastId = 100

  const listRecords = (model: string): OdooRecord[] => {
    const table = tables[model]
    if (table === undefined) throw new OdooException('UserError', `Object ${model} doesn't exist`)
    return table
  }
  const hasField = (model: string, name: string) =>
    FIELDS[model]?.includes(name) && !(name === 'mobile' && version >= 19)

  return {
    version,
    /** The invitations and notices that Odoo has sent. */
    mails: [] as { to: number; about: number }[],
    listRecords,
    hasField,
    assertFields: (model: string, names: readonly string[]) => {
      for (const name of names)
        if (name !== 'id' && !hasField(model, name))
          throw new OdooException('ValueError', `Invalid field '${name}' in '${model}'`)
    },
    hasRight: (model: string, operation: string) => !missingRights.includes(`${model} ${operation}`),
    getRecords: (model: string, ids: readonly number[]) =>
      ids.map((id) => {
        const record = listRecords(model).find((candidate) => candidate.id === id)
        if (record === undefined)
          throw new OdooException('MissingError', 'Record does not exist or has been deleted.')
        return record
      }),
    /** Makes a record with a new id, without storing it. */
    newRecord: (values: Values = {}): OdooRecord => ({ id: ++lastId, active: true, ...values }),
    add: (model: string, record: OdooRecord): number => {
      listRecords(model).push(record)
      return record.id
    },
    remove: (model: string, ids: readonly number[]) => {
      tables[model] = listRecords(model).filter(({ id }) => !ids.includes(id))
    },
  }
}
