import { describe, expect, test } from 'vitest'
import { countsText, remainderOf } from './privacy-text.ts'

/** The answer for a patient without stored data. */
const NOTHING = {
  label: '',
  waiting: 0,
  odoo_events: [],
  old_copies: [],
  bookings: 0,
  coming: 0,
  messages: 0,
  verifications: 0,
  holds: 0,
  waiting_entries: 0,
}

describe('the counts of stored data', () => {
  test('are written with a word for 1, and with digits for more', () => {
    expect(countsText({ bookings: 1, messages: 3, holds: 1 })).toBe(
      'ein Termin, 3\u00a0Nachrichten, eine reservierte Zeit',
    )
    expect(countsText({ svnr: 2 })).toBe('2\u00a0Sozialversicherungsnummern')
  })

  test('are an empty text if nothing is stored', () => {
    expect(countsText(NOTHING)).toBe('')
  })
})

describe('the sentences about data that an erasure does not reach', () => {
  test('are missing if there are no such data', () => {
    expect(remainderOf(NOTHING)).toEqual([])
  })

  test('name the messages that are still waiting', () => {
    expect(remainderOf({ ...NOTHING, waiting: 2 })).toEqual([
      '2\u00a0Nachrichten warten noch. Sie gehen dann nicht mehr hinaus.',
    ])
  })

  test('name the events in Odoo', () => {
    expect(remainderOf({ ...NOTHING, odoo_events: [7, 9] })).toEqual([
      'In Odoo bleiben der Kontakt und 2\u00a0Kalendereinträge (Nr. 7, 9). Bitte dort löschen.',
    ])
  })

  test('name the copies that have the patient, and at the end the copies that cannot be read', () => {
    const unread = { file: '/data/backups/c.db.age', until: null, has_person: 'unknown' } as const
    const backup = { file: '/data/backups/a.db', until: '2027-06-01', has_person: 'yes' } as const
    const withoutPatient = { file: '/data/backups/d.db', until: '2027-06-01', has_person: 'no' } as const
    const otherCopy = { file: '/data/b.db', until: null, has_person: 'yes' } as const
    expect(remainderOf({ ...NOTHING, old_copies: [unread, backup, withoutPatient, otherCopy] })).toEqual([
      expect.stringMatching(/^In der Sicherung \/data\/backups\/a.db bis Dienstag, 1\.\sJuni 2027\.$/),
      'In der Kopie /data/b.db, bis jemand sie löscht.',
      'Vielleicht: In der Kopie /data/backups/c.db.age, bis jemand sie löscht. Diese Datei ist verschlüsselt oder hier nicht lesbar.',
    ])
  })
})
