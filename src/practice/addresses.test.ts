import { describe, expect, it } from 'vitest'
import type { Settings } from '../shared/settings.ts'
import { openTestApp } from '../testing/test-app.ts'
import { patientUrl, publicUrl, staffUrl } from './addresses.ts'
import { writeSettings } from './settings.ts'

function addresses(saved: Partial<Settings['urls']>, baseUrl = 'http://localhost:8080') {
  const { ctx } = openTestApp({ empty: true, config: { baseUrl } })
  writeSettings(ctx(), 'urls', saved)
  return [publicUrl(ctx(), '/a'), patientUrl(ctx(), '/a'), staffUrl(ctx(), '/a')]
}

const PUBLIC = 'https://termine.example'
const PATIENT = 'https://patienten.example'
const INTERNAL = 'http://ordi.intern:8080'

describe('addresses in links', () => {
  it.each([
    [
      'nothing is saved',
      {},
      ['http://localhost:8080/a', 'http://localhost:8080/a', 'http://localhost:8080/a'],
    ],
    ['only the public one is', { PUBLIC_BASE_URL: PUBLIC }, [`${PUBLIC}/a`, `${PUBLIC}/a`, `${PUBLIC}/a`]],
    [
      'all are',
      { PUBLIC_BASE_URL: PUBLIC, PATIENT_BASE_URL: PATIENT, INTERNAL_BASE_URL: INTERNAL },
      [`${PUBLIC}/a`, `${PATIENT}/a`, `${INTERNAL}/a`],
    ],
    [
      'the public one is missing',
      { PATIENT_BASE_URL: PATIENT, INTERNAL_BASE_URL: INTERNAL },
      ['http://localhost:8080/a', `${PATIENT}/a`, `${INTERNAL}/a`],
    ],
    [
      'they end in strokes',
      { PUBLIC_BASE_URL: `${PUBLIC}//` },
      [`${PUBLIC}/a`, `${PUBLIC}/a`, `${PUBLIC}/a`],
    ],
    [
      'they have a path',
      { PUBLIC_BASE_URL: `${PUBLIC}/ordination/` },
      [`${PUBLIC}/ordination/a`, `${PUBLIC}/ordination/a`, `${PUBLIC}/ordination/a`],
    ],
  ])('are built from the saved addresses when %s', (_, saved, expected) => {
    expect(addresses(saved)).toEqual(expected)
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
