import { join } from 'node:path'
import { encryptAnswers } from '../booking/answers.ts'
import { cancelByPatient } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { writeNote, writePatientNote } from '../booking/notes.ts'
import { addToWaitingList } from '../booking/waiting-list.ts'
import { aContact, aHold, aRequest, verifyEmailAddress } from './factory.ts'
import { tempDir } from './temp-dir.ts'
import { openTestApp, recordLog, type TestApp } from './test-app.ts'

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
/** A word in every text that was written to or about the patient. */
const WRITTEN_WORD = 'Grumpfschmerz'
/**
 * Parts of the patient's data and of what was written about the patient, without first letters, whose case
 * may change. The last one is the end of the social security number: the birth date of `aContact`.
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
  WRITTEN_WORD,
  '010180',
]

/**
 * Opens the portal on files, with a confirmed appointment of the patient, everything that can be written
 * about it, and a waiting entry.
 * @returns the app, the id of the booking, the files and the lines of the log; `cancel` cancels the
 * appointment as the patient, with a reason
 */
export async function openAppOfTracedPatient() {
  const dataDir = tempDir()
  const file = join(dataDir, 'ordi.db')
  const { lines: logLines, log } = recordLog('debug')
  const app = openTestApp({ file, ports: { log }, config: { dataDir } })
  const bookingId = await bookTracedPatient(app)
  writeAboutPatient(app, bookingId)
  addToWaitingList(app.ctx(), {
    service_id: 'folgebehandlung',
    name: `${TRACED_CONTACT.firstName} ${TRACED_CONTACT.lastName}`,
    email: TRACED_CONTACT.email,
    mobile: TRACED_CONTACT.mobile,
    not_after: '2027-02-01',
    not_before: null,
    weekdays: [1],
    parts: ['morning'],
  })
  const cancel = () => cancelByPatient(app.ctx(), bookingId, `Kein ${WRITTEN_WORD} mehr`)
  return { ...app, bookingId, dataDir, file, logLines, cancel }
}

/** Books the appointment as the patient. @returns the id of the booking */
async function bookTracedPatient(app: TestApp): Promise<string> {
  const browser = app.browser()
  await verifyEmailAddress(app, browser, TRACED_EMAIL)
  const hold = await browser.post('/api/hold', aHold({ start: TRACED_START, contact: TRACED_CONTACT }))
  const request = await aRequest(app, hold.json.hold_id, { contact: TRACED_CONTACT })
  return (await browser.post('/api/booking/confirm', request)).json.id
}

/** Confirms the appointment with a message, and writes an answer and both kinds of notes. */
function writeAboutPatient(app: TestApp, bookingId: string): void {
  decideBooking(app.ctx(), bookingId, {
    decision: 'confirm',
    message: `Kommen Sie mit ${WRITTEN_WORD}`,
    undoable: true,
  })
  // The service asks nothing, so the answer is stored past the request.
  app.changeRows(
    'update bookings set answers = ?',
    encryptAnswers(app.ctx(), bookingId, [{ id: 'a', label: 'Was ist Ihnen wichtig?', value: WRITTEN_WORD }]),
  )
  writeNote(app.ctx(), bookingId, `Will ${WRITTEN_WORD}`)
  writePatientNote(app.ctx(), bookingId, `Hat ${WRITTEN_WORD}`)
}

/** Returns the traces of the patient in the text. */
export function tracesIn(text: string): string[] {
  return TRACES.filter((trace) => text.includes(trace))
}
