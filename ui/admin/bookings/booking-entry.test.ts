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

  it('goes out tidied, with its start as wall time', () => {
    expect(readEntry(ROSA, TODAY).request).toEqual({
      service_id: 'akupunktur',
      start: '2027-01-12T08:30',
      message: '',
      contact: expect.objectContaining({
        firstName: 'Rosa',
        mobile: '06641234567',
        email: '',
        country: 'AT',
      }),
    })
  })

  it('checks what was told besides by the patients’ own rules', () => {
    expect(readEntry({ ...ROSA, email: 'rosa@', zip: '68' }, TODAY).faults).toEqual({
      email: 'Die E-Mail hat kein gültiges Format.',
      zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
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
