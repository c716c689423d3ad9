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
  it.each([
    { name: 'PUBLIC_BASE_URL', typed: '', stored: '' },
    { name: 'PUBLIC_BASE_URL', typed: 'https://praxis.example', stored: 'https://praxis.example' },
    { name: 'PUBLIC_BASE_URL', typed: 'HTTPS://Praxis.example', stored: 'HTTPS://Praxis.example' },
    { name: 'PUBLIC_BASE_URL', typed: 'http://localhost:8080/', stored: 'http://localhost:8080/' },
    {
      name: 'PUBLIC_BASE_URL',
      typed: 'https://praxis.example:8443//',
      stored: 'https://praxis.example:8443//',
    },
    { name: 'ADMIN_EMAIL', typed: '', stored: '' },
    { name: 'ADMIN_EMAIL', typed: 'praxis@beispiel.example', stored: 'praxis@beispiel.example' },
    { name: 'ADMIN_EMAIL', typed: 'praxis@xn--bcher-kva.example', stored: 'praxis@bücher.example' },
  ])('$name "$typed" is stored as "$stored"', ({ name, typed, stored }) => {
    expect(storedSetting('urls', name, typed)).toEqual(stored)
  })

  it.each(
    eachRefusal([
      {
        name: 'PUBLIC_BASE_URL',
        sentence: NO_URL,
        values: ['praxis', 'www.praxis.at', '//praxis.at', 'https://', 'https://a b'],
      },
      {
        name: 'PATIENT_BASE_URL',
        sentence: NO_URL,
        values: ['https:praxis.at', 'https:/praxis.at', 'https:\\\\praxis.at'],
      },
      { name: 'PUBLIC_BASE_URL', sentence: NO_CREDENTIALS, values: WITH_CREDENTIALS },
      {
        name: 'PUBLIC_BASE_URL',
        sentence: NO_CREDENTIALS,
        values: ['https://praxis.at/?', 'https://praxis.at/x?a=b', 'https://praxis.at#x'],
      },
      { name: 'PUBLIC_BASE_URL', sentence: NO_PATH, values: WITH_PATH },
      { name: 'PATIENT_BASE_URL', sentence: NO_PATH, values: WITH_PATH },
      { name: 'INTERNAL_BASE_URL', sentence: NO_PATH, values: WITH_PATH },
      {
        name: 'PATIENT_BASE_URL',
        sentence: NO_WEB_ADDRESS,
        values: ['ftp://praxis.at', 'javascript:alert(1)'],
      },
      { name: 'INTERNAL_BASE_URL', sentence: NO_WEB_ADDRESS, values: ['data:text/html,x'] },
      {
        name: 'ADMIN_EMAIL',
        sentence: NO_EMAIL,
        values: ['praxis', 'a@b', 'a@b.at, c@d.at', 'a@b.at\r\nBcc: c@d.at'],
      },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('urls', name, value)).toEqual({ [name]: sentence })
  })
})
