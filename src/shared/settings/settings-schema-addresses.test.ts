import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

const NO_URL = 'Ungültige URL.'
const NO_WEB_ADDRESS = 'Nur http oder https erlaubt.'
const NO_CREDENTIALS = 'Bitte ohne Zugangsdaten und ohne „?“ und „#“ eingeben.'
const NO_EMAIL = 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.'
const NO_PATH =
  'Bitte nur bis zum Namen eingeben, z. B. https://termine.ordination.at: Das Portal braucht einen eigenen Namen.'

/** URLs with a path, which no portal can have. */
const WITH_PATH = ['https://praxis.at/termine', 'https://praxis.at/termine/']
/** URLs with credentials, even with empty ones. */
const WITH_CREDENTIALS = [
  'https://a:b@praxis.at',
  'https://a@praxis.at',
  'https://@praxis.at',
  // Browsers read backslashes as slashes.
  'https:\\\\a@praxis.at',
]

describe('a URL of the portal', () => {
  it.each<[name: string, typed: unknown, stored: unknown]>([
    ['PUBLIC_BASE_URL', '', ''],
    ['PUBLIC_BASE_URL', 'https://praxis.example', 'https://praxis.example'],
    ['PUBLIC_BASE_URL', 'HTTPS://Praxis.example', 'HTTPS://Praxis.example'],
    ['PUBLIC_BASE_URL', 'http://localhost:8080/', 'http://localhost:8080/'],
    ['PUBLIC_BASE_URL', 'https://praxis.example:8443//', 'https://praxis.example:8443//'],
    ['ADMIN_EMAIL', '', ''],
    ['ADMIN_EMAIL', 'praxis@beispiel.example', 'praxis@beispiel.example'],
    ['ADMIN_EMAIL', 'praxis@xn--bcher-kva.example', 'praxis@bücher.example'],
  ])('%s %j is stored as %j', (name, typed, stored) => {
    expect(storedSetting('urls', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      ['PUBLIC_BASE_URL', NO_URL, ['praxis', 'www.praxis.at', '//praxis.at', 'https://', 'https://a b']],
      ['PATIENT_BASE_URL', NO_URL, ['https:praxis.at', 'https:/praxis.at', 'https:\\\\praxis.at']],
      ['PUBLIC_BASE_URL', NO_CREDENTIALS, WITH_CREDENTIALS],
      [
        'PUBLIC_BASE_URL',
        NO_CREDENTIALS,
        ['https://praxis.at/?', 'https://praxis.at/x?a=b', 'https://praxis.at#x'],
      ],
      ['PUBLIC_BASE_URL', NO_PATH, WITH_PATH],
      ['PATIENT_BASE_URL', NO_PATH, WITH_PATH],
      ['INTERNAL_BASE_URL', NO_PATH, WITH_PATH],
      ['PATIENT_BASE_URL', NO_WEB_ADDRESS, ['ftp://praxis.at', 'javascript:alert(1)']],
      ['INTERNAL_BASE_URL', NO_WEB_ADDRESS, ['data:text/html,x']],
      ['ADMIN_EMAIL', NO_EMAIL, ['praxis', 'a@b', 'a@b.at, c@d.at', 'a@b.at\r\nBcc: c@d.at']],
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('urls', name, value)).toEqual({ [name]: sentence })
  })
})
