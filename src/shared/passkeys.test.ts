import { expect, it } from 'vitest'
import { passkeyFault } from './passkeys.ts'

it.each([
  [['https://a.example', 'https://b.example'], undefined],
  [['https://b.example'], 'Passkeys gehen nur unter https://b.example.'],
  [
    ['https://b.example', 'http://localhost:8080'],
    'Passkeys gehen nur unter https://b.example und http://localhost:8080.',
  ],
  [[], 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.'],
])('where %j have passkeys, https://a.example hears %j', (origins, sentence) => {
  expect(passkeyFault('https://a.example', origins)).toBe(sentence)
})
