import { expect, it } from 'vitest'
import { maskedSvnr } from './contact-columns.ts'

it('a masked social security number shows only the birth date, and is null without a number', () => {
  expect(maskedSvnr({ svnr: 'v1:encrypted', birthOn: '1958-03-14' })).toBe('•••• 140358')
  expect(maskedSvnr({ svnr: null, birthOn: '1958-03-14' })).toBeNull()
})
