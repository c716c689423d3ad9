import { expect, it } from 'vitest'
import { galleryPage } from './gallery-page.ts'

const page = galleryPage(
  ['login~360~dark.jpg', 'login~1280~light.jpg', 'login~360~light.jpg', 'closed~360~light.jpg'],
  ['late-360-dark.png', 'late-600-light.png'],
)

it('the gallery has a row for each state, and one for each e-mail', () => {
  const rows = [...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, row]) => row)
  expect(rows).toEqual(['closed', 'login', 'E-mail: late'])
})

it('a row has its light pictures first, the narrow ones before the wide ones', () => {
  const pictures = [...page.matchAll(/alt="(login[^"]+)"/g)].map(([, file]) => file)
  expect(pictures).toEqual(['login~360~light.jpg', 'login~1280~light.jpg', 'login~360~dark.jpg'])
})
