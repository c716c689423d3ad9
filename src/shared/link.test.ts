import { describe, expect, it } from 'vitest'
import { linkTo } from './link.ts'

describe('a link made of free text', () => {
  it.each([
    ['https://praxis.example/agb', 'https://praxis.example/agb'],
    ['www.praxis.at', 'https://www.praxis.at/'],
    [' praxis.at/impressum ', 'https://praxis.at/impressum'],
  ])('"%s" links to %s', (text, href) => {
    expect(linkTo(text)).toBe(href)
  })

  it.each([
    '',
    'Impressum',
    'siehe Aushang. Danke',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'a@b.at',
  ])('"%s" is no link', (text) => {
    expect(linkTo(text)).toBeUndefined()
  })
})
