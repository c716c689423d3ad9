import type { Rolldown } from 'vite'
import { nameAdminChunk } from './admin-chunks.ts'
import { nameFirstChunk } from './first-chunk.ts'
import { icons, modulesIn } from './module-patterns.ts'

/**
 * This module assigns each module of the pages to a chunk, which becomes a file of the build. The chunks
 * decide how much a page loads (scripts/weight.test.ts has the limits).
 */

/**
 * Modules that most pages need. All are in one chunk, because on a slow line each further request costs half
 * a second.
 */
const PARTS_MODULES = [
  /\/ui\/(components|page)\//,
  /@tanstack\/|\/query-client\./,
  modulesIn('/api/', ['query-key', 'use-code']),
  modulesIn('/ui/patient/', ['addresses', 'selection-summary']),
  modulesIn('/patient/', ['page-data', 'services', 'time/free-times-queries']),
  modulesIn('/booking/', ['use-services', 'questions/answer-draft', 'questions/questions']),
  modulesIn('/src/shared/', ['booking', 'cut-off', 'day', 'format', 'free-times', 'messages.de']),
  modulesIn('/src/shared/service/', ['duration', 'service']),
  icons(['arrow-right', 'arrow-up', 'calendar-check', 'calendar-days', 'calendar-plus', 'chevron-left']),
  icons(['clock', 'download', 'plus', 'printer', 'shield-check']),
  // "Meine Termine" verifies an e-mail address without the contact form and its rules.
  /altcha-lib/,
  modulesIn('/api/', ['bot-check', 'checked-call']),
  modulesIn('/patient/', ['browser-storage']),
  modulesIn('/patient/verification/', ['enter-code', 'use-code-email', 'verification.module']),
]

/**
 * Modules of forms that the patients' steps share with one another and with the admin area. They are in few
 * chunks, because chunks of 200 bytes compress badly.
 */
const FORMS_MODULES = [
  /node_modules\/valibot\//,
  modulesIn('/src/shared/', ['field-errors', 'line', 'number-word']),
  modulesIn('/src/shared/contact/', ['contact', 'contact-form', 'contact-rules', 'countries', 'input-at']),
  modulesIn('/src/shared/contact/', ['older-contact', 'phone-shown', 'readable-name', 'svnr']),
  modulesIn('/ui/patient/', ['use-draft', 'draft-state', 'use-takes-sms']),
  modulesIn('/ui/booking/', ['use-hold-expiry']),
  modulesIn('/ui/booking/contact/', ['contact-draft', 'draft-storage', 'use-contact-form']),
]

/** Modules of the step with the contact. The waiting list verifies e-mails too, so it shares this chunk. */
const CONTACT_MODULES = [
  /\/patient\/verification\//,
  /\/booking\/contact\/(?!verify-)/,
  modulesIn('/booking/', ['step-contact', 'new-time']),
]

/**
 * Modules that the pages of an appointment share. They are opened on their own from an e-mail, so all are in
 * one chunk: on a slow line each further request costs half a second.
 */
const APPOINTMENT_MODULES = [
  /\/ui\/appointment\/(?!decide|move|my-bookings)/,
  modulesIn('/ui/api/', ['appointment', 'refusals']),
  /\/ui\/patient\/(patient-page|use-appointment|appointment-|failure|message-field)/,
  /\/ui\/patient\/waiting-list\/(addresses|use-waiting|wishes-text)/,
  icons(['bell-ring', 'calendar-clock', 'calendar-x', 'phone']),
]

/** Returns a function that tells whether one of the patterns matches the id of a module. */
const anyOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

/** The chunks with their modules. A module that fits several goes to the chunk with the highest priority. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
    priority: 4,
  },
  { name: nameFirstChunk(), debugName: 'first', priority: 3 },
  { name: 'forms', test: anyOf(FORMS_MODULES), priority: 1 },
  { name: 'contact', test: anyOf(CONTACT_MODULES) },
  { name: 'parts', test: anyOf(PARTS_MODULES), minShareCount: 2, priority: 2 },
  // The third step and the page of a move load it, so it is there when the fourth step offers the next free
  // time.
  { name: 'times', test: /\/ui\/patient\/time\/(?!free-times-queries)/ },
  // Admin pages share many small modules, which would be dozens of requests.
  {
    name: nameAdminChunk(),
    debugName: 'admin-shared',
    priority: 5,
    includeDependenciesRecursively: false,
  },
  { name: 'appointment', test: anyOf(APPOINTMENT_MODULES) },
]
