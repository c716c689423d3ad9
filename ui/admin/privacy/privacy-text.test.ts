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

describe('what is stored of a patient', () => {
  test('is counted in words', () => {
    expect(countsText({ bookings: 1, messages: 3, holds: 1 })).toBe(
      'ein Termin, 3\u00a0Nachrichten, eine reservierte Zeit',
    )
    expect(countsText({ svnr: 2 })).toBe('2\u00a0Sozialversicherungsnummern')
    expect(countsText(NOTHING)).toBe('')
  })

  test('is named in sentences where an erasure does not reach it, copies that cannot be read at the end', () => {
    expect(remainderOf(NOTHING)).toEqual([])
    const old_copies = [
      { file: '/data/backups/a.db', until: '2027-06-01', has_person: 'yes' },
      { file: '/data/backups/c.db.age', until: null, has_person: 'unknown' },
      { file: '/data/backups/d.db', until: '2027-06-01', has_person: 'no' },
      { file: '/data/b.db', until: null, has_person: 'yes' },
    ] as const
    expect(remainderOf({ ...NOTHING, waiting: 2, odoo_events: [7, 9], old_copies: [...old_copies] })).toEqual(
      [
        '2\u00a0Nachrichten warten noch. Sie gehen dann nicht mehr hinaus.',
        'In Odoo bleiben der Kontakt und 2\u00a0Kalendereinträge (Nr. 7, 9). Bitte dort löschen.',
        expect.stringMatching(/^In der Sicherung \/data\/backups\/a.db bis Dienstag, 1\.\sJuni 2027\.$/),
        'In der Kopie /data/b.db, bis jemand sie löscht.',
        'Vielleicht: In der Kopie /data/backups/c.db.age, bis jemand sie löscht. Diese Datei ist verschlüsselt oder hier nicht lesbar.',
      ],
    )
  })
})
