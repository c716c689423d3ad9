import { expect, it } from 'vitest'
import { passkeyFault } from './passkeys.ts'

it.each([
  { origins: ['https://a.example', 'https://b.example'], sentence: undefined },
  { origins: ['https://b.example'], sentence: 'Passkeys gehen nur unter https://b.example.' },
  {
    origins: ['https://b.example', 'http://localhost:8080'],
    sentence: 'Passkeys gehen nur unter https://b.example und http://localhost:8080.',
  },
  { origins: [], sentence: 'Passkeys gehen erst, wenn das Portal eine Adresse mit https hat.' },
])('where $origins have passkeys, https://a.example hears: $sentence', ({ origins, sentence }) => {
  expect(passkeyFault('https://a.example', origins)).toBe(sentence)
})
