import { expect, it } from 'vitest'
import { galleryPage } from './gallery-page.ts'

it('the gallery has a row for each state, light first, and one for each e-mail', () => {
  const page = galleryPage(
    ['login~360~dark.jpg', 'login~1280~light.jpg', 'login~360~light.jpg', 'closed~360~light.jpg'],
    ['late-360-dark.png', 'late-600-light.png'],
  )
  expect([...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, state]) => state)).toEqual([
    'closed',
    'login',
    'E-mail: late',
  ])
  expect([...page.matchAll(/alt="(login[^"]+)"/g)].map(([, file]) => file)).toEqual([
    'login~360~light.jpg',
    'login~1280~light.jpg',
    'login~360~dark.jpg',
  ])
})
