import { describe, expect, it } from 'vitest'
import { aContact } from '../../testing/factory.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'

describe('PUT /api/admin/bookings/{id}/contact', () => {
  /** The social security number is omitted, so that the stored one is kept. */
  const { svn4: _, ...contact } = aContact()

  it('accepts the answer of GET, and answers the contact with its new ETag', async () => {
    const { admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    const read = await admin.get(path)
    const corrected = { ...read.json.contact, email: 'Rosa@Beispiel.example' }
    const etag = { 'if-match': read.headers.get('etag') ?? '' }
    const { status, headers, json } = await admin.put(`${path}/contact`, corrected, etag)
    expect([status, json]).toEqual([200, { ...corrected, email: 'rosa@beispiel.example' }])
    const after = await admin.get(path)
    expect([after.headers.get('etag'), after.json.contact]).toEqual([headers.get('etag'), json])
    expect(headers.get('etag')).not.toBe(read.headers.get('etag'))
  })

  it('is recorded in the history with the changed fields', async () => {
    const { admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    await admin.put(`${path}/contact`, { ...contact, email: 'neu@beispiel.example' })
    const { history } = (await admin.get(path)).json
    expect(history.at(-1)).toMatchObject({ kind: 'contact-changed', message: 'E-Mail' })
  })

  it('accepts an incomplete contact, and removes the social security number', async () => {
    const { admin, id } = await openRequestedApp()
    const short = { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012', svn4: null }
    const { status, json } = await admin.put(`/api/admin/bookings/${id}/contact`, short)
    expect([status, json.country, json.address, json.svnr_masked]).toEqual([200, 'AT', '', null])
  })

  it('is refused with an outdated ETag, and answers the stored contact and who changed it', async () => {
    const { app, admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    const read = await admin.get(path)
    const other = app.admin('zweite@ordination.example')
    await other.put(`${path}/contact`, { ...contact, city: 'Bregenz' })
    const etag = { 'if-match': read.headers.get('etag') ?? '' }
    const { status, json } = await admin.put(`${path}/contact`, contact, etag)
    expect([status, json.error, json.message, json.current.city]).toEqual([
      409,
      'conflict',
      'zweite@ordination.example hat die Kontaktdaten inzwischen geändert.',
      'Bregenz',
    ])
    expect((await admin.get(path)).json.contact.city).toBe('Bregenz')
  })

  it.each([
    {
      fault: 'no last name and half an e-mail address',
      changes: { lastName: '', email: 'rosa' },
      fields: {
        lastName: 'Nachname ist erforderlich.',
        email: 'Bitte eine gültige E-Mail-Adresse eingeben.',
      },
    },
    {
      fault: 'the key of a social security number without a birth date',
      changes: { svn4: '1237', birthDate: '' },
      fields: { svn4: expect.stringContaining('Ungültige SVNR') },
    },
    {
      fault: 'a social security number with another birth date',
      changes: { svn4: '1237010181' },
      fields: { svn4: expect.stringContaining('mit Ihrer e-card') },
    },
    {
      fault: 'a social security number that is no text',
      changes: { svn4: 1237 },
      fields: { svn4: expect.any(String) },
    },
    {
      fault: 'an unknown key',
      changes: { status: 'confirmed' },
      fields: { status: 'Unbekannte Angabe.' },
    },
  ])('is refused with $fault', async ({ changes, fields }) => {
    const { app, admin, id } = await openRequestedApp()
    const { status, json } = await admin.put(`/api/admin/bookings/${id}/contact`, { ...contact, ...changes })
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows(`select kind from events where kind <> 'requested'`)).toEqual([])
  })
})
