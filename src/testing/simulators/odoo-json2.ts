import { Hono } from 'hono'
import type { RefusalBindings } from './faults.ts'
import { demandedException, namedException } from './odoo-exceptions.ts'
import type { Values } from './odoo-models.ts'
import type { OdooServer } from './odoo-server.ts'

/** Answers calls over JSON-2, which Odoo has from version 19 on. */
export function json2Interface({ version, password, fork, calls, execute }: OdooServer) {
  const app = new Hono<{ Bindings: RefusalBindings }>()
  app.post('/json/2/:model/:method', async (c) => {
    const { refusal } = c.env
    // Older versions redirect an unknown path to the sign-in.
    if (version < 19) return c.redirect('/web/login', 303)
    if (typeof refusal === 'number') return c.text('', refusal as 404)
    const { model, method } = c.req.param()
    const { ids, ...args } = await c.req.json<Values & { ids?: number[] }>()
    calls.push({ service: 'json2', method: `${model}/${method}`, args: [ids, args] })

    const fail = (name: string, message: string) =>
      c.json({ name, message, arguments: [], context: {}, debug: '…' }, statusOf(name) as 422)
    if (c.req.header('authorization')?.toLowerCase() !== `bearer ${password}`)
      return fail('werkzeug.exceptions.Unauthorized', 'Invalid apikey')
    if (refusal !== undefined) return fail(...demandedException(refusal))
    try {
      return c.json(execute(model, method, args, ids) as object)
    } catch (error) {
      const [name, message] = namedException(error, fork)
      // The URL contains the model, so the web server answers when the model is missing.
      if (message.includes("doesn't exist"))
        return fail('werkzeug.exceptions.NotFound', `the model '${model}' does not exist`)
      return fail(name, message)
    }
  })
  return app
}

/** The HTTP status by the last part of an exception's name. */
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

function statusOf(name: string): number {
  return STATUS[name.split('.').at(-1) ?? ''] ?? 500
}
