import { describe, expect, it } from 'vitest'
import type { Settings } from '../shared/settings/settings.ts'
import { listen, listenAs } from '../testing/loopback.ts'
import { ODOO_KEY, openPracticeWithOdoo, outcomeOfOdooTest } from '../testing/odoo-practice.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'

/** The sentence of a test in which nothing fails. */
const CONNECTED =
  'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.'

/** Opens a simulated Odoo, and a practice whose settings connect to it, with these changes. */
async function openPracticeAndOdoo(changes: Partial<Settings['odoo']> = {}) {
  const odoo = openOdooSimulator()
  return { odoo, app: openPracticeWithOdoo({ ODOO_URL: await listenAs(odoo), ...changes }) }
}

describe('the test of the Odoo connection', () => {
  it('requests the version first, so that only an Odoo receives the password', async () => {
    const { odoo, app } = await openPracticeAndOdoo()
    expect(await outcomeOfOdooTest(app)).toBe(CONNECTED)
    expect(odoo.calls.slice(0, 2)).toEqual([
      { service: 'common', method: 'version', args: [] },
      { service: 'common', method: 'authenticate', args: ['praxis', 'ordi', ODOO_KEY, {}] },
    ])
  })

  it('works over JSON-2 if there is no JSON-RPC, and then reports a wrong API key', async () => {
    const ODOO_URL = await listenAs(openOdooSimulator({ version: 19, hasJsonRpc: false }))
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))).toContain(
      'Odoo (JSON-2), Datenbank praxis',
    )
    const withWrongKey = openPracticeWithOdoo({ ODOO_URL, ODOO_PASS: 'wrong' })
    expect(await outcomeOfOdooTest(withWrongKey)).toBe(
      'Odoo hat den API-Schlüssel abgelehnt. Vielleicht ist er abgelaufen.',
    )
  })

  it.each(['ODOO_URL', 'ODOO_DB', 'ODOO_USER', 'ODOO_PASS'])(
    'makes no call while %s is empty',
    async (name) => {
      const { odoo, app } = await openPracticeAndOdoo({ [name]: '' })
      expect(await outcomeOfOdooTest(app)).toBe(
        'Odoo ist noch nicht eingerichtet: Bitte URL, Datenbank, Benutzer und Passwort speichern.',
      )
      expect(odoo.calls).toEqual([])
    },
  )

  it.each([
    {
      wrong: 'password',
      changes: { ODOO_PASS: 'wrong' },
      sentence: 'Odoo hat Benutzer oder Passwort abgelehnt.',
    },
    {
      wrong: 'user',
      changes: { ODOO_USER: 'wrong' },
      sentence: 'Odoo hat Benutzer oder Passwort abgelehnt.',
    },
    { wrong: 'database', changes: { ODOO_DB: 'wrong' }, sentence: 'Odoo kennt die Datenbank ODOO_DB nicht.' },
  ])('says that the $wrong is wrong', async ({ changes, sentence }) => {
    const { app } = await openPracticeAndOdoo(changes)
    expect(await outcomeOfOdooTest(app)).toBe(sentence)
  })

  it.each([
    {
      failure: 'a refusal by a fork of Odoo with its own exception names',
      fault: 'orbex.exceptions.AccessDenied',
      sentence: 'Odoo hat die Anmeldung abgelehnt.',
    },
    { failure: 'the status 500', fault: 500, sentence: 'Unter ODOO_URL antwortet kein Odoo (HTTP 500).' },
    { failure: 'no connection', fault: 'unreachable', sentence: 'Odoo ist nicht erreichbar.' },
  ])('reports $failure in the first and in the second call', async ({ fault, sentence }) => {
    const { odoo, app } = await openPracticeAndOdoo()
    odoo.faults.plan(fault)
    expect(await outcomeOfOdooTest(app)).toBe(sentence)
    // In this test the first call succeeds, and the second one fails.
    odoo.faults.plan(undefined, fault)
    expect(await outcomeOfOdooTest(app)).toBe(sentence)
  })

  it('names each right that is missing', async () => {
    const odoo = openOdooSimulator({
      missingRights: ['res.partner create', 'calendar.event write', 'calendar.event read'],
    })
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL: await listenAs(odoo) }))).toBe(
      'Die Anmeldung hat funktioniert, aber dem Odoo-Benutzer fehlt: Kontakte anlegen, Termine ändern, den Kalender lesen.',
    )
  })

  it('has one time limit for all calls together', async () => {
    const { odoo, app } = await openPracticeAndOdoo()
    // Each call is faster than the limit, but both together are slower.
    const timeLimitMs = 2_000
    const callTimeMs = 1_200
    odoo.faults.plan({ slow: callTimeMs }, { slow: callTimeMs })
    expect(await outcomeOfOdooTest(app, timeLimitMs)).toBe('Odoo hat nicht rechtzeitig geantwortet.')
    expect(odoo.calls).toHaveLength(2)
  })
})

describe('the test of the Odoo connection, when another server answers,', () => {
  it('sends the key only to an Odoo', async () => {
    const receivedKeys: unknown[] = []
    const ODOO_URL = await listen((request, response) => {
      receivedKeys.push(request.headers.authorization)
      response.writeHead(404).end()
    })
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))).toBe(
      'Unter ODOO_URL antwortet kein Odoo (HTTP 404).',
    )
    // The two calls tried JSON-RPC and JSON-2.
    expect(receivedKeys).toEqual([undefined, undefined])
  })

  it.each([
    { answer: 'no JSON', body: 'hello SECRET' },
    { answer: 'JSON of something else', body: '{"token":"SECRET"}' },
    { answer: 'a version that is none', body: '{"result":{"server_version":18,"token":"SECRET"}}' },
    { answer: 'a null', body: 'null' },
    { answer: 'a fault without a name', body: '{"error":{"message":"SECRET"}}' },
    { answer: 'a fault with a strange name', body: '{"error":{"data":{"name":"SECRET"}}}' },
    { answer: 'a list', body: '[{"result":"SECRET"}]' },
  ])('reveals nothing of the answer and sends no password: $answer', async ({ body }) => {
    const receivedBodies: string[] = []
    const ODOO_URL = await listen(async (request, response) => {
      for await (const chunk of request) receivedBodies.push(String(chunk))
      response.setHeader('content-type', 'application/json').end(body)
    })
    const message = await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))
    expect(message).toMatch(/^(Unter ODOO_URL antwortet kein Odoo|Odoo meldet einen Fehler)\.$/)
    expect(receivedBodies.join('')).not.toContain(ODOO_KEY)
  })

  it.each(['true', '0', '-1', '"7"', 'null', '{}'])('does not accept %s as the id of a user', async (id) => {
    const ODOO_URL = await listen(async (request, response) => {
      let call = ''
      for await (const chunk of request) call += chunk
      const isSignIn = call.includes('authenticate')
      const result = isSignIn ? id : '{"server_version":"18.0"}'
      response.setHeader('content-type', 'application/json').end(`{"result":${result}}`)
    })
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))).toBe(
      'Unter ODOO_URL antwortet kein Odoo.',
    )
  })
})
