import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HELP_TOPICS, helpUrlFor } from '../components/help-topics.ts'
import { CHAPTERS, SITUATIONS } from './situations.ts'

const TOPICS = Object.keys(HELP_TOPICS)

it('the help has twelve situations for assistants, five for doctors and five for the practice’s IT, each once', () => {
  expect(CHAPTERS.map(({ topics }) => topics.length)).toEqual([12, 5, 5])
  expect(CHAPTERS.flatMap(({ topics }) => topics).toSorted()).toEqual(TOPICS.toSorted())
})

it.each(Object.entries(SITUATIONS))('the situation %s has three to six sentences', (_, { text }) => {
  // A sentence begins with a capital letter or a quotation mark after the end of another.
  const sentences = text.split(/(?<=[.!?])\s+(?=[\p{Lu}„])/u)
  expect(sentences.length).toBeGreaterThan(2)
  expect(sentences.length).toBeLessThanOrEqual(6)
})

it('each situation has its picture, and no picture is left over', () => {
  const pictures = readdirSync(join(import.meta.dirname, 'pictures'))
  expect(pictures.toSorted()).toEqual(TOPICS.map((topic) => `${topic}.jpg`).toSorted())
})

it.each([
  { page: 'a page', path: '/admin/waiting-list', help: '/admin/hilfe#warteliste' },
  { page: 'a page with an id in its path', path: '/admin/patients/abc', help: '/admin/hilfe#person' },
  { page: 'an unknown page', path: '/admin/unbekannt', help: '/admin/hilfe#anfrage' },
])('the help of $page is at $help', ({ path, help }) => {
  expect(helpUrlFor(path)).toBe(help)
})
