import { describe, expect, it } from 'vitest'
import { SAMPLE_FACTS, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { reminder } from './reminder.ts'

/** A name after which an SMS has no room for both the place below and the phone number. */
const LONG_NAME = 'Ordination Dr. med. univ. Maximiliana Musterhuber'

describe('the place in a reminder', () => {
  /** Returns the reminder by a practice that differs from the sample in this. */
  const reminderBy = (changes: Partial<typeof SAMPLE_PRACTICE>) =>
    reminder.sms({ ...SAMPLE_FACTS, practice: { ...SAMPLE_PRACTICE, address: 'Hauptplatz 12', ...changes } })

  it('replaces the pleasantry if one SMS has room for it', () => {
    const text = reminderBy({})
    expect(text).toContain(', Hauptplatz 12')
    expect(text).not.toContain('freuen uns')
  })

  it('is left out if it would displace the phone number', () => {
    const address = 'Straße der Freiwilligen Feuerwehr 12'
    expect(reminderBy({ name: LONG_NAME, address })).toMatch(/Sie\. Tel\. \+43/)
  })

  it('is left out if it would need a second SMS', () => {
    // One SMS has 160 characters.
    expect(reminderBy({ phone: '', address: 'x'.repeat(120) })).toMatch(/freuen uns auf Sie\.$/)
  })

  it('is left out when the practice has no address', () => {
    expect(reminderBy({ address: '', city: '' })).toContain('freuen uns auf Sie.')
  })
})
