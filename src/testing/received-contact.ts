import * as v from 'valibot'
import { expect } from 'vitest'
import { contactSchema } from '../shared/contact/received-contact.ts'
import { fieldErrorsOf } from '../shared/field-errors.ts'
import { VALID_CONTACT } from './valid-contact.ts'

/** The schema of the contacts that the server accepts on 20 November 2026. */
export const receivedContactSchema = contactSchema({ today: '2026-11-20' })

/** Reads the valid contact with these changes, as the server does. Throws if they make it invalid. */
export function readContact(changes: Record<string, unknown>) {
  return v.parse(receivedContactSchema, { ...VALID_CONTACT, ...changes })
}

/**
 * Returns the sentences for the valid contact with these changes, by field. Asserts that they stay the same
 * when each pipe stops at its first issue, as in the form.
 */
export function contactErrors(changes: Record<string, unknown>): Record<string, string> {
  const sent = { ...VALID_CONTACT, ...changes }
  const errors = fieldErrorsOf(v.safeParse(receivedContactSchema, sent).issues ?? [])
  const early = v.safeParse(receivedContactSchema, sent, { abortPipeEarly: true })
  expect(fieldErrorsOf(early.issues ?? [])).toEqual(errors)
  return errors
}
