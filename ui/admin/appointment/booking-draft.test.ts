import { describe, expect, it } from 'vitest'
import { draftErrors, EMPTY_BOOKING_DRAFT, readBookingDraft } from './booking-draft.ts'

const TODAY = '2027-01-07'
const ROSA = {
  ...EMPTY_BOOKING_DRAFT,
  service: 'akupunktur',
  day: '2027-01-12',
  time: '08:30',
  firstName: 'Rosa',
  lastName: 'Musterfrau',
  mobile: '0664 / 123 45 67',
}

describe('an appointment entered by the practice', () => {
  it('needs a day', () => {
    expect(readBookingDraft({ ...ROSA, day: '' }, TODAY).errors).toEqual({ day: 'Bitte ein Datum angeben.' })
  })

  it('needs service, time, names and telephone number, and reports all missing fields together', () => {
    expect(readBookingDraft({ ...EMPTY_BOOKING_DRAFT, day: TODAY }, TODAY).errors).toEqual({
      service: 'Bitte eine Leistung wählen.',
      time: 'Bitte eine Uhrzeit wählen oder eintippen.',
      firstName: 'Vorname ist erforderlich.',
      lastName: 'Nachname ist erforderlich.',
      mobile: 'Telefon ist erforderlich.',
    })
  })

  it('is sent without spaces around its values, and with its start as wall time', () => {
    expect(readBookingDraft({ ...ROSA, firstName: ' Rosa ' }, TODAY).output).toEqual({
      service_id: 'akupunktur',
      start: '2027-01-12T08:30',
      message: '',
      contact: expect.objectContaining({
        firstName: 'Rosa',
        mobile: '0664 / 123 45 67',
        email: '',
        country: 'AT',
      }),
    })
  })

  it('checks the further details by the rules for patients', () => {
    expect(readBookingDraft({ ...ROSA, email: 'rosa@', zip: '68' }, TODAY).errors).toEqual({
      email: 'Die E-Mail hat kein gültiges Format.',
      zip: 'Ungültige PLZ. AT/CH/LI: 4-stellig, DE: 5-stellig.',
    })
  })

  it('shows the server’s errors at the fields', () => {
    expect(draftErrors({ start: 'Vorbei.', service_id: 'Keine Dauer.', mobile: 'Falsch.' })).toEqual({
      time: 'Vorbei.',
      service: 'Keine Dauer.',
      mobile: 'Falsch.',
    })
  })
})
