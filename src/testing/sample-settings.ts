import type { Settings } from '../shared/settings/settings.ts'

const CONTACT = {
  PRACTICE_EMAIL: 'termine@ordination.example',
  PRACTICE_NAME: 'Ordination',
  TEST_MOBILE: '+436600000001',
  PRACTICE_LANDLINE_E164: '+435572000001',
}

/** Matches every secret of `SAMPLE_SETTINGS`. */
export const ANY_SAMPLE_SECRET = /secret of/

/** Valid settings that all differ from their defaults. */
export const SAMPLE_SETTINGS: Settings = {
  practice: {
    name: 'Ordination "Zur Linde"',
    address: 'Erfundene Gasse 7',
    zip: '6850',
    city: 'Dornbirn',
    country: 'Österreich',
    phone: '+43 5572 000001',
    mail: 'linde@ordination.example',
    url: 'https://linde.example',
    subtitle: 'Wahlarztordination für Allgemeinmedizin',
    terms: 'https://linde.example/agb',
    impressum: 'https://linde.example/impressum',
  },
  general: {
    booking_maintenance_active: true,
    maintenance_until: '2027-01-12T18:00',
    moves_auto_confirm: true,
    waiting_list: false,
    offer_minutes: 90,
    maintenance_message: 'Wir stellen um.\nBitte rufen Sie an.',
    TURNSTILE_SECRET: 'secret of turnstile',
    maxBookingDays: 90,
    lead_hours: 2,
    cancel_hours: 48,
    notify_off: true,
    notify_muteEmail: true,
    notify_muteSms: true,
    notify_reason: 'Umbau',
    reminder_hours: 24,
    SEND_ADMIN_EMAIL: false,
    sms_countries: 'AT, HR',
    sms_monthly_cap: 500,
    backup_recipient: 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl',
    retain_messages_days: 90,
    retain_bookings_days: 365,
    retain_svnr_days: 7,
    privacy_text: 'Wir achten auf Ihre Daten.\n\nFragen Sie uns.',
    accessibility_text: 'Der Lift ist klein.\n\nBitte läuten.',
  },
  urls: {
    PUBLIC_BASE_URL: 'https://termine.example',
    INTERNAL_BASE_URL: 'http://ordi.intern',
    PATIENT_BASE_URL: 'https://patienten.example',
    ADMIN_EMAIL: 'assistenz@ordination.example',
  },
  smtp: {
    SMTP_HOST: 'mail.example',
    SMTP_SECURITY: 'tls',
    SMTP_PORT: 1465,
    SMTP_USER: 'ordination',
    SMTP_PASS: ' secret of smtp ',
    MAIL_FROM: 'Ordination <portal@mailer.example>',
  },
  odoo: {
    ODOO_URL: 'https://odoo.example',
    ODOO_DB: 'ordination',
    ODOO_USER: 'ordi',
    ODOO_PASS: ' secret of odoo ',
    odoo_sync: false,
  },
  clicksend: {
    CLICKSEND_USERNAME: 'ordination',
    CLICKSEND_PWD: ' secret of clicksend ',
    CLICKSEND_FROM: 'Ordination',
    ...CONTACT,
  },
  sevenio: { SEVENIO_KEY: 'secret of sevenio', SEVENIO_FROM: 'Ordi', ...CONTACT },
}
