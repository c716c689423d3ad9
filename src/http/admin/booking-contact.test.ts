import { describe, expect, it } from 'vitest'
import { ADMIN } from '../../testing/admins.ts'
import { aContact } from '../../testing/factory.ts'
import { openRequestedApp } from '../../testing/requested-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

describe('PUT /api/admin/bookings/{id}/contact', () => {
  /** The social security number is omitted, so that the stored one is kept. */
  const { svn4: _, ...contact } = aContact()

  /** Opens the app with Rosa's request. `read` answers its details, and `correct` its new contact. */
  async function openContactApp() {
    const { app, admin, id } = await openRequestedApp()
    const path = `/api/admin/bookings/${id}`
    const read = () => admin.get(path)
    const correct = (corrected: object, etag?: string | null) =>
      admin.put(`${path}/contact`, corrected, etag ? { 'if-match': etag } : {})
    return { app, path, read, correct }
  }

  it('accepts the answer of GET, and answers the contact with its new ETag', async () => {
    const { read, correct } = await openContactApp()
    const details = await read()
    const etag = details.headers.get('etag')
    const corrected = { ...details.json.contact, email: 'Rosa@Beispiel.example' }
    const { status, headers, json } = await correct(corrected, etag)
    expect([status, json]).toEqual([200, { ...corrected, email: 'rosa@beispiel.example' }])
    const newEtag = headers.get('etag')
    expect(newEtag).not.toBe(etag)
    const correctedDetails = await read()
    expect([correctedDetails.headers.get('etag'), correctedDetails.json.contact]).toEqual([newEtag, json])
  })

  it('is recorded in the history with the changed fields', async () => {
    const { read, correct } = await openContactApp()
    await correct({ ...contact, email: 'neu@beispiel.example' })
    const [, ...corrections] = (await read()).json.history
    expect(corrections).toEqual([
      { kind: 'contact-changed', actor: 'admin', actor_name: ADMIN, message: 'E-Mail', at: isoAt(NOW) },
    ])
  })

  it('accepts an incomplete contact, and removes the social security number', async () => {
    const { correct } = await openContactApp()
    const incomplete = { firstName: 'Rosa', lastName: 'Musterfrau', mobile: '0660 0000012', svn4: null }
    const { status, json } = await correct(incomplete)
    expect([status, json.country, json.address, json.svnr_masked]).toEqual([200, 'AT', '', null])
  })

  it('is refused with an outdated ETag, and answers the stored contact and who changed it', async () => {
    const { app, path, read, correct } = await openContactApp()
    const outdatedEtag = (await read()).headers.get('etag')
    const colleague = app.admin('zweite@ordination.example')
    await colleague.put(`${path}/contact`, { ...contact, city: 'Bregenz' })
    const { status, json } = await correct(contact, outdatedEtag)
    expect([status, json.error]).toEqual([409, 'conflict'])
    expect(json.message).toBe('zweite@ordination.example hat die Kontaktdaten inzwischen geändert.')
    expect(json.current.city).toBe('Bregenz')
    expect((await read()).json.contact.city).toBe('Bregenz')
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
    const { app, correct } = await openContactApp()
    const { status, json } = await correct({ ...contact, ...changes })
    expect([status, json.error, json.fields]).toEqual([400, 'invalid', fields])
    expect(app.rows(`select kind from events where kind <> 'requested'`)).toEqual([])
  })
})
