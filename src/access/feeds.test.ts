import { beforeEach, expect, it } from 'vitest'
import { anAdmin } from '../testing/admins.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { addFeed, endFeed, endFeeds, findFeed, listFeeds, passFeeds } from './feeds.ts'

let app: TestApp
let own: number
let other: number
beforeEach(() => {
  app = openTestApp({ empty: true })
  own = anAdmin(app)
  other = anAdmin(app, { email: 'dr.muster@ordination.example' })
})

const add = (adminId: number, title: string) =>
  addFeed(app.ctx(), adminId, { title, initialsOnly: true, resourceId: null })
const titles = (adminId: number) => listFeeds(app.ctx(), adminId).map(({ title }) => title)
const audit = () => app.rows('select action, subject from audit order by id')

it('a feed is found by its secret address, of which only the hash is stored', () => {
  const { feed, token } = add(own, 'Handy')
  expect(feed).toMatchObject({
    title: 'Handy',
    initialsOnly: true,
    resourceId: null,
    createdAt: Date.now(),
  })
  expect([findFeed(app.ctx(), token), findFeed(app.ctx(), `${token}x`)]).toEqual([feed, undefined])
  expect(JSON.stringify([feed, ...app.rows('select * from feeds')])).not.toContain(token)
  expect(audit()).toEqual([{ action: 'feed-made', subject: 'Handy' }])
})

it('a feed is listed for its admin, the oldest first, until that admin ends it', () => {
  const { feed } = add(own, 'Handy')
  add(own, 'Tablet')
  add(other, 'Büro')
  endFeed(app.ctx(), other, feed.id)
  expect([titles(own), titles(other)]).toEqual([['Handy', 'Tablet'], ['Büro']])
  endFeed(app.ctx(), own, feed.id)
  endFeed(app.ctx(), own, feed.id)
  expect([titles(own), titles(other)]).toEqual([['Tablet'], ['Büro']])
  expect(audit().slice(3)).toEqual([{ action: 'feed-ended', subject: 'Handy' }])
})

it('the feeds of an admin end together, and others stay', () => {
  for (const title of ['Handy', 'Tablet']) add(own, title)
  add(other, 'Büro')
  endFeeds(app.ctx(), own)
  expect([titles(own), titles(other)]).toEqual([[], ['Büro']])
})

it('the feeds of an admin are passed on, or still work without an owner', () => {
  const { token } = add(own, 'Handy')
  add(other, 'Büro')
  passFeeds(app.ctx(), own, other)
  expect([titles(own), titles(other)]).toEqual([[], ['Handy', 'Büro']])
  passFeeds(app.ctx(), other, null)
  expect([titles(other), findFeed(app.ctx(), token)?.title]).toEqual([[], 'Handy'])
})
