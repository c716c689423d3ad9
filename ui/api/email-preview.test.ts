import { describe, expect, test } from 'vitest'
import { htmlOf } from './email-preview.ts'

const HTML = '<h1>Grüß Gott, 100 %</h1>'
const BASE64 = Buffer.from(HTML).toString('base64')

describe('the HTML of a preview', () => {
  test.each([
    { html: HTML },
    { dataUrl: `data:text/html,${encodeURIComponent(HTML)}` },
    { dataUrl: `data:text/html;charset=utf-8,${encodeURIComponent(HTML)}` },
    { dataUrl: `data:text/html;base64,${BASE64}` },
    { dataUrl: `DATA:text/html;charset=utf-8;BASE64,${BASE64}` },
    { dataUrl: `data:text/html;base64,${encodeURIComponent(BASE64)}` },
    // The decoded data URL counts before the other form.
    { dataUrl: `data:text/html;base64,${BASE64}`, html: '' },
  ])('is read from %j', (preview) => {
    expect(htmlOf(preview)).toBe(HTML)
  })

  test('may be empty', () => {
    expect(htmlOf({ html: '' })).toBe('')
    expect(htmlOf({ dataUrl: '', html: '' })).toBe('')
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
  ])('is not read from %s', (dataUrl) => {
    expect(htmlOf({ dataUrl })).toBeUndefined()
    expect(htmlOf({ dataUrl, html: HTML })).toBe(HTML)
  })

  test('is undefined when the server sends none', () => {
    expect(htmlOf({})).toBeUndefined()
    expect(htmlOf({ dataUrl: null, html: null, subject: 'Reservierung' })).toBeUndefined()
  })
})
