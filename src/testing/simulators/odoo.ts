import { type Context, Hono } from 'hono'
import { openFaults, type Simulator } from './faults.ts'

type Call = { service: string; method: string; args: unknown[] }
type Bindings = { refusal: number | string | undefined }

const VERSION = {
  server_version: '18.0',
  server_version_info: [18, 0, 0, 'final', 0, ''],
  server_serie: '18.0',
  protocol_version: 1,
}
const USER_ID = 7

/**
 * Simulates signing in to Odoo 18 by JSON-RPC, by default with database `praxis`, user `ordi` and password `demo-key`.
 * A refusal is the name of an Odoo error such as `odoo.exceptions.AccessDenied`, or an HTTP status, such as 404 of a
 * server with JSON-RPC switched off.
 */
export function openOdooSimulator({ db = 'praxis', user = 'ordi', password = 'demo-key' } = {}) {
  const calls: Call[] = []
  const faults = openFaults()

  const app = new Hono<{ Bindings: Bindings }>()
  app.post('/jsonrpc', async (c) => {
    const { refusal } = c.env
    if (typeof refusal === 'number') return c.text('', refusal as 404)
    const call = await c.req.json<{ id: unknown; params: Call }>().catch(() => undefined)
    if (call === undefined) return c.text('Invalid JSON data', 400)
    calls.push(call.params)
    if (refusal !== undefined) return errorAnswer(c, call.id, refusal)
    const { service, method, args } = call.params
    const result = (value: unknown) => c.json({ jsonrpc: '2.0', id: call.id, result: value })
    if (service === 'common' && method === 'version') return result(VERSION)
    if (service !== 'common' || method !== 'authenticate')
      return errorAnswer(c, call.id, 'builtins.AttributeError')
    if (args[0] !== db) return errorAnswer(c, call.id, 'psycopg2.OperationalError')
    return result(args[1] === user && args[2] === password ? USER_ID : false)
  })

  const simulator: Simulator = {
    faults,
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }

  return {
    ...simulator,
    calls,
  }
}

/** Odoo answers errors with 200. */
function errorAnswer(c: Context, id: unknown, name: string) {
  return c.json({
    jsonrpc: '2.0',
    id,
    error: {
      code: 200,
      message: 'Odoo Server Error',
      data: {
        name,
        debug: 'Traceback (most recent call last): …',
        message: 'Refused.',
        arguments: [],
        context: {},
      },
    },
  })
}
