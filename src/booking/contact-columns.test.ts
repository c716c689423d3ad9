import { expect, it } from 'vitest'
import { maskedSvnr } from './contact-columns.ts'

it('a social security number is shown by its birth date only, and none is shown without one', () => {
  expect(maskedSvnr({ svnr: 'v1:encrypted', birthOn: '1958-03-14' })).toBe('•••• 140358')
  expect(maskedSvnr({ svnr: null, birthOn: '1958-03-14' })).toBeNull()
})
