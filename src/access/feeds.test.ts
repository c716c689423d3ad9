import { beforeEach, expect, it } from 'vitest'
import { insertAdmin } from '../testing/admins.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { addFeed, endFeed, endFeeds, findFeed, listFeeds, passFeeds } from './feeds.ts'

let app: TestApp
let ownAdminId: number
let otherAdminId: number
beforeEach(() => {
  app = openTestApp({ empty: true })
  ownAdminId = insertAdmin(app)
  otherAdminId = insertAdmin(app, { email: 'dr.muster@ordination.example' })
})

const addFeedOf = (adminId: number, title: string) =>
  addFeed(app.ctx(), adminId, { title, initialsOnly: true, resourceId: null })
/** Returns the titles of both admins' feeds. */
const listTitles = () => {
  const titlesOf = (adminId: number) => listFeeds(app.ctx(), adminId).map(({ title }) => title)
  return { own: titlesOf(ownAdminId), other: titlesOf(otherAdminId) }
}
const listAudit = () => app.rows('select action, subject from audit order by id')

it('a feed is found by its secret URL, of which only the hash is stored', () => {
  const { feed, token } = addFeedOf(ownAdminId, 'Handy')
  expect(feed).toMatchObject({
    title: 'Handy',
    initialsOnly: true,
    resourceId: null,
    createdAt: Date.now(),
  })
  expect(findFeed(app.ctx(), token)).toEqual(feed)
  expect(findFeed(app.ctx(), `${token}x`)).toBeUndefined()
  expect(JSON.stringify([feed, ...app.rows('select * from feeds')])).not.toContain(token)
  expect(listAudit()).toEqual([{ action: 'feed-made', subject: 'Handy' }])
})

it('a feed is listed for its admin, oldest first, until that admin ends it', () => {
  const { feed } = addFeedOf(ownAdminId, 'Handy')
  addFeedOf(ownAdminId, 'Tablet')
  addFeedOf(otherAdminId, 'Büro')
  endFeed(app.ctx(), otherAdminId, feed.id)
  expect(listTitles()).toEqual({ own: ['Handy', 'Tablet'], other: ['Büro'] })
  endFeed(app.ctx(), ownAdminId, feed.id)
  endFeed(app.ctx(), ownAdminId, feed.id)
  expect(listTitles()).toEqual({ own: ['Tablet'], other: ['Büro'] })
  const madeFeeds = ['Handy', 'Tablet', 'Büro'].map((subject) => ({ action: 'feed-made', subject }))
  expect(listAudit()).toEqual([...madeFeeds, { action: 'feed-ended', subject: 'Handy' }])
})

it('ending the feeds of an admin leaves those of others', () => {
  for (const title of ['Handy', 'Tablet']) addFeedOf(ownAdminId, title)
  addFeedOf(otherAdminId, 'Büro')
  endFeeds(app.ctx(), ownAdminId)
  expect(listTitles()).toEqual({ own: [], other: ['Büro'] })
})

it('the feeds of an admin can be passed on to another one', () => {
  addFeedOf(ownAdminId, 'Handy')
  addFeedOf(otherAdminId, 'Büro')
  passFeeds(app.ctx(), ownAdminId, otherAdminId)
  expect(listTitles()).toEqual({ own: [], other: ['Handy', 'Büro'] })
})

it('the feeds of an admin still work when they have lost their owner', () => {
  const { token } = addFeedOf(ownAdminId, 'Handy')
  passFeeds(app.ctx(), ownAdminId, null)
  expect(listTitles()).toEqual({ own: [], other: [] })
  expect(findFeed(app.ctx(), token)?.title).toBe('Handy')
})
