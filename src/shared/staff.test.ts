import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'
import { acceptInvitationSchema, invitationSchema, staffChangeSchema } from './staff.ts'

const errorsOf = (schema: v.GenericSchema, sent: unknown) =>
  fieldErrorsOf(v.safeParse(schema, sent).issues ?? [])

it('an invitation needs an e-mail address, a name and a role', () => {
  const invitation = { email: 'gerda@ordination.example', name: 'Gerda', role: 'assistant' }
  expect(v.parse(invitationSchema, invitation)).toEqual(invitation)
  expect(errorsOf(invitationSchema, { ...invitation, name: '', role: 'boss' })).toEqual({
    name: 'Bitte einen Namen angeben.',
    role: 'Bitte eine Rolle wählen.',
  })
})

it('a change of a staff member may be empty, or remove the doctor', () => {
  expect(v.parse(staffChangeSchema, {})).toEqual({})
  expect(v.parse(staffChangeSchema, { resource_id: null })).toEqual({ resource_id: null })
})

it('the acceptance of an invitation needs a good password, and ignores unknown keys', () => {
  const facts = { email: 'gerda@ordination.example', practice: 'Ordination' }
  const sent = { token: 't', name: 'Gerda', password: 'drei Enten fahren Tretboot' }
  expect(v.parse(acceptInvitationSchema(facts), { ...sent, more: 1 })).toEqual(sent)
  expect(Object.keys(errorsOf(acceptInvitationSchema(facts), { ...sent, password: 'kurz' }))).toEqual([
    'password',
  ])
})
