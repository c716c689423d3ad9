import type { Context } from 'hono'
import { getBooking } from '../booking/bookings.ts'
import type { Config } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { listFreeSlots } from '../schedule/availability.ts'
import { summariseDays } from '../schedule/day-counts.ts'
import { findActiveService } from '../schedule/services.ts'
import { addDays } from '../shared/day.ts'
import { LIST_DAYS_SCANNED } from '../shared/free-times.ts'
import { Problem, type ProblemCode } from '../shared/problems.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { overviewWithNextFree } from './appointment-answer.ts'
import { readBrowser } from './browser.ts'
import type { Env } from './deps.ts'
import { myBookingsAnswer } from './my-bookings.ts'
import { closuresAnswer, servicesAnswer } from './public.ts'
import { slotAnswers } from './slot-answers.ts'

/** The modules in `ui/` that show the pages with data. */
export const DATA_PAGE_MODULES = {
  overview: 'appointment/overview/overview.tsx',
  myBookings: 'appointment/my-bookings/my-bookings-page.tsx',
  services: 'booking/step-service.tsx',
  times: 'booking/step-slot.tsx',
  decision: 'appointment/decide/decision-page.tsx',
  login: 'admin/login-page.tsx',
} as const

/** The modules in `ui/` of pages without data that links in messages open. */
export const LINKED_PAGE_MODULES: ReadonlyMap<string, string> = new Map([
  ['/patient/reject', 'appointment/cancel/cancel-page.tsx'],
  ['/patient/move', 'appointment/move/move-page.tsx'],
  ['/patient/offer', 'waiting-list/offer-page.tsx'],
  ['/patient/waiting-list', 'waiting-list/waiting-list-page.tsx'],
  ['/email/verify', 'booking/contact/verify-email-page.tsx'],
])

/**
 * The answers that a page contains, so that it is shown before any code has arrived. They are the answers to
 * the calls that the page would make; `my_bookings` is null while the list is closed in this browser.
 */
export type PageData = Readonly<{
  now: string
  booking?: ReturnType<typeof overviewWithNextFree>
  my_bookings?: ReturnType<typeof myBookingsAnswer> | null
  services?: ReturnType<typeof servicesAnswer>
  times?: FreeTimes
}>

/** The free times of a service, on the days through which the next free time is searched. */
type FreeTimes = NonNullable<ReturnType<typeof findTimes>>

/** The data of one page. `findPageData` adds the time, which all pages have. */
type FoundData = Omit<PageData, 'now'>

/** A page with data. `find` returns undefined if there is nothing to show. */
type DataPage = Readonly<{
  path: RegExp
  /** The query without which an address has no data. */
  search?: RegExp
  module: (data: PageData) => string
  find: (c: Context<Env>, ctx: Ctx, config: Config) => FoundData | undefined
}>

/**
 * Matches the query of an address of the wizard that asks for a step, such as `?service=facial`. With `view`
 * or `date` it asks for a part of that step that the data do not cover.
 */
const STEP_QUERY = /^(?!.*[?&](view|date)=).*[?&](service|visit)=/

/** Without a signature the page of a staff link first asks whether somebody is signed in. */
const SIGNED_QUERY = /[?&]sig=[^&]/

const WIZARD = /^\/(booking)?$/

/** The steps of the wizard that show data, by their numbers in its address. */
const SERVICE_STEP = '2'
const TIME_STEP = '3'

const PAGES_WITH_DATA: readonly DataPage[] = [
  {
    path: WIZARD,
    search: STEP_QUERY,
    module: ({ times }) => (times ? DATA_PAGE_MODULES.times : DATA_PAGE_MODULES.services),
    find: findStep,
  },
  { path: /^\/patient\/overview$/, module: () => DATA_PAGE_MODULES.overview, find: findAppointment },
  {
    path: /^\/admin\/(confirm|approve|reject)$/,
    search: SIGNED_QUERY,
    module: () => DATA_PAGE_MODULES.decision,
    find: findAppointment,
  },
  { path: /^\/meine-termine$/, module: () => DATA_PAGE_MODULES.myBookings, find: findMyBookings },
  { path: /^\/admin\/login$/, module: () => DATA_PAGE_MODULES.login, find: () => ({}) },
]

function pageAt(path: string): DataPage | undefined {
  return PAGES_WITH_DATA.find((page) => page.path.test(path))
}

/** Returns whether the page at this address may have data. The wizard has none while it is closed. */
export function mayHaveData(path: string, search: string, { isOpen }: { isOpen: boolean }): boolean {
  const page = pageAt(path)
  if (page === undefined || (page.path === WIZARD && !isOpen)) return false
  return page.search === undefined || page.search.test(search)
}

/** Returns the module in `ui/` that shows these data at this path; undefined for a page without data. */
export function moduleShowing(path: string, data: PageData): string | undefined {
  return pageAt(path)?.module(data)
}

/**
 * Returns the data of a page for which `mayHaveData` is true; undefined when the link leads to no appointment
 * or free time.
 */
export function findPageData(c: Context<Env>, ctx: Ctx, config: Config): PageData | undefined {
  const found = pageAt(c.req.path)?.find(c, ctx, config)
  return found && { now: isoAt(ctx.now), ...found }
}

function findStep(c: Context<Env>, ctx: Ctx): FoundData | undefined {
  const { service, visit, step } = c.req.query()
  if (service) {
    if (step !== undefined && step !== TIME_STEP) return undefined
    const times = findTimes(ctx, service)
    return times && { services: servicesAnswer(ctx), times }
  }
  const isVisit = visit === 'first' || visit === 'return'
  if (!isVisit || step !== SERVICE_STEP) return undefined
  return { services: servicesAnswer(ctx) }
}

function findAppointment(c: Context<Env>, ctx: Ctx): FoundData | undefined {
  const id = c.req.query('id')?.trim() ?? ''
  const booking = unlessRefused('not found', () => overviewWithNextFree(ctx, getBooking(ctx, id)))
  return booking && { booking }
}

function findMyBookings(c: Context<Env>, ctx: Ctx, config: Config): FoundData {
  // The page of a link first asks for a press of a button, whatever this browser has opened before.
  if (c.req.query('token')) return {}
  const browser = readBrowser(c, config)
  return { my_bookings: unlessRefused('email_unverified', () => myBookingsAnswer(ctx, browser)) ?? null }
}

/** Returns the free times; undefined when the service is not offered or has none. */
function findTimes(ctx: Ctx, id: string) {
  const service = findActiveService(ctx, id)
  if (service === undefined) return undefined
  const search = { service, wish: undefined }
  const from = dayAt(ctx.now)
  const to = addDays(from, LIST_DAYS_SCANNED - 1)
  const days = summariseDays(ctx, { from, to, search })
  const day = days.find(({ available_count }) => available_count > 0)?.date
  if (day === undefined) return undefined
  const slots = slotAnswers(ctx, listFreeSlots(ctx, day, search))
  return { service: id, from, to, days, closures: closuresAnswer(ctx, from, to), day, slots }
}

/** Returns the answer, or undefined when it was refused with this code. */
function unlessRefused<T>(code: ProblemCode, answer: () => T): T | undefined {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Problem && error.code === code) return undefined
    throw error
  }
}
