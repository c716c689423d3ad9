import type { Contact } from '../shared/contact/contact.ts'

/** A valid contact, in the form that the schema returns. */
export const VALID_CONTACT: Contact = {
  salutation: 'Frau',
  firstName: 'Rosa',
  lastName: 'Musterfrau',
  email: 'rosa@musterfrau.example',
  mobile: '+436641234567',
  address: 'Erfundene Gasse 7',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  birthDate: '1980-01-01',
  svn4: '1237',
  reminderBySms: false,
}
