import { Hono } from 'hono'
import { openFaults, type Simulator } from './faults.ts'
import { OdooException, type Values } from './odoo-models.ts'
import { openOdooRecords, USER_ID } from './odoo-records.ts'

type Call = { service: string; method: string; args: unknown[] }
type Bindings = { refusal: number | string | undefined }

type Options = Readonly<{
  db?: string
  user?: string
  password?: string
  /** `rpc-off`: /jsonrpc answers 404, as it does from Odoo 22 on. */
  api?: 'rpc' | 'rpc-off'
  /**
   * Odoo 19 has no field `mobile`, writes contact data into descriptions, plans activities on contacts and
   * answers error code 0.
   */
  like?: 18 | 19
  /** The package in front of exception names; forks rename it. */
  fork?: string
  /** Rights that the user lacks, such as `res.partner create`. */
  lacks?: readonly string[]
}>

/**
 * Simulates the part of Odoo 18 and 19 that Ordi calls, over JSON-RPC and JSON-2, as real servers answer it.
 * A refusal is an HTTP status or the name of an exception such as `odoo.exceptions.AccessDenied`, with `: `
 * and a message if it matters.
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
  const { execute, ...records } = openOdooRecords({ user, like, lacks })

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
    if (args[0] !== db) throw new OdooException('OperationalError: database does not exist')
    if (service === 'common' && method === 'authenticate')
      return args[1] === user && args[2] === password ? USER_ID : false
    if (service !== 'object' || method !== 'execute_kw')
      throw new OdooException('AttributeError: unknown method')
    const [, , secret, model, name, positional, named] = args as [
      ...[string, number, string, string, string],
      unknown[],
      Values,
    ]
    if (secret !== password) throw new OdooException('AccessDenied: Access Denied')
    if ('vals' in named || 'vals_list' in named)
      throw new OdooException('TypeError: unexpected keyword argument')
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
    if (!(error instanceof OdooException)) throw error
    const [, exception = '', message = ''] = /^(\w+): (.*)$/.exec(error.message) ?? []
    return [`${moduleOf(exception)}.${exception}`, message]
  }

  function moduleOf(exception: string): string {
    if (exception === 'OperationalError') return 'psycopg2'
    const isBuiltIn = ['ValueError', 'AttributeError', 'TypeError'].includes(exception)
    return isBuiltIn ? 'builtins' : `${fork}.exceptions`
  }

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    ...records,
    /** The calls in their order. */
    calls,
  }
}

function refusalOf(refusal: string): [name: string, message: string] {
  const [name = '', message = 'Refused.'] = refusal.split(': ')
  return [name, message]
}

/** The HTTP status of JSON-2 by the last part of an exception's name. */
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

/** Returns the HTTP status of JSON-2 for an exception. */
function statusOf(name: string): number {
  return STATUS[name.split('.').at(-1) ?? ''] ?? 500
}
