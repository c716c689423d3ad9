import { describe, expect, it } from 'vitest'
import { EMPTY_ENTRY, readEntry, serverFaults } from './booking-entry.ts'

const TODAY = '2027-01-07'
const ROSA = {
  ...EMPTY_ENTRY,
  service: 'akupunktur',
  day: '2027-01-12',
  time: '08:30',
  firstName: ' Rosa ',
  lastName: 'Musterfrau',
  mobile: '0664 / 123 45 67',
}

describe('an appointment taken down by telephone', () => {
  it('needs service, day, time, names and telephone number, and says so at once', () => {
    expect(readEntry({ ...EMPTY_ENTRY, day: TODAY }, TODAY).faults).toEqual({
      service: 'Bitte eine Leistung wählen.',
      time: 'Bitte eine Uhrzeit wählen oder eintippen.',
      firstName: 'Vorname ist erforderlich.',
      lastName: 'Nachname ist erforderlich.',
      mobile: 'Telefon ist erforderlich.',
    })
    expect(readEntry({ ...ROSA, day: '' }, TODAY).faults).toEqual({ day: 'Bitte ein Datum angeben.' })
  })

  it('goes out with Vienna’s offset and tidied', () => {
    expect(readEntry(ROSA, TODAY).request).toEqual({
      service_id: 'akupunktur',
      start: '2027-01-12T08:30:00+01:00',
      message: '',
      contact: expect.objectContaining({
        firstName: 'Rosa',
        mobile: '06641234567',
        email: '',
        country: 'AT',
      }),
    })
    expect(readEntry({ ...ROSA, day: '2027-07-12' }, TODAY).request?.start).toBe('2027-07-12T08:30:00+02:00')
  })

  it('checks what was told besides by the patients’ own rules', () => {
    expect(readEntry({ ...ROSA, email: 'rosa@', zip: '68' }, TODAY).faults).toEqual({
      email: 'Die E-Mail hat kein gültiges Format.',
      zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
    })
  })

  it('refuses an hour that the clock change takes away', () => {
    expect(readEntry({ ...ROSA, day: '2027-03-28', time: '02:30' }, TODAY).faults).toEqual({
      time: 'Diese Uhrzeit gibt es an diesem Tag nicht: die Uhren werden umgestellt.',
    })
  })

  it('brings the server’s faults to the fields that were asked for', () => {
    expect(serverFaults({ start: 'Vorbei.', service_id: 'Keine Dauer.', mobile: 'Falsch.' })).toEqual({
      time: 'Vorbei.',
      service: 'Keine Dauer.',
      mobile: 'Falsch.',
    })
  })
})
