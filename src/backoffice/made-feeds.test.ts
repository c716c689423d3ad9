import { describe, expect, it } from 'vitest'
import { addFirstAdminIfWanted, DEFAULT_EMAIL } from '../access/admins.ts'
import { listFeeds } from '../access/feeds.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertAdmin } from '../testing/admins.ts'
import { feedTokenOf } from '../testing/links.ts'
import { openTestApp } from '../testing/test-app.ts'
import { makeFeed, readFeed } from './feeds.ts'

describe('a calendar feed', () => {
  it('is not made for a resource that does not exist', () => {
    const app = openTestApp()
    const make = () =>
      makeFeed(app.ctx(), insertAdmin(app), { title: 'C', initialsOnly: false, resourceId: 'c' })
    expect(make).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  it('stays when ADMIN_EMAIL replaces admin@localhost', () => {
    const app = openTestApp()
    const defaultAdminId = insertAdmin(app, { email: DEFAULT_EMAIL })
    const { url } = makeFeed(app.ctx(), defaultAdminId, { title: 'Handy', initialsOnly: false })
    const newAdmin = { email: 'dr@ordination.example', name: '', passwordHash: '' }
    const admin = addFirstAdminIfWanted(app.ctx(), newAdmin)
    expect(listFeeds(app.ctx(), admin?.id ?? 0)).toHaveLength(1)
    expect(readFeed(app.ctx(), feedTokenOf(url))).toContain('BEGIN:VCALENDAR')
  })

  it('has a URL below PUBLIC_BASE_URL', () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example/' })
    const { url } = makeFeed(app.ctx(), insertAdmin(app), { title: 'Handy', initialsOnly: false })
    expect(url).toMatch(/^https:\/\/termine\.example\/api\/feed\//)
  })
})
