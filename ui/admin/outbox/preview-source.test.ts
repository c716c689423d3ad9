import { describe, expect, test } from 'vitest'
import { letterIn } from './preview-source.ts'

const LETTER = '<h1>Grüß Gott, 100 %</h1>'
const BASE64 = Buffer.from(LETTER).toString('base64')

describe('a letter', () => {
  test.each([
    ['as HTML', { html: LETTER }],
    ['as a data URL', { dataUrl: `data:text/html,${encodeURIComponent(LETTER)}` }],
    [
      'as a data URL with a charset',
      { dataUrl: `data:text/html;charset=utf-8,${encodeURIComponent(LETTER)}` },
    ],
    ['in base64', { dataUrl: `data:text/html;base64,${BASE64}` }],
    ['in base64 with a charset', { dataUrl: `DATA:text/html;charset=utf-8;BASE64,${BASE64}` }],
    ['in base64 that is percent-encoded', { dataUrl: `data:text/html;base64,${encodeURIComponent(BASE64)}` }],
    ['in both forms', { dataUrl: `data:text/html;base64,${BASE64}`, html: '' }],
  ])('%s is read', (_form, preview) => expect(letterIn(preview)).toBe(LETTER))

  test('that is empty is a letter all the same', () => {
    expect(letterIn({ html: '' })).toBe('')
    expect(letterIn({ dataUrl: '', html: '' })).toBe('')
  })

  test.each([
    'javascript:alert(1)',
    'https://fremd.example/brief.html',
    'data:application/pdf;base64,JVBERi0=',
    'data:text/html-nicht,x',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'data:text/html;base64,###',
    'data:text/html,%E0%A4%A',
    'data:text/html',
  ])('is not found in %s', (dataUrl) => {
    expect(letterIn({ dataUrl })).toBeUndefined()
    expect(letterIn({ dataUrl, html: LETTER })).toBe(LETTER)
  })

  test('is nowhere when the server has none', () => {
    expect(letterIn({})).toBeUndefined()
    expect(letterIn({ dataUrl: null, html: null, subject: 'Reservierung' })).toBeUndefined()
  })
})
