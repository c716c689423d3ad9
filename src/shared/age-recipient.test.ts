import { expect, it } from 'vitest'
import { isAgeRecipient } from './age-recipient.ts'

/** Made by age-keygen. */
const RECIPIENT = 'age1ujj403dvxystr56fuauylreramwez4sw9lquefjwxjgm3uh3dq9ssp6zjl'

it('a public key of age has the right length and checksum', () => {
  expect(isAgeRecipient(RECIPIENT)).toBe(true)
  // The README of age shows this key.
  expect(isAgeRecipient('age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p')).toBe(true)
})

it('a public key of age is refused when one character differs', () => {
  const withoutPrefix = RECIPIENT.slice('age1'.length)
  for (const [index, character] of [...withoutPrefix].entries()) {
    const characters = [...withoutPrefix]
    characters[index] = character === 'q' ? 'p' : 'q'
    expect(isAgeRecipient(`age1${characters.join('')}`), `character ${index}`).toBe(false)
  }
})

it('a public key of age is refused when two characters are swapped', () => {
  expect(isAgeRecipient(RECIPIENT.replace('ujj403', 'uj4j03'))).toBe(false)
})

it.each([
  '',
  'age1',
  RECIPIENT.toUpperCase(),
  RECIPIENT.slice(0, -1),
  `${RECIPIENT}q`,
  `${RECIPIENT} ${RECIPIENT}`,
  'AGE-SECRET-KEY-1T3XJD40FV54F7Z2E79JPV34R97QQ4Y9C5GXUGWM2EL4WUWJ30KFQKTCPWK',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHsKLqeplhpW+uObz5dvMgjz1OxfM/XXUB+VHtZ6isGN',
])('%j is not a public key of age', (text) => {
  expect(isAgeRecipient(text)).toBe(false)
})
