import { Hono } from 'hono'
import { openFaults, type Simulator } from './faults.ts'

type Values = Record<string, unknown>
type Call = { service: string; method: string; args: unknown[] }
type Bindings = { refusal: number | string | undefined }

type OdooRecord = Values & { id: number; active: boolean }

type Options = Readonly<{
  db?: string
  user?: string
  password?: string
  /** `rpc-off`: /jsonrpc answers 404, as it does from Odoo 22 on. */
  api?: 'rpc' | 'rpc-off'
  /** Odoo 19 has no field `mobile`, writes contact data into descriptions and answers error code 0. */
  like?: 18 | 19
  /** The package in front of exception names; forks rename it. */
  fork?: string
  /** Rights that the user lacks, such as `res.partner create`. */
  lacks?: readonly string[]
}>

const USER_ID = 7
const OWN_PARTNER = 3
const AUSTRIA = 12

/** An exception as Odoo names it, without the package. */
class Exception extends Error {}

const FIELDS: Readonly<Record<string, string>> = {
  'res.partner': 'name email email_normalized phone mobile street zip city country_id active',
  'calendar.event':
    'name start stop duration allday start_date stop_date show_as privacy partner_ids attendee_ids description location user_id res_model_id res_id active write_date',
  'calendar.attendee': 'event_id partner_id state active',
  'ir.model': 'model active',
  'res.country': 'code name active',
  'res.users': 'partner_id tz login active',
}

/**
 * The part of Odoo 18 and 19 that Ordi calls, over JSON-RPC and JSON-2, as real servers answer it: database `praxis`, user
 * `ordi`, password `demo-key` unless told otherwise. A refusal is an HTTP status or the name of an exception such as
 * `odoo.exceptions.AccessDenied`, with `: ` and a message if it matters.
 */
export function openOdooSimulator({
  db = 'praxis',
  user = 'ordi',
  password = 'demo-key',
  api = 'rpc',
  like = 18,
  fork = 'odoo',
  lacks = [],
}: Options = {}) {
  const calls: Call[] = []
  const faults = openFaults()
  const mails: { to: number; about: number }[] = []
  const tables: Record<string, OdooRecord[]> = {
    'res.partner': [{ id: OWN_PARTNER, name: 'Dr. Beispiel', email: false, active: true }],
    'calendar.event': [],
    'calendar.attendee': [],
    'ir.model': [{ id: 87, model: 'res.partner', active: true }],
    'res.country': [
      { id: AUSTRIA, code: 'AT', name: 'Austria', active: true },
      { id: 57, code: 'DE', name: 'Germany', active: true },
    ],
    'res.users': [
      { id: USER_ID, partner_id: [OWN_PARTNER, 'Dr. Beispiel'], tz: false, login: user, active: true },
    ],
  }
  let lastId = 100

  const tableOf = (model: string): OdooRecord[] => {
    const table = tables[model]
    if (table === undefined) throw new Exception(`UserError: Object ${model} doesn't exist`)
    return table
  }
  const hasField = (model: string, name: string) =>
    FIELDS[model]?.split(' ').includes(name) && !(name === 'mobile' && like >= 19)
  const assertFields = (model: string, names: readonly string[]) => {
    for (const name of names)
      if (name !== 'id' && !hasField(model, name))
        throw new Exception(`ValueError: Invalid field '${name}' in '${model}'`)
  }
  const found = (model: string, ids: readonly number[]) =>
    ids.map((id) => {
      const record = tableOf(model).find((each) => each.id === id)
      if (record === undefined)
        throw new Exception('MissingError: Record does not exist or has been deleted.')
      return record
    })

  function write(model: string, record: OdooRecord, values: Values, context: Values, isNew = false): void {
    assertFields(model, Object.keys(values))
    if (model === 'calendar.event') assertEvent({ ...record, ...values })
    // Odoo 19 keeps an event's length when its start is written, whatever end is written with it, unless it gets the length too.
    if (like >= 19 && !isNew && 'start' in values && !('duration' in values)) {
      const length = Date.parse(`${record.stop}Z`) - Date.parse(`${record.start}Z`)
      const stop = new Date(Date.parse(`${values.start}Z`) + length)
      values.stop = stop.toISOString().slice(0, 19).replace('T', ' ')
    }
    if ('description' in values) values.description = `<p>${values.description}</p>`
    Object.assign(record, values, { write_date: '2027-01-07 12:40:00' })
    if (model === 'res.partner') record.email_normalized = String(record.email || '').toLowerCase() || false
    if (model !== 'calendar.event') return
    if (values.partner_ids !== undefined || isNew) record.partner_ids = attendees(values.partner_ids)
    if (isNew && like >= 19 && context.skip_contact_description !== true)
      record.description = `<div>${record.description ?? ''}<strong>Organized by</strong>Dr. Beispiel</div>`
    if (context.no_mail_to_attendees !== true)
      for (const to of record.partner_ids as number[])
        if (to !== OWN_PARTNER) mails.push({ to, about: record.id })
  }

  const methods: Record<string, (model: string, args: Values, ids: number[] | undefined) => unknown> = {
    context_get: () => ({ lang: 'de_AT', tz: false, uid: USER_ID }),
    check_access_rights: (model, { operation }) => !lacks.includes(`${model} ${operation}`),
    fields_get: (model, { allfields }) =>
      Object.fromEntries(
        (allfields as string[])
          .filter((name) => hasField(model, name))
          .map((name) => [name, { type: 'char' }]),
      ),
    search_count: (model, { domain, context }) => search(model, domain as Leaf[], context as Values).length,
    search_read: (model, { domain, fields, context, offset = 0, limit }) => {
      assertFields(model, fields as string[])
      const rows = search(model, domain as Leaf[], context as Values)
      const from = offset as number
      return rows.slice(from, limit === undefined ? undefined : from + (limit as number)).map(pick(fields))
    },
    read: (model, { fields }, ids = []) => {
      assertFields(model, fields as string[])
      return tableOf(model)
        .filter(({ id }) => ids.includes(id))
        .map(pick(fields))
    },
    create: (model, { vals_list, context = {} }) => {
      if (lacks.includes(`${model} create`)) throw new Exception('AccessError: Access Error')
      return (vals_list as Values[]).map((values) => {
        const record: OdooRecord = { id: ++lastId, active: true }
        if (model === 'calendar.event')
          Object.assign(record, { show_as: 'busy', privacy: false, user_id: [USER_ID, 'Dr. Beispiel'] })
        write(model, record, { ...values }, context as Values, true)
        tableOf(model).push(record)
        return record.id
      })
    },
    write: (model, { vals, context = {} }, ids = []) => {
      for (const record of found(model, ids)) write(model, record, { ...(vals as Values) }, context as Values)
      return true
    },
  }

  type Leaf = string | [string, string, unknown]

  function search(model: string, domain: readonly Leaf[], context: Values = {}): OdooRecord[] {
    return tableOf(model)
      .filter((record) => record.active || context.active_test === false)
      .filter((record) =>
        domain.every((leaf) => {
          if (typeof leaf === 'string') throw new Exception('ValueError: the simulator joins leaves by and')
          const [field, operator, value] = leaf
          // Of related records the simulator knows only events of attendees, and those are never over.
          if (field === 'event_id.stop') return true
          assertFields(model, [field])
          const matches = OPERATORS[operator]
          if (matches === undefined) throw new Exception(`ValueError: Invalid operator ${operator}`)
          return matches(record[field], value)
        }),
      )
      .toSorted((a, b) => String(a.start ?? '').localeCompare(String(b.start ?? '')) || a.id - b.id)
  }

  function execute(model: string, method: string, args: Values, ids: number[] | undefined): unknown {
    tableOf(model)
    const run = methods[method]
    if (run === undefined) throw new Exception(`AttributeError: The method ${method} does not exist`)
    return run(model, args, ids)
  }

  const app = new Hono<{ Bindings: Bindings }>()
  app.post('/jsonrpc', async (c) => {
    const { refusal } = c.env
    if (api === 'rpc-off') return c.text('Not Found', 404)
    if (typeof refusal === 'number') return c.text('', refusal as 404)
    const call = await c.req.json<{ id: unknown; params: Call }>().catch(() => undefined)
    if (call === undefined) return c.text('Invalid JSON data', 400)
    calls.push(call.params)
    const fail = (name: string, message: string) =>
      c.json({
        jsonrpc: '2.0',
        id: call.id,
        error: {
          code: like >= 19 ? 0 : 200,
          message: `${fork} Server Error`,
          data: { name, message, debug: 'Traceback (most recent call last): …', arguments: [], context: {} },
        },
      })
    if (refusal !== undefined) return fail(...refusalOf(refusal))
    const { service, method, args } = call.params
    try {
      return c.json({ jsonrpc: '2.0', id: call.id, result: rpc(service, method, args) })
    } catch (error) {
      const [name, message] = nameOf(error)
      return fail(name, message)
    }
  })

  function rpc(service: string, method: string, args: unknown[]): unknown {
    if (service === 'common' && method === 'version')
      return { server_version: like >= 19 ? '1.0' : '18.0', protocol_version: 1 }
    if (args[0] !== db) throw new Exception('OperationalError: database does not exist')
    if (service === 'common' && method === 'authenticate')
      return args[1] === user && args[2] === password ? USER_ID : false
    if (service !== 'object' || method !== 'execute_kw') throw new Exception('AttributeError: unknown method')
    const [, , secret, model, name, positional, named] = args as [
      ...[string, number, string, string, string],
      unknown[],
      Values,
    ]
    if (secret !== password) throw new Exception('AccessDenied: Access Denied')
    if ('vals' in named || 'vals_list' in named) throw new Exception('TypeError: unexpected keyword argument')
    if (name === 'write')
      return execute(model, name, { ...named, vals: positional[1] }, positional[0] as number[])
    if (name === 'create') return execute(model, name, { ...named, vals_list: positional[0] }, undefined)
    return execute(model, name, named, positional[0] as number[] | undefined)
  }

  app.post('/json/2/:model/:method', async (c) => {
    const { refusal } = c.env
    if (like < 19) return c.redirect('/web/login', 303)
    if (typeof refusal === 'number') return c.text('', refusal as 404)
    const { model, method } = c.req.param()
    const { ids, ...args } = await c.req.json<Values & { ids?: number[] }>()
    calls.push({ service: 'json2', method: `${model}/${method}`, args: [ids, args] })
    const fail = (name: string, message: string, status: number) =>
      c.json({ name, message, arguments: [], context: {}, debug: '…' }, status as 422)
    if (c.req.header('authorization')?.toLowerCase() !== `bearer ${password}`)
      return fail('werkzeug.exceptions.Unauthorized', 'Invalid apikey', 401)
    if (refusal !== undefined) {
      const [name, message] = refusalOf(refusal)
      return fail(name, message, statusOf(name))
    }
    try {
      return c.json(execute(model, method, args, ids) as object)
    } catch (error) {
      const [name, message] = nameOf(error)
      if (message.includes("doesn't exist"))
        return fail('werkzeug.exceptions.NotFound', `the model '${model}' does not exist`, 404)
      return fail(name, message, statusOf(name))
    }
  })

  function nameOf(error: unknown): [string, string] {
    if (!(error instanceof Exception)) throw error
    const [, exception = '', message = ''] = /^(\w+): (.*)$/.exec(error.message) ?? []
    const builtin = ['ValueError', 'AttributeError', 'TypeError'].includes(exception)
    const owner = exception === 'OperationalError' ? 'psycopg2' : builtin ? 'builtins' : `${fork}.exceptions`
    return [`${owner}.${exception}`, message]
  }

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    /** What was called, in this order. */
    calls,
    /** Patients and others; the doctor's own partner is left out. */
    partners: () => tableOf('res.partner').filter(({ id }) => id !== OWN_PARTNER),
    events: () => tableOf('calendar.event'),
    /** Invitations and notices that Odoo has sent. */
    mails,
    /** The practice has a partner already. */
    addPartner: (values: Values): number => {
      const record: OdooRecord = { id: ++lastId, active: true }
      write('res.partner', record, { ...values }, {}, true)
      tableOf('res.partner').push(record)
      return record.id
    },
    /** The doctor enters a busy event. `start` and `stop` in UTC, `2027-01-12 08:00:00`. */
    enter: (values: Values): number => {
      const record: OdooRecord = {
        id: ++lastId,
        active: true,
        name: 'Privat',
        show_as: 'busy',
        allday: false,
        start_date: false,
        stop_date: false,
        partner_ids: [OWN_PARTNER],
        ...values,
      }
      tableOf('calendar.event').push(record)
      return record.id
    },
    /** The doctor declines an invitation. */
    decline: (eventId: number) => {
      tableOf('calendar.attendee').push({
        id: ++lastId,
        active: true,
        event_id: [eventId, 'Privat'],
        partner_id: OWN_PARTNER,
        state: 'declined',
      })
    },
    /** The doctor changes an event. */
    change: (id: number, values: Values) => {
      Object.assign(found('calendar.event', [id])[0] ?? {}, values)
    },
    /** The doctor deletes an event for good. */
    remove: (id: number) => {
      tables['calendar.event'] = tableOf('calendar.event').filter((event) => event.id !== id)
    },
  }
}

function refusalOf(refusal: string): [name: string, message: string] {
  const [name = '', message = 'Refused.'] = refusal.split(': ')
  return [name, message]
}

const STATUS: Readonly<Record<string, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MissingError: 404,
  AccessError: 403,
  AccessDenied: 403,
  ValidationError: 422,
  UserError: 422,
}

/** Of JSON-2, by the last part of the exception's name. */
function statusOf(name: string): number {
  return STATUS[name.split('.').at(-1) ?? ''] ?? 500
}

const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

function assertEvent({ start, stop, name }: Values): void {
  if (!UTC.test(String(start)) || !UTC.test(String(stop))) throw new Exception('ValueError: bad datetime')
  if (String(stop) < String(start)) throw new Exception('ValidationError: The ending date is too early')
  if (!name) throw new Exception('ValidationError: Missing required value')
}

/** Commands of a many-to-many field, or plain ids. */
function attendees(commands: unknown): number[] {
  if (!Array.isArray(commands)) return [OWN_PARTNER]
  return commands.flatMap((command) =>
    Array.isArray(command) ? (command[0] === 6 ? (command[2] as number[]) : [command[1] as number]) : command,
  )
}

const OPERATORS: Readonly<Record<string, (stored: unknown, value: unknown) => boolean>> = {
  '=': (stored, value) => stored === value,
  '!=': (stored, value) => stored !== value,
  '<': (stored, value) => String(stored) < String(value),
  '>': (stored, value) => String(stored) > String(value),
  in: (stored, value) => [stored].flat().some((each) => (value as unknown[]).includes(each)),
  ilike: (stored, value) => {
    const escaped = String(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(escaped.replaceAll('_', '.').replaceAll('%', '.*'), 'i').test(String(stored))
  },
}

/** Empty fields are read as `false`. */
function pick(fields: unknown) {
  return (record: OdooRecord) =>
    Object.fromEntries(['id', ...(fields as string[])].map((field) => [field, record[field] ?? false]))
}
