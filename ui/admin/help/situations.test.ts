import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HELP_TOPICS } from '../components/help-topics.ts'
import { CHAPTERS, SITUATIONS } from './situations.ts'

const TOPICS = Object.keys(HELP_TOPICS)

// Rule 12.53 of docs/behaviour.md promises these numbers, and six sentences at most.
it('the help has 12 situations for assistants, 5 for doctors and 5 for IT, each once', () => {
  expect(CHAPTERS.map(({ topics }) => topics.length)).toEqual([12, 5, 5])
  expect(CHAPTERS.flatMap(({ topics }) => topics).toSorted()).toEqual(TOPICS.toSorted())
})

it.each(Object.entries(SITUATIONS))('the situation %s has three to six sentences', (_, { text }) => {
  // A sentence begins with a capital letter or a quotation mark after the end of another.
  const sentences = text.split(/(?<=[.!?])\s+(?=[\p{Lu}„])/u)
  expect(sentences.length).toBeGreaterThanOrEqual(3)
  expect(sentences.length).toBeLessThanOrEqual(6)
})

it('each situation has its picture, and no picture is left over', () => {
  const pictures = readdirSync(join(import.meta.dirname, 'pictures'))
  expect(pictures.toSorted()).toEqual(TOPICS.map((topic) => `${topic}.jpg`).toSorted())
})
