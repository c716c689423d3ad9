import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { verifyEitherCheck } from '../access/bot-check.ts'
import { leaveWaitingList } from '../booking/ended-entries.ts'
import { listResourceSearches } from '../booking/entry-wishes.ts'
import { findOpenOffer } from '../booking/open-offers.ts'
import { assertVerified } from '../booking/verified-addresses.ts'
import { findAwaitedVisit, findEntryForBooking, getEntry } from '../booking/waiting-entries.ts'
import { joinWaitingList } from '../booking/waiting-list.ts'
import type { Ctx } from '../ctx.ts'
import { findBooking } from '../db/booking-rows.ts'
import { canOfferBeTaken } from '../db/offer-rows.ts'
import type { OfferRow, WaitingEntryRow } from '../db/schema.ts'
import { readSetting } from '../practice/settings.ts'
import { turnstileKeys } from '../practice/turnstile-keys.ts'
import { readWeek } from '../schedule/hours.ts'
import { listResources } from '../schedule/resources.ts'
import { findShownResource } from '../schedule/shown-resources.ts'
import { normalEmailSchema } from '../shared/contact/normal-email.ts'
import { WAITING_WEEKDAYS } from '../shared/waiting-list.ts'
import type { WaitingEntry, WaitingTerms } from '../shared/waiting-list-answers.ts'
import { waitingSchema } from '../shared/waiting-list-rules.ts'
import { dayAt, isoAt } from '../time/vienna.ts'
import { timeAnswer } from './appointment-answer.ts'
import { readBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { linkIdField } from './fields.ts'
import { body, noBody, query } from './input.ts'
import { patientOrigin } from './origin.ts'

type JoinInput = v.InferOutput<ReturnType<typeof waitingSchema>>

/** The patients' calls about the waiting list, by the ids of entries and bookings (docs/behaviour.md 18). */
export function waitingListRoutes(deps: Deps) {
  return new Hono<Env>()
    .post(
      '/waiting-list',
      body((ctx) => waitingSchema({ today: dayAt(ctx.now), email: normalEmailSchema })),
      async (c) => c.json({ id: (await joinByVisitor(c, c.req.valid('json'), deps)).id }, 201),
    )
    .get('/waiting-list', query(v.object({ booking_id: linkIdField })), (c) => {
      const ctx = ctxOf(c)
      const entry = findEntryForBooking(ctx, c.req.valid('query').booking_id)
      // Most bookings have no entry. A 404 would show as an error in the browser's console.
      return c.json(entry ? entryAnswer(ctx, entry) : null)
    })
    .get('/waiting-list/terms', (c) => c.json(termsAnswer(ctxOf(c))))
    .get('/waiting-list/:id', (c) => {
      const ctx = ctxOf(c)
      return c.json(entryAnswer(ctx, getEntry(ctx, c.req.param('id'))))
    })
    .delete('/waiting-list/:id', noBody, (c) => {
      leaveWaitingList(ctxOf(c), c.req.param('id'))
      return c.body(null, 204)
    })
}

/** Adds the visitor who calls to the waiting list, or changes the wishes of an entry. @throws Problem */
async function joinByVisitor(c: Context<Env>, input: JoinInput, deps: Deps): Promise<WaitingEntryRow> {
  const ctx = ctxOf(c)
  // Somebody who has an appointment here is known already, and needs no bot check.
  const newcomer = 'service_id' in input ? input : undefined
  const token = newcomer?.turnstile_token ?? ''
  const visitor = { browser: readBrowser(c, deps.config), origin: patientOrigin(c, deps.config) }
  const turnstile = turnstileKeys(ctx)
  // Cloudflare is asked about verified visitors only.
  if (turnstile !== undefined && newcomer !== undefined) assertVerified(ctx, newcomer.email, visitor.browser)
  const botCheck = await verifyEitherCheck(ctx, { token, attempt: token, turnstile }, deps)
  return joinWaitingList(ctx, input, visitor, botCheck)
}

/** Returns the days of the week on which somebody works in the practice, and how long an offer lasts. */
function termsAnswer(ctx: Ctx): WaitingTerms {
  const activeResources = listResources(ctx).filter((resource) => resource.active)
  // Without an active resource, the week of the practice counts.
  const weeks =
    activeResources.length > 0 ? activeResources.map(({ id }) => readWeek(ctx, id)) : [readWeek(ctx)]
  return {
    weekdays: WAITING_WEEKDAYS.filter((weekday) => weeks.some((week) => week[weekday % 7]?.length)),
    offer_minutes: readSetting(ctx, 'general', 'offer_minutes'),
  }
}

/** Returns an entry with its offer, if there is one that the patient can still accept. */
export function entryAnswer(ctx: Ctx, entry: WaitingEntryRow): WaitingEntry {
  const booking = findBooking(ctx, entry.bookingId)
  const offer = findOpenOffer(ctx, entry.id)
  const wishedResource = entry.resourceId === null ? undefined : findShownResource(ctx, entry.resourceId)
  return {
    id: entry.id,
    service: {
      id: entry.serviceId,
      name: findAwaitedVisit(ctx, entry, booking).serviceName,
    },
    booking_id: entry.bookingId,
    not_after: entry.notAfterOn,
    not_before: entry.notBeforeOn,
    weekdays: entry.weekdays,
    parts: entry.parts,
    ...(entry.resourceId !== null && { resource: entry.resourceId }),
    ...(wishedResource && { resource_name: wishedResource.name }),
    ...(listResourceSearches(ctx, { entry, booking }).length === 0 && { no_times: true as const }),
    offer: offer !== undefined && canOfferBeTaken(ctx, offer) ? openOfferAnswer(ctx, offer) : null,
  }
}

/**
 * Returns an offer that can still be taken: its time, its end, and the resource if the practice has several.
 */
export function openOfferAnswer(ctx: Ctx, { id, startsAt, resourceId, expiresAt }: OfferRow) {
  const resource = findShownResource(ctx, resourceId)
  return { id, ...timeAnswer(startsAt), until: isoAt(expiresAt), ...(resource && { resource }) }
}
