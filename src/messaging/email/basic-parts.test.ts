import { expect, it } from 'vitest'
import { EMAIL_FACTS } from '../../testing/sample-words.ts'
import { confirmed } from '../kinds/confirmed.ts'

it.each(['', ' \n\t\r\n '])('an e-mail has no quotation without a message: %j', (message) => {
  const { text, html } = confirmed.email({ ...EMAIL_FACTS, message })
  expect(text + html).not.toContain('Nachricht der Ordination')
  expect(text).not.toMatch(/^>|\n\n\n/m)
})
