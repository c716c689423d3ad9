import { describe, expect, it } from 'vitest'
import { type Html, html, markup, safeHref } from './html.ts'

describe('html', () => {
  it('escapes everything that is filled in', () => {
    const name = `<img src=x onerror="alert(1)"> & 'co'`
    expect(markup(html`<p title="${name}">${name} ${7}</p>`)).toBe(
      '<p title="&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;co&#39;">' +
        '&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;co&#39; 7</p>',
    )
  })

  it('inserts its own markup unescaped, one piece or many, and nothing for undefined', () => {
    const rows = ['a', '<b>'].map((cell) => html`<td>${cell}</td>`)
    expect(markup(html`<tr>${rows}${undefined}</tr>`)).toBe('<tr><td>a</td><td>&#60;b&#62;</td></tr>')
  })

  it('does not take an object from JSON for markup', () => {
    const forged = JSON.parse('{"markup": "<script>", "html": "<script>"}') as Html
    expect(markup(html`${forged}`)).not.toContain('<script>')
  })

  it('keeps backslashes and dollar signs as they were written', () => {
    expect(markup(html`${'$& $1 \\n'}`)).toBe('$&#38; $1 \\n')
  })
})

it.each([
  'https://praxis.example/impressum',
  'http://localhost:8080/x?a=1',
  'mailto:a@b.at',
  'tel:+435572000',
])('%s may be a href', (address) => expect(safeHref(address)).toBe(address))

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt://x',
  'data:text/html,x',
  'praxis.example',
  '//x',
  'https://',
  '',
])('%j may be no href', (address) => expect(safeHref(address)).toBeUndefined())
