import type { Values } from './odoo-models.ts'

/** How the simulated server differs from an Odoo 18 in which the user may do everything. */
export type OdooOptions = Readonly<{
  db?: string
  user?: string
  password?: string
  /** False if /jsonrpc answers 404, as it does from Odoo 22 on. */
  hasJsonRpc?: boolean
  /**
   * The version of Odoo to simulate. Odoo 19 has no field `mobile`, writes contact data into descriptions,
   * plans activities on contacts and answers error code 0.
   */
  version?: 18 | 19
  /** The package in front of exception names; forks rename it. */
  fork?: string
  /** The rights that the user does not have, such as `res.partner create`. */
  missingRights?: readonly string[]
}>

/** A call as tests see it. Calls over JSON-2 have the service `json2`. */
export type OdooCall = { service: string; method: string; args: unknown[] }

/** A simulated server behind its two interfaces. */
export type OdooServer = Required<OdooOptions> &
  Readonly<{
    /** The calls so far, in order. */
    calls: OdooCall[]
    /** Runs a method of a model. @throws OdooException */
    execute: (model: string, method: string, args: Values, ids: number[] | undefined) => unknown
  }>
