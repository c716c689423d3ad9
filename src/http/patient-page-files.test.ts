import { describe, expect, it } from 'vitest'
import { insertBooking } from '../testing/bookings.ts'
import { openVisitedPages, policyHash } from '../testing/built-ui.ts'

/** Returns the files that the page links to: its styles and its scripts. */
function linkedFiles(page: string): { styles: string[]; scripts: string[] } {
  const linkToStyle = /<link data-later="stylesheet" disabled crossorigin href="\/(assets[^"]+)">/g
  const linkToScript = /<link data-later crossorigin href="\/(assets[^"]+)">/g
  const filesOf = (link: RegExp) => Array.from(page.matchAll(link), ([, file = '']) => file)
  return { styles: filesOf(linkToStyle), scripts: filesOf(linkToScript) }
}

describe('the files of a patient’s page', () => {
  it('has its styles inline, as its policy allows', async () => {
    const { app, get } = openVisitedPages()
    const { text, headers } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    expect(text).not.toContain('<link rel="stylesheet"')
    const [, inlineStyles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
    const stylesheets = await Promise.all(linkedFiles(text).styles.map((file) => get(`/${file}`)))
    expect(inlineStyles).toBe(stylesheets.map((stylesheet) => stylesheet.text.trim()).join(''))
    expect(headers.get('content-security-policy')).toContain(` '${policyHash(inlineStyles)}'`)
  })

  it('links to files that exist, few of them scripts', async () => {
    const { app, get } = openVisitedPages()
    const { text } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    const { styles, scripts } = linkedFiles(text)
    expect(styles.length + scripts.length).toBeGreaterThan(2)
    expect(scripts.length).toBeLessThanOrEqual(4)
    for (const file of [...styles, ...scripts])
      expect((await get(`/${file}`)).headers.get('content-type')).toMatch(/javascript|css/)
  })

  it('loads no scripts for forms', async () => {
    const { app, get } = openVisitedPages()
    const { text } = await get(`/patient/overview?id=${insertBooking(app.ctx().db).id}`)
    const { scripts } = linkedFiles(text)
    expect(scripts).not.toEqual([])
    const scriptsOfList = (await get('/meine-termine')).text.match(/assets\/[\w-]+\.js/g) ?? []
    expect(scriptsOfList).toEqual(expect.arrayContaining([expect.stringMatching(/\/my-bookings-page-/)]))
    // The rules of forms and the contact form are a third of all that these pages would load.
    for (const file of [...scripts, ...scriptsOfList]) expect(file).not.toMatch(/\/(forms|contact)-/)
  })
})
