import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openBuiltPages } from '../testing/built-ui.ts'

describe('the first screen of a staff link', () => {
  const SIGNATURE = `1799742600.${'A'.repeat(43)}`

  it.each([
    { path: 'confirm', button: 'Termin bestätigen' },
    { path: 'approve', button: 'Termin bestätigen' },
    { path: 'reject', button: 'Termin ablehnen' },
  ])('shows the appointment and the button: $path', async ({ path, button }) => {
    const { app, textOf } = openBuiltPages()
    const { id } = insertBooking(app.ctx().db)
    const text = await textOf(`/admin/${path}?id=${id}&sig=${SIGNATURE}`)
    expect(text).toContain('Rosa Musterfrau')
    expect(text).toContain(button)
    expect(text).toMatch(/assets\/decision-page-[\w-]+\.js/)
  })

  it('is empty without a signature, because the page then asks who is signed in', async () => {
    const { app, textOf } = openBuiltPages()
    const { id } = insertBooking(app.ctx().db)
    for (const noSignature of ['', '&sig='])
      expect(await textOf(`/admin/confirm?id=${id}${noSignature}`)).toContain('<div id="root"></div>')
  })
})

describe('the first screen of the sign-in', () => {
  it('is the form, which never sends the password in the URL', async () => {
    const text = await openBuiltPages().textOf('/admin/login')
    expect(text).toMatch(/<form[^>]* method="post"/)
    expect(text).toMatch(/<input[^>]* name="password"/)
  })

  it('comes without the code of the admin area', async () => {
    const text = await openBuiltPages().textOf('/admin/login')
    expect(text).toMatch(/assets\/sign-in-[\w-]+\.js/)
    expect(text).not.toMatch(/assets\/admin-(shared|area)-/)
  })
})
