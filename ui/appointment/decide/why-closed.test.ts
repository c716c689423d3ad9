import { expect, test } from 'vitest'
import { CONFIRM_TEXTS, REJECT_TEXTS } from './decision-texts.ts'
import { whyClosed } from './why-closed.ts'

const VALID = { hasExpired: false, hasMoved: false, asksMove: false }
const EXPIRED = { ...VALID, hasExpired: true }

test('a link can decide on a request until the link expires', () => {
  expect(whyClosed('requested', CONFIRM_TEXTS, VALID)).toBeUndefined()
  expect(whyClosed('requested', CONFIRM_TEXTS, EXPIRED)?.title).toBe('Dieser Link ist abgelaufen.')
})

test.each([VALID, EXPIRED])('the link %j cannot decide on a request that was moved', (link) => {
  const closed = whyClosed('requested', CONFIRM_TEXTS, { ...link, hasMoved: true })
  expect(closed?.title).toBe('Dieser Termin wurde verschoben.')
})

test.each([
  { decision: 'confirm', text: CONFIRM_TEXTS },
  { decision: 'reject', text: REJECT_TEXTS },
])('only the link for the time that the patient asks for can $decision that time', ({ text }) => {
  const asked = { ...VALID, asksMove: true }
  const titleFor = (link: typeof VALID) => whyClosed('confirmed', text, link)?.title
  expect(titleFor(asked)).toBeUndefined()
  expect(titleFor({ ...asked, hasExpired: true })).toBe('Dieser Link ist abgelaufen.')
  expect(titleFor({ ...asked, hasMoved: true })).toBe('Dieser Termin wurde verschoben.')
})

test.each([
  { decision: 'confirm', text: CONFIRM_TEXTS },
  { decision: 'reject', text: REJECT_TEXTS },
])('a link for an earlier time cannot $decision a confirmed appointment', ({ text }) => {
  expect(whyClosed('confirmed', text, { ...VALID, hasMoved: true })?.title).toBe(
    'Dieser Link gilt nicht mehr.',
  )
})

test.each([
  { status: 'confirmed', text: CONFIRM_TEXTS, tone: 'good', title: 'Termin war bereits bestätigt.' },
  { status: 'rejected', text: REJECT_TEXTS, tone: 'good', title: 'Termin war bereits abgelehnt.' },
] as const)(
  'a link for a booking that is $status already says so in green, whether or not the link has expired',
  ({ status, text, tone, title }) => {
    for (const link of [VALID, EXPIRED]) expect(whyClosed(status, text, link)).toMatchObject({ tone, title })
  },
)

test.each([
  {
    link: 'confirm',
    status: 'rejected',
    text: CONFIRM_TEXTS,
    title: 'Dieser Termin wurde bereits abgelehnt.',
  },
  {
    link: 'reject',
    status: 'confirmed',
    text: REJECT_TEXTS,
    title: 'Dieser Termin wurde bereits bestätigt.',
  },
  { link: 'reject', status: 'cancelled', text: REJECT_TEXTS, title: 'Dieser Termin wurde bereits abgesagt.' },
] as const)(
  'a link to $link a booking that is $status warns of that, whether or not the link has expired',
  ({ status, text, title }) => {
    for (const link of [VALID, EXPIRED])
      expect(whyClosed(status, text, link)).toMatchObject({ tone: 'warning', title })
  },
)
