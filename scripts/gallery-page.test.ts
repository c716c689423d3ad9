import { expect, it } from 'vitest'
import { galleryPage } from './gallery-page.ts'

/** The gallery of two states in some looks, and of two pictures of one e-mail. */
const page = galleryPage(
  // The state, the width of the window and the look.
  ['login~360~dark.jpg', 'login~1280~light.jpg', 'login~360~light.jpg', 'closed~360~light.jpg'],
  // The kind of e-mail, the width and the theme.
  ['late-360-dark.png', 'late-600-light.png'],
)

it('the gallery has a row for each state, and one for each kind of e-mail', () => {
  const headings = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
  expect(headings).toEqual(['closed', 'login', 'E-mail: late'])
})

it('a row has its light pictures first, the narrow ones before the wide ones', () => {
  const pictures = [...page.matchAll(/alt="(login[^"]+)"/g)].map(([, file]) => file)
  expect(pictures).toEqual(['login~360~light.jpg', 'login~1280~light.jpg', 'login~360~dark.jpg'])
})
