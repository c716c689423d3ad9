import type { Rolldown } from 'vite'
import { nameAdminChunk } from './admin-chunks.ts'
import { nameFirstChunk } from './first-chunk.ts'

/**
 * This module assigns each module of the pages to a chunk, which becomes a file of the build. The chunks
 * decide how much a page loads (scripts/weight.test.ts has the limits).
 */

/**
 * Modules that most pages need. All are in one chunk, because on a slow line each further request costs half
 * a second.
 */
const SHARED = [
  /\/ui\/(components|page)\/|\/ui\/patient\/(addresses|selection-summary)\.|\/src\/shared\/(booking|cut-off|day|format|free-times|messages\.de|service\/(duration|service))\.|\/icons\/(arrow-(right|up)|calendar-(check|days|plus)|chevron-left|clock|download|plus|printer|shield-check)\./,
  /@tanstack\/|\/query-client\.|\/patient\/(page-data|services|time\/free-times)\.|\/api\/(query-key|use-code)\.|\/booking\/(use-services|questions\/(answer-draft|questions))\./,
  // "Meine Termine" verifies an e-mail address without the contact form and its rules.
  /altcha-lib|\/api\/(bot-check|checked-call)\.|\/patient\/(browser-storage|verification\/(enter-code|use-verification-email|verification\.module))\./,
]

/** The chunks with their modules. A module that fits several goes to the chunk with the highest priority. */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|wouter|use-sync-external-store)\//,
    priority: 4,
  },
  { name: nameFirstChunk(), debugName: 'first', priority: 3 },
  // The patients' steps share this code with one another and with the admin area. It is in few chunks,
  // because chunks of 200 bytes compress badly.
  {
    name: 'forms',
    test: /node_modules\/valibot\/|\/src\/shared\/(contact\/(contact|contact-form|contact-rules|countries|input-at|older-contact|phone-shown|readable-name|svnr)|field-errors|line|number-word)\.|\/ui\/patient\/(use-draft|draft-state|use-takes-sms)\.|\/ui\/booking\/(use-hold-expiry|contact\/(contact-draft|draft-storage|use-contact-form))\./,
    priority: 1,
  },
  // The waiting list verifies e-mails too, so it shares this chunk.
  {
    name: 'contact',
    test: /\/patient\/verification\/|\/booking\/(contact\/(?!verify-)|(step-contact|new-time)\.)/,
  },
  {
    name: 'parts',
    test: (id) => SHARED.some((modules) => modules.test(id)),
    minShareCount: 2,
    priority: 2,
  },
  // The third step and the page of a move load it, so it is there when the fourth step offers the next free
  // time.
  { name: 'times', test: /\/ui\/patient\/time\/(?!free-times)/ },
  // Admin pages share many small modules, which would be dozens of requests.
  {
    name: nameAdminChunk(),
    debugName: 'admin-shared',
    priority: 5,
    includeDependenciesRecursively: false,
  },
  // An appointment's pages are opened on their own from an e-mail, so all that they share is in one chunk: on
  // a slow line each further request costs half a second.
  {
    name: 'appointment',
    test: /\/ui\/appointment\/(?!decide|move|my-bookings)|\/ui\/api\/(appointment|refusals)\.|\/ui\/patient\/(patient-page|use-appointment|appointment-|failure|message-field|waiting-list\/(addresses|use-waiting|wishes-text))|\/icons\/(bell-ring|calendar-(clock|x)|phone)\./,
  },
]
