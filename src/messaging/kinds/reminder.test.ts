import { describe, expect, it } from 'vitest'
import { PRACTICE, SAMPLE } from '../../testing/sample-emails.ts'
import { reminder } from './reminder.ts'

const LONG = { name: 'Ordination Dr. med. univ. Maximiliana Musterhuber' }

describe('the place in a reminder', () => {
  const textAt = (changes: Partial<typeof PRACTICE>) =>
    reminder.sms({ ...SAMPLE, practice: { ...PRACTICE, address: 'Hauptplatz 12', ...changes } })

  it('is left out rather than the phone number, and rather than cost a second message', () => {
    expect(textAt({ ...LONG, address: 'Straße der Freiwilligen Feuerwehr 12' })).toMatch(/Sie\. Tel\. \+43/)
    expect(textAt({ phone: '', address: 'x'.repeat(120) })).toMatch(/freuen uns auf Sie\.$/)
  })

  it('is left out when the practice has told none', () => {
    expect(textAt({ address: '', city: '' })).toContain('freuen uns auf Sie.')
  })
})
