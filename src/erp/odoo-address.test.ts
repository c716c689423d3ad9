import { describe, expect, it } from 'vitest'
import { listenAs, listenWithTlsFault } from '../testing/loopback.ts'
import { openPracticeWithOdoo, outcomeOfOdooTest } from '../testing/odoo-practice.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'

const PRIVATE = 'ODOO_URL führt in ein privates Netz oder auf diesen Rechner.'
const NO_WEB_ADDRESS = 'ODOO_URL muss mit http:// oder https:// beginnen und darf keine Zugangsdaten'

describe('the URL of Odoo', () => {
  it('may have a host name', async () => {
    const url = await listenAs(openOdooSimulator())
    const ODOO_URL = url.replace('127.0.0.1', 'odoo.example')
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))).toContain('Die Verbindung steht')
  })

  it.each(['/', '/?db=praxis', '#action=7', '/odoo/action-7', '/web/login'])(
    'may be copied from the browser: %s',
    async (end) => {
      const url = await listenAs(openOdooSimulator())
      const app = openPracticeWithOdoo({ ODOO_URL: url + end })
      expect(await outcomeOfOdooTest(app)).toContain('Die Verbindung steht')
    },
  )

  it.each([
    {
      url: 'whose certificate is not trusted',
      fault: 'certificate',
      scheme: 'https',
      sentence: 'Dem Zertifikat von Odoo wird nicht vertraut: Bitte den Namen in ODOO_URL prüfen.',
    },
    {
      url: 'with https, where there is no encryption',
      fault: 'plain',
      scheme: 'https',
      sentence: 'Unter ODOO_URL antwortet ein Server ohne Verschlüsselung: Bitte den Port prüfen.',
    },
    {
      url: 'with an encryption that is too old',
      fault: 'version',
      scheme: 'https',
      sentence: 'Unter ODOO_URL gibt es nur veraltete Verschlüsselung, nötig ist TLS 1.2 oder neuer:',
    },
    {
      url: 'with http, where something other than a web server answers',
      fault: 'plain',
      scheme: 'http',
      sentence: 'Unter ODOO_URL antwortet kein Webserver: Bitte http oder https und den Port prüfen.',
    },
  ] as const)('is refused if it is one $url', async ({ fault, scheme, sentence }) => {
    const ODOO_URL = `${scheme}://127.0.0.1:${await listenWithTlsFault(fault)}`
    expect(await outcomeOfOdooTest(openPracticeWithOdoo({ ODOO_URL }))).toContain(sentence)
  })
})

describe('the URL of Odoo, where private networks are not allowed,', () => {
  it.each([
    { host: '127.0.0.1', what: 'this machine', sentence: PRIVATE },
    { host: '[::1]', what: 'this machine by IPv6', sentence: PRIVATE },
    { host: '0x7f000001', what: 'this machine as a number', sentence: PRIVATE },
    { host: 'odoo.example', what: 'a name that leads to this machine', sentence: PRIVATE },
    {
      host: '169.254.169.254',
      what: 'the metadata of a cloud server',
      sentence: 'ODOO_URL führt zu einer Adresse, die nie aufgerufen wird.',
    },
    { host: 'a:b@odoo.example', what: 'a name with a password', sentence: NO_WEB_ADDRESS },
  ])('is not called even if an Odoo listens there: $host, $what', async ({ host, sentence }) => {
    const odoo = openOdooSimulator()
    const { port } = new URL(await listenAs(odoo))
    const app = openPracticeWithOdoo({ ODOO_URL: `http://${host}:${port}` }, { allowPrivateTargets: false })
    expect(await outcomeOfOdooTest(app)).toContain(sentence)
    expect(odoo.calls).toEqual([])
  })

  it('is refused if it is a file URL', async () => {
    const app = openPracticeWithOdoo({ ODOO_URL: 'file:///etc/passwd' }, { allowPrivateTargets: false })
    expect(await outcomeOfOdooTest(app)).toContain(NO_WEB_ADDRESS)
  })
})
