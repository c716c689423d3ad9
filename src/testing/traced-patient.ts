import { join } from 'node:path'
import { encryptAnswers } from '../booking/answers.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { writeNote, writePatientNote } from '../booking/notes.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { aContact, aHold, aRequest, verifyEmailAddress } from './factory.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp, recordLog } from './test-app.ts'

/** The start of the appointment. */
export const TRACED_START = '2027-01-12T08:30:00+01:00'
/** The e-mail address of the patient, whose mailbox is without `+praxis`. */
export const TRACED_EMAIL = 'quirxel+praxis@vlonbert.example'
/** Nothing else in the portal contains these words. */
export const TRACED_CONTACT = aContact({
  email: TRACED_EMAIL,
  firstName: 'Xyloquin',
  lastName: 'Vlonbertsdatter',
  mobile: '+43 660 9182736',
  address: 'Zwoxelgasse 7',
  city: 'Quarndorf',
  booker: { firstName: 'Wumbelina', lastName: 'Krotschnak', relation: 'child' },
})
/**
 * Parts of the patient's data and of what was written about the patient, without first letters, whose case
 * may change. The last one is the end of the social security number.
 */
export const TRACES = [
  'uirxel',
  'lonbert',
  'yloquin',
  '9182736',
  '918 2736',
  'woxelgasse',
  'uarndorf',
  'umbelina',
  'rotschnak',
  'Grumpfschmerz',
  '010180',
]

/** Opens the portal on files, with a waiting entry and a confirmed appointment of the patient. */
export async function openAppOfTracedPatient() {
  const dataDir = tempDir()
  const file = join(dataDir, 'ordi.db')
  const { lines, log } = recordLog('debug')
  const app = openTestApp({ file, ports: { log }, config: { dataDir } })
  const browser = app.browser()
  await verifyEmailAddress(app, browser, TRACED_EMAIL)
  const hold = await browser.post('/api/hold', aHold({ start: TRACED_START, contact: TRACED_CONTACT }))
  const request = await aRequest(app, hold.json.hold_id, { contact: TRACED_CONTACT })
  const { id } = (await browser.post('/api/booking/confirm', request)).json as { id: string }
  decideBooking(app.ctx(), id, {
    decision: 'confirm',
    message: 'Kommen Sie mit Grumpfschmerz',
    undoable: true,
  })
  app.changeRows(
    'update bookings set answers = ?',
    encryptAnswers(app.ctx(), id, [{ id: 'a', label: 'Was ist Ihnen wichtig?', value: 'Grumpfschmerz' }]),
  )
  writeNote(app.ctx(), id, 'Will Grumpfschmerz')
  writePatientNote(app.ctx(), id, 'Hat Grumpfschmerz')
  const cancel = () => cancelByPatient(app.ctx(), id, 'Kein Grumpfschmerz mehr')
  addToWaitingList(app.ctx(), {
    service_id: 'folgebehandlung',
    name: 'Xyloquin Vlonbertsdatter',
    email: TRACED_EMAIL,
    mobile: '+43 660 9182736',
    not_after: '2027-02-01',
    not_before: null,
    weekdays: [1],
    parts: ['morning'],
  })
  return { ...app, id, dataDir, file, lines, cancel }
}

/** Returns the traces of the patient in the text. */
export function tracesIn(text: string): string[] {
  return TRACES.filter((trace) => text.includes(trace))
}
