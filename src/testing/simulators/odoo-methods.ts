import { OdooException } from './odoo-exceptions.ts'
import { type OdooRecord, OPERATORS, type Values } from './odoo-models.ts'
import type { OdooServer } from './odoo-server.ts'
import { type OdooStore, USER, USER_ID } from './odoo-store.ts'
import { writeRecord } from './odoo-writes.ts'

/** Runs one method of any model, on the records with the ids. */
type Method = (model: string, args: Values, ids: number[] | undefined) => unknown

/** A condition of a search: field, operator and value. A text is an operator that joins two conditions. */
type Leaf = string | [field: string, operator: string, value: unknown]

/** Opens the methods that a client may call. They have the names and arguments of Odoo. */
export function openOdooMethods(store: OdooStore): OdooServer['execute'] {
  const methods = { ...readingMethods(store), ...writingMethods(store) }
  return (model, method, args, ids) => {
    // A missing model is refused before a missing method.
    store.listRecords(model)
    const run = methods[method]
    if (run === undefined) throw new OdooException('AttributeError', `The method ${method} does not exist`)
    return run(model, args, ids)
  }
}

function readingMethods(store: OdooStore): Readonly<Record<string, Method>> {
  return {
    context_get: () => ({ lang: 'de_AT', tz: false, uid: USER_ID }),
    check_access_rights: (model, { operation }) => store.hasRight(model, String(operation)),
    fields_get: (model, { allfields }) => {
      const names = (allfields as string[]).filter((name) => store.hasField(model, name))
      return Object.fromEntries(names.map((name) => [name, { type: 'char' }]))
    },
    search_count: (model, args) => search(store, model, args).length,
    search_read: (model, args) => {
      const { fields, offset = 0, limit = Number.POSITIVE_INFINITY } = args
      assertRight(store, model, 'read')
      store.assertFields(model, fields as string[])
      const from = offset as number
      return search(store, model, args)
        .slice(from, from + (limit as number))
        .map(pick(fields))
    },
    read: (model, { fields }, ids = []) => {
      store.assertFields(model, fields as string[])
      return store
        .listRecords(model)
        .filter(({ id }) => ids.includes(id))
        .map(pick(fields))
    },
  }
}

function writingMethods(store: OdooStore): Readonly<Record<string, Method>> {
  return {
    create: (model, { vals_list, context }) => {
      assertRight(store, model, 'create')
      return (vals_list as Values[]).map((values) => {
        const defaults = model === 'calendar.event' ? { show_as: 'busy', privacy: false, user_id: USER } : {}
        const record = store.newRecord(defaults)
        writeRecord(store, model, record, { values, context: context as Values, isNew: true })
        return store.add(model, record)
      })
    },
    write: (model, { vals, context }, ids = []) => {
      for (const record of store.getRecords(model, ids))
        writeRecord(store, model, record, { values: vals as Values, context: context as Values })
      return true
    },
    unlink: (model, _, ids = []) => {
      assertRight(store, model, 'unlink')
      // A record that is already gone is refused.
      store.getRecords(model, ids)
      store.remove(model, ids)
      return true
    },
  }
}

/** Throws as Odoo does when the user does not have this right. */
function assertRight(store: OdooStore, model: string, operation: string): void {
  if (!store.hasRight(model, operation)) throw new OdooException('AccessError', 'Access Error')
}

/** Returns the records that fulfil all conditions, by start and then by id. */
function search(store: OdooStore, model: string, { domain, context }: Values): OdooRecord[] {
  const withInactive = (context as Values | undefined)?.active_test === false
  return store
    .listRecords(model)
    .filter((record) => record.active || withInactive)
    .filter((record) => (domain as Leaf[]).every((leaf) => fulfils(store, model, record, leaf)))
    .toSorted((a, b) => String(a.start ?? '').localeCompare(String(b.start ?? '')) || a.id - b.id)
}

function fulfils({ assertFields }: OdooStore, model: string, record: OdooRecord, leaf: Leaf): boolean {
  if (typeof leaf === 'string') throw new OdooException('ValueError', 'the simulator joins leaves by and')
  const [field, operator, value] = leaf
  // Ordi asks only for the events of attendees, which are never over here.
  if (field === 'event_id.stop') return true
  assertFields(model, [field])
  const matches = OPERATORS[operator]
  if (matches === undefined) throw new OdooException('ValueError', `Invalid operator ${operator}`)
  return matches(record[field], value)
}

/** Returns a function that reads these fields of a record. An empty field is `false`. */
function pick(fields: unknown) {
  return (record: OdooRecord) =>
    Object.fromEntries(['id', ...(fields as string[])].map((field) => [field, record[field] ?? false]))
}
