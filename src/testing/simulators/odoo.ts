import { Hono } from 'hono'
import { openFaults, type RefusalBindings, type Simulator } from './faults.ts'
import { json2Interface } from './odoo-json2.ts'
import { openOdooRecords } from './odoo-records.ts'
import { rpcInterface } from './odoo-rpc.ts'
import type { OdooOptions, OdooServer } from './odoo-server.ts'

/**
 * Simulates the part of Odoo 18 and 19 that Ordi calls, over JSON-RPC and JSON-2, with the answers of real
 * servers. A test can make it refuse a call with an exception (`demandedException`).
 */
export function openOdooSimulator(options: OdooOptions = {}) {
  const settings: Required<OdooOptions> = {
    db: 'praxis',
    user: 'ordi',
    password: 'demo-key',
    hasJsonRpc: true,
    version: 18,
    fork: 'odoo',
    missingRights: [],
    ...options,
  }
  // Both interfaces run the calls of clients on the same records, which tests read and change.
  const { execute, ...records } = openOdooRecords(settings)
  const server: OdooServer = { ...settings, calls: [], execute }
  const app = new Hono<{ Bindings: RefusalBindings }>()
  app.route('/', rpcInterface(server))
  app.route('/', json2Interface(server))

  const simulator: Simulator = {
    faults: openFaults(),
    answer: async (request, refusal) => app.fetch(request, { refusal }),
  }
  return { ...simulator, ...records, calls: server.calls }
}
