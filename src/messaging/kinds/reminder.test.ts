import { describe, expect, it } from 'vitest'
import { SAMPLE_FACTS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { reminder } from './reminder.ts'

const LONG_NAME = 'Ordination Dr. med. univ. Maximiliana Musterhuber'

describe('the place in a reminder', () => {
  const textAt = (changes: Partial<typeof SAMPLE_PRACTICE>) =>
    reminder.sms({ ...SAMPLE_FACTS, practice: { ...SAMPLE_PRACTICE, address: 'Hauptplatz 12', ...changes } })

  it('replaces the pleasantry if one SMS has room for it', () => {
    const text = textAt({})
    expect(text).toContain(', Hauptplatz 12')
    expect(text).not.toContain('freuen uns')
  })

  it('is left out if it would displace the phone number', () => {
    const address = 'Straße der Freiwilligen Feuerwehr 12'
    expect(textAt({ name: LONG_NAME, address })).toMatch(/Sie\. Tel\. \+43/)
  })

  it('is left out if it would need a second SMS', () => {
    expect(textAt({ phone: '', address: 'x'.repeat(120) })).toMatch(/freuen uns auf Sie\.$/)
  })

  it('is left out when the practice has no address', () => {
    expect(textAt({ address: '', city: '' })).toContain('freuen uns auf Sie.')
  })
})
