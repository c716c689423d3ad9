import { expect, test } from 'vitest'
import { messageText } from './message-text.ts'

const CONFIRMATION = { kind: 'confirmed', emptied: null, error: null } as const

test('an e-mail has its subject as title, and its status in German', () => {
  const subject = 'Ihr Termin ist bestätigt'
  expect(messageText({ ...CONFIRMATION, channel: 'email', status: 'sent', subject })).toEqual({
    title: 'E-Mail: Ihr Termin ist bestätigt',
    state: 'gesendet',
    reason: '',
  })
})

test('an SMS has its text as title, and its status in German', () => {
  const text = 'Ihr Termin …'
  expect(messageText({ ...CONFIRMATION, channel: 'sms', status: 'unknown', text })).toEqual({
    title: 'SMS: Ihr Termin …',
    state: 'ungewiss',
    reason: '',
  })
})

test('an e-mail with an empty subject is titled as one without a subject', () => {
  const email = { ...CONFIRMATION, channel: 'email', status: 'failed', subject: '' } as const
  expect(messageText(email).title).toBe('E-Mail: (ohne Betreff)')
})

test('a message without subject and text is named by its kind, and its reason leaves out technical details', () => {
  const error = 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an. Technisch: 552 too big'
  const push = { channel: 'erp', kind: 'erp-push', status: 'failed', emptied: null, error } as const
  expect(messageText(push)).toEqual({
    title: 'Odoo: Übertragung an Odoo',
    state: 'fehlgeschlagen',
    reason: 'Abgelehnt: Der E-Mail-Server nimmt diese E-Mail nicht an.',
  })
})
