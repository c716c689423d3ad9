import { Hono } from 'hono'
import type { RefusalBindings } from './faults.ts'
import { demandedException, namedException, OdooException } from './odoo-exceptions.ts'
import type { Values } from './odoo-models.ts'
import type { OdooCall, OdooServer } from './odoo-server.ts'
import { USER_ID } from './odoo-store.ts'

/** Answers calls over JSON-RPC, which Odoo 22 has removed. */
export function rpcInterface(server: OdooServer) {
  const app = new Hono<{ Bindings: RefusalBindings }>()
  app.post('/jsonrpc', async (c) => {
    const { refusal } = c.env
    if (!server.hasJsonRpc) return c.text('Not Found', 404)
    if (typeof refusal === 'number') return c.text('', refusal as 404)
    const call = await c.req.json<{ id: unknown; params: OdooCall }>().catch(() => undefined)
    if (call === undefined) return c.text('Invalid JSON data', 400)
    server.calls.push(call.params)

    const fail = (name: string, message: string) =>
      c.json({
        jsonrpc: '2.0',
        id: call.id,
        error: {
          code: server.version >= 19 ? 0 : 200,
          message: `${server.fork} Server Error`,
          data: { name, message, debug: 'Traceback (most recent call last): …', arguments: [], context: {} },
        },
      })
    if (refusal !== undefined) return fail(...demandedException(refusal))
    try {
      return c.json({ jsonrpc: '2.0', id: call.id, result: answerCall(server, call.params) })
    } catch (error) {
      return fail(...namedException(error, server.fork))
    }
  })
  return app
}

/** The first argument of every call except `version` names the database. */
function answerCall(server: OdooServer, { service, method, args }: OdooCall): unknown {
  const called = `${service}.${method}`
  if (called === 'common.version')
    return { server_version: server.version >= 19 ? '1.0' : '18.0', protocol_version: 1 }
  const [db, ...others] = args
  if (db !== server.db) throw new OdooException('OperationalError', 'database does not exist')
  if (called === 'common.authenticate') return authenticate(server, others)
  if (called === 'object.execute_kw') return executeKw(server, others)
  throw new OdooException('AttributeError', 'unknown method')
}

/** Returns the id of the user, or false for a wrong name or password. */
function authenticate({ user, password }: OdooServer, args: readonly unknown[]): number | false {
  const [givenUser, givenPassword] = args
  return givenUser === user && givenPassword === password ? USER_ID : false
}

/** Runs a method of a model. Record ids, domains and values to write are positional arguments. */
function executeKw({ password, execute }: OdooServer, args: readonly unknown[]): unknown {
  const [, givenPassword, model, method, positional, named] = args as [
    userId: number,
    password: string,
    model: string,
    method: string,
    positional: unknown[],
    named: Values,
  ]
  if (givenPassword !== password) throw new OdooException('AccessDenied', 'Access Denied')
  if ('vals' in named || 'vals_list' in named || 'domain' in named)
    throw new OdooException('TypeError', 'unexpected keyword argument')
  const [first, second] = positional
  if (method === 'create') {
    const hasList = Array.isArray(first)
    const withList = { ...named, vals_list: hasList ? first : [first] }
    const ids = execute(model, method, withList, undefined) as number[]
    // The id of a single record comes without a list.
    return hasList ? ids : ids[0]
  }
  if (method.startsWith('search')) return execute(model, method, { ...named, domain: first }, undefined)
  const ids = first as number[] | undefined
  return execute(model, method, method === 'write' ? { ...named, vals: second } : named, ids)
}
