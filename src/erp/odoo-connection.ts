import type { z } from 'zod'
import type { JsonAnswer, Unanswered } from '../access/guarded-call.ts'

/** This module has the form of a connection, which is the same over both interfaces of Odoo. */

/** An open connection to an Odoo that has accepted the login. */
export type Odoo = Readonly<{
  driver: 'JSON-RPC' | 'JSON-2'
  /** The version that the server reports; '' if it reports none. */
  version: string
  userId: number
  /**
   * Calls a method of a model. Returns what the schema makes of its result.
   * @throws OdooError
   */
  call<T>(schema: z.ZodType<T>, call: OdooCall): Promise<T>
}>

/** A call of a method. `model` is Odoo's name of a kind of record, such as `calendar.event`. */
export type OdooCall = Readonly<{ model: string; method: string; args?: OdooArguments }>

/** Values by the names of fields or arguments. */
export type NamedValues = Readonly<Record<string, unknown>>

/** The arguments of a method by name, as JSON-2 takes them. */
export type OdooArguments = NamedValues & {
  /** The ids of the records whose method is called. */
  ids?: readonly number[]
  /** The conditions of a search. */
  domain?: readonly unknown[]
  /** The records to create. */
  vals_list?: readonly NamedValues[]
  /** The values to write. */
  vals?: NamedValues
  context?: NamedValues
}

/** The saved settings with which Ordi signs in. */
export type OdooLogin = Readonly<{ url: string; database: string; user: string; password: string }>

/** Posts JSON to a path below the URL of Odoo. */
export type PostToOdoo = (
  path: string,
  body: unknown,
  headers?: Record<string, string>,
) => Promise<JsonAnswer | Unanswered>
