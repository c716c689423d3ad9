import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { Problem } from '../shared/problems.ts'
import type { Settings } from '../shared/settings/settings.ts'
import { listen, listenAs, listenWithTlsFault } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { testOdooConnection } from './odoo.ts'

const WORKS =
  'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.'

let odoo: ReturnType<typeof openOdooSimulator>
let url: string
beforeEach(async () => {
  odoo = openOdooSimulator()
  url = await listenAs(odoo)
})

function openPractice(changes: Partial<Settings['odoo']> = {}, { allowPrivateTargets = true } = {}) {
  const app = openTestApp({ config: { allowPrivateTargets } })
  writeSettings(app.ctx(), 'odoo', {
    ODOO_URL: url,
    ODOO_DB: 'praxis',
    ODOO_USER: 'ordi',
    ODOO_PASS: 'demo-key',
    ...changes,
  })
  return app
}

const resolveHost = async () => ['127.0.0.1']

/** Tests the connection. Returns the sentence about success, or the reason of the failure. */
async function outcome(app: TestApp, timeoutMs?: number): Promise<string> {
  try {
    return await testOdooConnection(app.ctx(), resolveHost, timeoutMs)
  } catch (error) {
    if (error instanceof Problem && error.code === 'test_failed') return error.message
    throw error
  }
}

describe('the test of the Odoo connection', () => {
  it('requests the version first, so that only an Odoo receives the password', async () => {
    expect(await outcome(openPractice())).toBe(WORKS)
    expect(odoo.calls.slice(0, 2)).toEqual([
      { service: 'common', method: 'version', args: [] },
      { service: 'common', method: 'authenticate', args: ['praxis', 'ordi', 'demo-key', {}] },
    ])
  })

  it.each([
    [
      'certificate',
      'https',
      'Dem Zertifikat von Odoo wird nicht vertraut: Bitte den Namen in ODOO_URL prüfen.',
    ],
    ['plain', 'https', 'Unter ODOO_URL antwortet ein Server ohne Verschlüsselung: Bitte den Port prüfen.'],
    [
      'version',
      'https',
      'Unter ODOO_URL gibt es nur veraltete Verschlüsselung, nötig ist TLS 1.2 oder neuer:',
    ],
    ['plain', 'http', 'Unter ODOO_URL antwortet kein Webserver: Bitte http oder https und den Port prüfen.'],
  ] as const)('says what is wrong with the encryption: %s over %s', async (fault, scheme, sentence) => {
    const ODOO_URL = `${scheme}://127.0.0.1:${await listenWithTlsFault(fault)}`
    expect(await outcome(openPractice({ ODOO_URL }))).toContain(sentence)
  })

  it('accepts a host name, and an address as it stands in the browser', async () => {
    const named = url.replace('127.0.0.1', 'odoo.example')
    const paths = ['/', '/?db=praxis', '#action=7', '/odoo/action-7', '/web/login']
    for (const ODOO_URL of [named, ...paths.map((path) => url + path)])
      expect([ODOO_URL, await outcome(openPractice({ ODOO_URL }))]).toEqual([ODOO_URL, WORKS])
  })

  it.each(['ODOO_URL', 'ODOO_DB', 'ODOO_USER', 'ODOO_PASS'])('needs %s', async (name) => {
    expect(await outcome(openPractice({ [name]: '' }))).toBe(
      'Odoo ist noch nicht eingerichtet: Bitte URL, Datenbank, Benutzer und Passwort speichern.',
    )
    expect(odoo.calls).toEqual([])
  })

  it.each<[string, Partial<Settings['odoo']>, string]>([
    ['password', { ODOO_PASS: 'wrong' }, 'Odoo hat Benutzer oder Passwort abgelehnt.'],
    ['user', { ODOO_USER: 'wrong' }, 'Odoo hat Benutzer oder Passwort abgelehnt.'],
    ['database', { ODOO_DB: 'wrong' }, 'Odoo kennt die Datenbank ODOO_DB nicht.'],
  ])('says that the %s is wrong', async (_, changes, sentence) => {
    expect(await outcome(openPractice(changes))).toBe(sentence)
  })

  it.each([
    ['orbex.exceptions.AccessDenied', 'Odoo hat die Anmeldung abgelehnt.'],
    [500, 'Unter ODOO_URL antwortet kein Odoo (HTTP 500).'],
    ['unreachable', 'Odoo ist nicht erreichbar.'],
  ])('reports a failure of the first and of the second call: %s', async (fault, sentence) => {
    odoo.faults.expect(fault)
    expect(await outcome(openPractice())).toBe(sentence)
    odoo.faults.expect(undefined, fault)
    expect(await outcome(openPractice())).toBe(sentence)
  })

  it('works over JSON-2 where there is no JSON-RPC', async () => {
    odoo = openOdooSimulator({ like: 19, api: 'rpc-off' })
    const ODOO_URL = await listenAs(odoo)
    expect(await outcome(openPractice({ ODOO_URL }))).toContain('Odoo (JSON-2), Datenbank praxis')
    expect(await outcome(openPractice({ ODOO_URL, ODOO_PASS: 'wrong' }))).toBe(
      'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.',
    )
  })

  it('sends the key only to an Odoo', async () => {
    const receivedKeys: unknown[] = []
    const otherServer = await listen((request, response) => {
      receivedKeys.push(request.headers.authorization)
      response.writeHead(404).end()
    })
    expect(await outcome(openPractice({ ODOO_URL: otherServer }))).toBe(
      'Unter ODOO_URL antwortet kein Odoo (HTTP 404).',
    )
    // The two calls looked for JSON-RPC and for JSON-2.
    expect(receivedKeys).toEqual([undefined, undefined])
  })

  it('names each right that is missing', async () => {
    odoo = openOdooSimulator({ lacks: ['res.partner create', 'calendar.event read'] })
    expect(await outcome(openPractice({ ODOO_URL: await listenAs(odoo) }))).toBe(
      'Die Anmeldung hat funktioniert, aber dem Odoo-Benutzer fehlt: Kontakte anlegen, den Kalender lesen.',
    )
  })

  it('has one time limit for all calls', async () => {
    odoo.faults.expect({ slow: 1_200 }, { slow: 1_200 })
    expect(await outcome(openPractice(), 2_000)).toBe('Odoo hat nicht rechtzeitig geantwortet.')
    expect(odoo.calls).toHaveLength(2)
  })

  it.each([
    ['127.0.0.1', 'ODOO_URL führt in ein privates Netz oder auf diesen Rechner.'],
    ['[::1]', 'ODOO_URL führt in ein privates Netz oder auf diesen Rechner.'],
    ['0x7f000001', 'ODOO_URL führt in ein privates Netz oder auf diesen Rechner.'],
    ['odoo.example', 'ODOO_URL führt in ein privates Netz oder auf diesen Rechner.'],
    ['169.254.169.254', 'ODOO_URL führt zu einer Adresse, die nie aufgerufen wird.'],
    ['a:b@odoo.example', 'ODOO_URL muss mit http:// oder https:// beginnen und darf keine Zugangsdaten'],
  ])('does not call %s, also where a real Odoo listens', async (host, sentence) => {
    const ODOO_URL = `http://${host}:${new URL(url).port}`
    expect(await outcome(openPractice({ ODOO_URL }, { allowPrivateTargets: false }))).toContain(sentence)
    expect(odoo.calls).toEqual([])
  })

  it('opens no file at an address of one', async () => {
    expect(
      await outcome(openPractice({ ODOO_URL: 'file:///etc/passwd' }, { allowPrivateTargets: false })),
    ).toContain('ODOO_URL muss mit http:// oder https:// beginnen')
  })

  it.each([
    ['no JSON', 'hello SECRET'],
    ['JSON of something else', '{"token":"SECRET"}'],
    ['a version that is none', '{"result":{"server_version":18,"token":"SECRET"}}'],
    ['a null', 'null'],
    ['a fault without a name', '{"error":{"message":"SECRET"}}'],
    ['a fault with a strange name', '{"error":{"data":{"name":"SECRET"}}}'],
    ['a list', '[{"result":"SECRET"}]'],
  ])('shows nothing of another server’s answer, and sends it no password: %s', async (_, body) => {
    const receivedBodies: string[] = []
    const ODOO_URL = await listen(async (request, response) => {
      for await (const chunk of request) receivedBodies.push(String(chunk))
      response.setHeader('content-type', 'application/json').end(body)
    })
    const message = await outcome(openPractice({ ODOO_URL }))
    expect(message).toMatch(/^(Unter ODOO_URL antwortet kein Odoo|Odoo meldet einen Fehler)\.$/)
    expect(receivedBodies.join('')).not.toContain('demo-key')
  })

  it.each(['true', '0', '-1', '"7"', 'null', '{}'])('does not take %s for the id of a user', async (id) => {
    const ODOO_URL = await listen(async (request, response) => {
      let call = ''
      for await (const chunk of request) call += chunk
      const answer = call.includes('authenticate') ? id : '{"server_version":"18.0"}'
      response.setHeader('content-type', 'application/json').end(`{"result":${answer}}`)
    })
    expect(await outcome(openPractice({ ODOO_URL }))).toBe('Unter ODOO_URL antwortet kein Odoo.')
  })
})
