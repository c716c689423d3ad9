import { assertEvent, FIELDS, OdooException, type OdooRecord, OPERATORS, type Values } from './odoo-models.ts'

export const USER_ID = 7
const OWN_PARTNER = 3
const AUSTRIA = 12

/**
 * Opens the records of an Odoo server, and what its models do with them. The methods have the names and
 * arguments of Odoo.
 */
export function openOdooRecords({
  user,
  like,
  lacks,
}: {
  user: string
  like: 18 | 19
  lacks: readonly string[]
}) {
  const mails: { to: number; about: number }[] = []
  const tables: Record<string, OdooRecord[]> = {
    'res.partner': [{ id: OWN_PARTNER, name: 'Dr. Beispiel', email: false, active: true }],
    'calendar.event': [],
    'calendar.attendee': [],
    'ir.model': [{ id: 87, model: 'res.partner', active: true }],
    'mail.activity': [],
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
    if (table === undefined) throw new OdooException(`UserError: Object ${model} doesn't exist`)
    return table
  }
  const hasField = (model: string, name: string) =>
    FIELDS[model]?.split(' ').includes(name) && !(name === 'mobile' && like >= 19)
  const assertFields = (model: string, names: readonly string[]) => {
    for (const name of names)
      if (name !== 'id' && !hasField(model, name))
        throw new OdooException(`ValueError: Invalid field '${name}' in '${model}'`)
  }
  const found = (model: string, ids: readonly number[]) =>
    ids.map((id) => {
      const record = tableOf(model).find((candidate) => candidate.id === id)
      if (record === undefined)
        throw new OdooException('MissingError: Record does not exist or has been deleted.')
      return record
    })

  function write(model: string, record: OdooRecord, values: Values, context: Values, isNew = false): void {
    assertFields(model, Object.keys(values))
    if (model === 'calendar.event') assertEvent({ ...record, ...values })
    // Odoo 19 keeps an event's length when its start is written, whatever end is written with it. Only a
    // length that is written too changes it.
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
    if (isNew && like >= 19) addActivity(record, values)
    if (context.no_mail_to_attendees !== true)
      for (const to of record.partner_ids as number[])
        if (to !== OWN_PARTNER) mails.push({ to, about: record.id })
  }

  /**
   * Odoo 19 plans an activity on the record to which an event is linked when it is created, with the event's
   * name, description and day. A link that is written later makes none, and Odoo 18 makes none at all.
   */
  function addActivity(event: OdooRecord, { res_model_id, res_id, name, start }: Values): void {
    if (!res_model_id || !res_id) return
    tableOf('mail.activity').push({
      id: ++lastId,
      active: true,
      res_model_id,
      res_id,
      calendar_event_id: [event.id, name],
      summary: name,
      note: event.description,
      date_deadline: String(start).slice(0, 10),
      user_id: [USER_ID, 'Dr. Beispiel'],
    })
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
      if (lacks.includes(`${model} create`)) throw new OdooException('AccessError: Access Error')
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
    unlink: (model, _, ids = []) => {
      if (lacks.includes(`${model} unlink`)) throw new OdooException('AccessError: Access Error')
      const gone = found(model, ids)
      tables[model] = tableOf(model).filter((record) => !gone.includes(record))
      return true
    },
  }

  type Leaf = string | [string, string, unknown]

  function search(model: string, domain: readonly Leaf[], context: Values = {}): OdooRecord[] {
    return tableOf(model)
      .filter((record) => record.active || context.active_test === false)
      .filter((record) =>
        domain.every((leaf) => {
          if (typeof leaf === 'string')
            throw new OdooException('ValueError: the simulator joins leaves by and')
          const [field, operator, value] = leaf
          // The only related records that are asked for are events of attendees, and here those are never
          // over.
          if (field === 'event_id.stop') return true
          assertFields(model, [field])
          const matches = OPERATORS[operator]
          if (matches === undefined) throw new OdooException(`ValueError: Invalid operator ${operator}`)
          return matches(record[field], value)
        }),
      )
      .toSorted((a, b) => String(a.start ?? '').localeCompare(String(b.start ?? '')) || a.id - b.id)
  }

  function execute(model: string, method: string, args: Values, ids: number[] | undefined): unknown {
    tableOf(model)
    const run = methods[method]
    if (run === undefined) throw new OdooException(`AttributeError: The method ${method} does not exist`)
    return run(model, args, ids)
  }

  return {
    execute,
    /** Returns all partners but those of users. */
    partners: () => {
      const ofUsers = tableOf('res.users').map(({ partner_id }) => (partner_id as [number, string])[0])
      return tableOf('res.partner').filter(({ id }) => !ofUsers.includes(id))
    },
    /** Adds the user of a further doctor. Returns the id of the partner to whom the calendar belongs. */
    addUser: (login: string): number => {
      const partner = { id: ++lastId, name: login, email: false, active: true }
      tableOf('res.partner').push(partner)
      tableOf('res.users').push({
        id: ++lastId,
        partner_id: [partner.id, login],
        tz: false,
        login,
        active: true,
      })
      return partner.id
    },
    events: () => tableOf('calendar.event'),
    /** Returns the activities that are planned on records, such as a meeting with a contact. */
    activities: () => tableOf('mail.activity'),
    /** Plans an activity as a colleague does. */
    plan: (values: Values) => {
      tableOf('mail.activity').push({ id: ++lastId, active: true, ...values })
    },
    /** The invitations and notices that Odoo has sent. */
    mails,
    /** Adds a partner that the practice has already. */
    addPartner: (values: Values): number => {
      const record: OdooRecord = { id: ++lastId, active: true }
      write('res.partner', record, { ...values }, {}, true)
      tableOf('res.partner').push(record)
      return record.id
    },
    /** Enters a busy event as the doctor does. `start` and `stop` are in UTC, as in `2027-01-12 08:00:00`. */
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
    /** Declines an invitation as the doctor does. */
    decline: (eventId: number, partnerId = OWN_PARTNER) => {
      tableOf('calendar.attendee').push({
        id: ++lastId,
        active: true,
        event_id: [eventId, 'Privat'],
        partner_id: partnerId,
        state: 'declined',
      })
    },
    /** Changes an event as the doctor does. */
    change: (id: number, values: Values) => {
      Object.assign(found('calendar.event', [id])[0] ?? {}, values)
    },
    /** Deletes an event for good as the doctor does. */
    remove: (id: number) => {
      tables['calendar.event'] = tableOf('calendar.event').filter((event) => event.id !== id)
    },
  }
}

/**
 * Returns the ids that a many-to-many field gets. It is written as ids, or as commands of which 6 replaces
 * all.
 */
function attendees(commands: unknown): number[] {
  if (!Array.isArray(commands)) return [OWN_PARTNER]
  return commands.flatMap((command) => {
    if (!Array.isArray(command)) return command
    return command[0] === 6 ? (command[2] as number[]) : [command[1] as number]
  })
}

/** Returns what reads these fields of a record. An empty field is read as `false`. */
function pick(fields: unknown) {
  return (record: OdooRecord) =>
    Object.fromEntries(['id', ...(fields as string[])].map((field) => [field, record[field] ?? false]))
}
