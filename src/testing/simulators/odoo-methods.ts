import { OdooException } from './odoo-exceptions.ts'
import { type OdooRecord, OPERATORS, type Values } from './odoo-models.ts'
import type { OdooServer } from './odoo-server.ts'
import { type OdooStore, USER, USER_ID } from './odoo-store.ts'
import { writeRecord } from './odoo-writes.ts'

/** The arguments of all methods that Ordi calls, by Odoo's names. Each call has those of its method. */
type MethodArgs = Readonly<{
  operation: string
  allfields: readonly string[]
  fields: readonly string[]
  domain: readonly Term[]
  /** The names of the fields to sort by, separated by commas. */
  order?: string
  offset?: number
  limit?: number
  vals: Values
  vals_list: readonly Values[]
  context?: Values
}>

/** A condition of a search: field, operator and value. A text is an operator that joins two conditions. */
type Term = string | [field: string, operator: string, value: unknown]

/** Runs one method of any model, on the records with the ids. */
type Method = (model: string, args: MethodArgs, ids: number[] | undefined) => unknown

/** The right to the model that a method needs. The others are open to every user. */
const NEEDED_RIGHTS: Readonly<Record<string, string>> = {
  search_count: 'read',
  search_read: 'read',
  read: 'read',
  create: 'create',
  write: 'write',
  unlink: 'unlink',
}

/** Opens the methods that a client may call. They have the names and arguments of Odoo. */
export function openOdooMethods(store: OdooStore): OdooServer['execute'] {
  const methods = { ...readingMethods(store), ...writingMethods(store) }
  return (model, method, args, ids) => {
    // A missing model is refused before a missing method.
    store.listRecords(model)
    const run = methods[method]
    if (run === undefined) throw new OdooException('AttributeError', `The method ${method} does not exist`)
    const right = NEEDED_RIGHTS[method]
    if (right !== undefined && !store.hasRight(model, right))
      throw new OdooException('AccessError', 'Access Error')
    return run(model, args as MethodArgs, ids)
  }
}

function readingMethods(store: OdooStore): Readonly<Record<string, Method>> {
  return {
    context_get: () => ({ lang: 'de_AT', tz: false, uid: USER_ID }),
    check_access_rights: (model, { operation }) => store.hasRight(model, operation),
    fields_get: (model, { allfields }) => {
      const names = allfields.filter((name) => store.hasField(model, name))
      return Object.fromEntries(names.map((name) => [name, { type: 'char' }]))
    },
    search_count: (model, args) => search(store, model, args).length,
    search_read: (model, args) => {
      const { fields, offset = 0, limit = Number.POSITIVE_INFINITY } = args
      store.assertFields(model, fields)
      return search(store, model, args)
        .slice(offset, offset + limit)
        .map(pickFields(fields))
    },
    read: (model, { fields }, ids = []) => {
      store.assertFields(model, fields)
      return store
        .listRecords(model)
        .filter(({ id }) => ids.includes(id))
        .map(pickFields(fields))
    },
  }
}

function writingMethods(store: OdooStore): Readonly<Record<string, Method>> {
  return {
    create: (model, { vals_list, context }) =>
      vals_list.map((values) => {
        const defaults = model === 'calendar.event' ? { show_as: 'busy', privacy: false, user_id: USER } : {}
        const record = store.newRecord(defaults)
        writeRecord(store, model, record, { values, context, isNew: true })
        return store.add(model, record)
      }),
    write: (model, { vals, context }, ids = []) => {
      for (const record of store.getRecords(model, ids))
        writeRecord(store, model, record, { values: vals, context })
      return true
    },
    unlink: (model, _, ids = []) => {
      // A record that is already gone is refused.
      store.getRecords(model, ids)
      store.remove(model, ids)
      return true
    },
  }
}

/** Returns the records that match all terms, in the order asked for. */
function search(store: OdooStore, model: string, args: MethodArgs): OdooRecord[] {
  const { domain, context, order = 'id' } = args
  const withInactive = context?.active_test === false
  const matchTerm = openMatcher(store, model)
  return store
    .listRecords(model)
    .filter((record) => record.active || withInactive)
    .filter((record) => domain.every((term) => matchTerm(record, term)))
    .toSorted(compareBy(order.split(',')))
}

/** Returns a function that says whether a record of the model matches a term. */
function openMatcher(store: OdooStore, model: string) {
  return (record: OdooRecord, term: Term): boolean => {
    if (typeof term === 'string') throw new OdooException('ValueError', 'the simulator joins terms by and')
    const [field, operator, value] = term
    const matches = OPERATORS[operator]
    if (matches === undefined) throw new OdooException('ValueError', `Invalid operator ${operator}`)
    if (field === 'event_id.stop') return matches(stopOfEvent(store, record), value)
    store.assertFields(model, [field])
    return matches(record[field], value)
  }
}

/** Returns the end of the event of an attendee. */
function stopOfEvent(store: OdooStore, attendee: OdooRecord): unknown {
  const [eventId] = attendee.event_id as [id: number, name: string]
  return store.listRecords('calendar.event').find(({ id }) => id === eventId)?.stop
}

/** Compares two records by these fields, of which the first counts most. */
function compareBy(fields: readonly string[]) {
  return (a: OdooRecord, b: OdooRecord): number =>
    fields.map((field) => compareValues(a[field], b[field])).find((order) => order !== 0) ?? 0
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number') return a - Number(b)
  return String(a ?? '').localeCompare(String(b ?? ''))
}

/** Returns a function that reads these fields of a record. An empty field is `false`. */
function pickFields(fields: readonly string[]) {
  return (record: OdooRecord) =>
    Object.fromEntries(['id', ...fields].map((field) => [field, record[field] ?? false]))
}
