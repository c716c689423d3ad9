import { describe, expect, it } from 'vitest'
import { readMailbox } from './mailbox.ts'

describe('readMailbox', () => {
  it.each([
    ['praxis@b.at', { name: '', address: 'praxis@b.at' }],
    ['Ordination Dr. X <praxis@b.at>', { name: 'Ordination Dr. X', address: 'praxis@b.at' }],
  ])('reads %j', (text, mailbox) => expect(readMailbox(text)).toEqual(mailbox))

  it.each(['', 'praxis', 'a@b.at, c@d.at', 'X <a@b.at> <c@d.at>', 'a@b.at\r\nBcc: c@d.at'])(
    'refuses %j',
    (text) => expect(readMailbox(text)).toBeUndefined(),
  )
})
