import { describe, expect, it } from 'vitest'
import type { Settings } from '../shared/settings/settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { isAddressKnown, linkFault, patientUrl, portalHosts, publicUrl, staffUrl } from './addresses.ts'
import { writeSettings } from './settings.ts'

const BASE = 'http://localhost:8080'
const PUBLIC = 'https://termine.example'
const PATIENT = 'https://patienten.example'
const INTERNAL = 'http://ordi.intern:8080'

describe('addresses in links', () => {
  it.each<{
    when: string
    saved: Partial<Settings['urls']>
    expected: { publicly: string; patient: string; staff: string }
  }>([
    {
      when: 'nothing is saved',
      saved: {},
      expected: { publicly: BASE, patient: BASE, staff: BASE },
    },
    {
      when: 'only the public one is saved',
      saved: { PUBLIC_BASE_URL: PUBLIC },
      expected: { publicly: PUBLIC, patient: PUBLIC, staff: PUBLIC },
    },
    {
      when: 'all are saved',
      saved: { PUBLIC_BASE_URL: PUBLIC, PATIENT_BASE_URL: PATIENT, INTERNAL_BASE_URL: INTERNAL },
      expected: { publicly: PUBLIC, patient: PATIENT, staff: INTERNAL },
    },
    {
      when: 'the public one is missing',
      saved: { PATIENT_BASE_URL: PATIENT, INTERNAL_BASE_URL: INTERNAL },
      expected: { publicly: BASE, patient: PATIENT, staff: INTERNAL },
    },
    {
      when: 'they end in slashes',
      saved: { PUBLIC_BASE_URL: `${PUBLIC}//` },
      expected: { publicly: PUBLIC, patient: PUBLIC, staff: PUBLIC },
    },
    {
      when: 'they have a path',
      saved: { PUBLIC_BASE_URL: `${PUBLIC}/x/` },
      expected: { publicly: `${PUBLIC}/x`, patient: `${PUBLIC}/x`, staff: `${PUBLIC}/x` },
    },
  ])('are built from the saved addresses if $when', ({ saved, expected }) => {
    const { ctx } = openTestApp({ empty: true, config: { baseUrl: BASE } })
    writeSettings(ctx(), 'urls', saved)
    expect(publicUrl(ctx(), '/a')).toBe(`${expected.publicly}/a`)
    expect(patientUrl(ctx(), '/a')).toBe(`${expected.patient}/a`)
    expect(staffUrl(ctx(), '/a')).toBe(`${expected.staff}/a`)
  })

  it('begin with a guess until the environment or the settings contain a URL', () => {
    const { ctx } = openTestApp({ empty: true })
    expect(isAddressKnown(ctx())).toBe(false)
    writeSettings(ctx(), 'urls', { PUBLIC_BASE_URL: PUBLIC })
    expect(isAddressKnown(ctx())).toBe(true)
  })

  it.each<{ baseUrl: string; saved: Partial<Settings['urls']>; fault: ReturnType<typeof linkFault> }>([
    { baseUrl: BASE, saved: {}, fault: 'local' },
    { baseUrl: 'http://127.0.0.1:8080', saved: {}, fault: 'local' },
    { baseUrl: 'http://[::1]:8080', saved: {}, fault: 'local' },
    { baseUrl: BASE, saved: { PATIENT_BASE_URL: PATIENT }, fault: 'local' },
    { baseUrl: BASE, saved: { PUBLIC_BASE_URL: PUBLIC }, fault: undefined },
    { baseUrl: 'http://termine.example', saved: {}, fault: 'unencrypted' },
    { baseUrl: PUBLIC, saved: { PATIENT_BASE_URL: 'http://termine.example' }, fault: 'unencrypted' },
    { baseUrl: PUBLIC, saved: { INTERNAL_BASE_URL: INTERNAL }, fault: undefined },
  ])('have, in production only, the fault $fault with $baseUrl and $saved', ({ baseUrl, saved, fault }) => {
    for (const production of [true, false]) {
      const { ctx } = openTestApp({ empty: true, config: { baseUrl, production } })
      writeSettings(ctx(), 'urls', saved)
      expect(linkFault(ctx())).toBe(production ? fault : undefined)
    }
  })

  it('lead to the portal’s hosts, which are listed once each', () => {
    const { ctx } = openTestApp({ empty: true, config: { baseUrl: BASE } })
    expect(portalHosts(ctx())).toEqual(['localhost'])
    writeSettings(ctx(), 'urls', {
      PUBLIC_BASE_URL: PUBLIC,
      PATIENT_BASE_URL: PATIENT,
      INTERNAL_BASE_URL: INTERNAL,
    })
    expect(portalHosts(ctx())).toEqual(['termine.example', 'patienten.example', 'ordi.intern', 'localhost'])
  })

  it('are never built from the Host header', async () => {
    const app = openTestApp()
    await app
      .browser()
      .post(
        '/api/email/send',
        { email: 'rosa@musterfrau.example' },
        { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      )
    const [mail] = app.rows<{ text: string; html: string; message_id: string }>(
      `select text, html, message_id from messages where channel = 'email'`,
    )
    expect(mail?.text).toContain('http://localhost:8080/email/verify?token=')
    expect(JSON.stringify(mail)).not.toContain('evil.example')
  })
})
