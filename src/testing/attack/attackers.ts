import {
  ATTACKER_DOMAIN,
  findFreeStart,
  openVisitor,
  type Portal,
  STRANGER_DOMAIN,
  type Visitor,
} from './portal.ts'
import { askForEmail, askForHold, enterCode, joinWaitingList, requestAppointment } from './visits.ts'

/** The attackers' hosts. All hosts of one /48 count as one origin. */
export type Network = Readonly<{ name: string; hosts: number; addressAt: (host: number) => string }>

// These IP addresses are reserved for documentation (RFC 5737 and RFC 3849).
const ipv4 = (host: number) => `203.0.113.${host + 1}`
/** The networks from which `npm run attack` tries each attack. */
export const NETWORKS: readonly Network[] = [
  { name: '1 address', hosts: 1, addressAt: ipv4 },
  { name: '11 addresses', hosts: 11, addressAt: ipv4 },
  { name: '50 addresses', hosts: 50, addressAt: ipv4 },
  { name: 'one /48', hosts: 50, addressAt: (host) => `2001:db8:1:${host.toString(16)}::1` },
]

/** All mailboxes are verified before the attack. */
const MAILBOXES_PER_HOST = 20
/** Refusals in a row after which the attackers wait for the next step. */
const REFUSALS_TO_STOP = 5

/**
 * Browsers of the attackers that have verified a mailbox. The limits for unknown browsers do not bind them.
 */
const KNOWN_BROWSERS = 12

/** Plays one step of an attack, in which the attackers do whatever they can. Bot checks cost them nothing. */
export type Attack = () => Promise<void>

/**
 * Returns an attack in which the hosts act in turn until `REFUSALS_TO_STOP` of them in a row are refused. The
 * next step continues with the next turn.
 * @param act returns whether the portal granted the host of this turn anything
 */
function actInTurn(act: (turn: number) => Promise<boolean>): Attack {
  let turn = 0
  return async () => {
    let refusalsInARow = 0
    while (refusalsInARow < REFUSALS_TO_STOP) {
      const hasSucceeded = await act(turn)
      refusalsInARow = hasSucceeded ? 0 : refusalsInARow + 1
      turn++
    }
  }
}

/**
 * Returns a function that returns the visitor of a turn. The hosts take turns, and each has its own
 * mailboxes.
 * @param name the prefix of the mailboxes, which differs between attacks
 */
function visitorsByTurn(portal: Portal, { hosts, addressAt }: Network, name: string) {
  const openedVisitors = new Map<number, Visitor>()
  return (turn: number): Visitor => {
    const mailboxNumber = turn % (hosts * MAILBOXES_PER_HOST)
    const opened = openedVisitors.get(mailboxNumber)
    if (opened !== undefined) return opened
    const address = addressAt(mailboxNumber % hosts)
    const visitor = openVisitor(portal, address, `${name}${mailboxNumber}${ATTACKER_DOMAIN}`)
    openedVisitors.set(mailboxNumber, visitor)
    return visitor
  }
}

/** Holds as much time as possible, and renews each hold as long as the portal allows it. */
export function holdTimes(portal: Portal, network: Network): Attack {
  const visitorOf = visitorsByTurn(portal, network, 'holder')
  /** The ids of the current holds. */
  const holdIds = new Map<Visitor, string>()
  const placeHold = async (visitor: Visitor, service: string, draw: number) => {
    const start = findFreeStart(portal, service, draw)
    if (start === undefined) return false
    const answer = await askForHold(portal, visitor, { service, start, isCheckSolved: true })
    if (answer.status === 201) holdIds.set(visitor, answer.json.hold_id)
    return answer.status === 201
  }
  const placeHolds = actInTurn(async (turn) => {
    const visitor = visitorOf(turn)
    if (holdIds.has(visitor)) return false
    // The longest service blocks the most time. The shortest still fits where the longest does not.
    return (await placeHold(visitor, 'facial', turn)) || (await placeHold(visitor, 'folgebehandlung', turn))
  })
  return async () => {
    for (const [visitor, id] of holdIds) {
      const { status } = await visitor.browser.post(`/api/hold/${id}/extend`)
      if (status !== 200) holdIds.delete(visitor)
    }
    await placeHolds()
  }
}

/** Lets the portal send e-mails to strangers, and to mailboxes that the attackers' browsers have verified. */
export function askForEmails(portal: Portal, { hosts, addressAt }: Network): Attack {
  const knownVisitors: Visitor[] = []
  let strangerCount = 0
  const tryToSend = async (visitor: Visitor) => (await askForEmail(portal, visitor)).status === 200
  const askUntilRefused = async (visitor: Visitor) => {
    let isSent = true
    while (isSent) isSent = await tryToSend(visitor)
  }
  const askForStrangers = actInTurn((turn) =>
    tryToSend({
      browser: portal.browser(addressAt(turn % hosts)),
      email: `stranger${strangerCount++}${STRANGER_DOMAIN}`,
    }),
  )
  return async () => {
    while (knownVisitors.length < KNOWN_BROWSERS) {
      const number = knownVisitors.length
      const visitor = {
        browser: portal.browser(addressAt(number % hosts)),
        email: `known${number}${ATTACKER_DOMAIN}`,
      }
      knownVisitors.push(visitor)
      if (await tryToSend(visitor)) await enterCode(portal, visitor)
    }
    for (const visitor of knownVisitors) await askUntilRefused(visitor)
    await askForStrangers()
  }
}

/** Books and cancels, again and again. */
export function bookAndCancel(portal: Portal, network: Network): Attack {
  const visitorOf = visitorsByTurn(portal, network, 'looper')
  return actInTurn(async (turn) => {
    const visitor = visitorOf(turn)
    const id = await book(portal, visitor, { service: 'erstordination', draw: turn })
    if (id === undefined) return false
    await visitor.browser.post('/api/patient/reject', { id, message: '' })
    return true
  })
}

/** Books, and leaves the requests open. */
export function bookForever(portal: Portal, network: Network): Attack {
  const visitorOf = visitorsByTurn(portal, network, 'booker')
  return actInTurn(async (turn) => {
    const id = await book(portal, visitorOf(turn), { service: 'facial', draw: turn })
    return id !== undefined
  })
}

/**
 * Books a free start. Returns the id of the booking; undefined if the portal refuses or has no free start.
 */
async function book(
  portal: Portal,
  visitor: Visitor,
  { service, draw }: Readonly<{ service: string; draw: number }>,
): Promise<string | undefined> {
  const start = findFreeStart(portal, service, draw)
  if (start === undefined) return undefined
  const hold = await askForHold(portal, visitor, { service, start, isCheckSolved: true })
  if (hold.status !== 201) return undefined
  const requested = await requestAppointment(portal, visitor, hold.json.hold_id)
  return requested.status === 201 ? requested.json.id : undefined
}

/** Enters as many mailboxes as possible into the waiting list, and answers no offer. */
export function waitForever(portal: Portal, network: Network): Attack {
  const visitorOf = visitorsByTurn(portal, network, 'waiter')
  return actInTurn(async (turn) => (await joinWaitingList(portal, visitorOf(turn))).status === 201)
}

/** The attacks by the names that `npm run attack` takes. */
export const ATTACKS = {
  holds: holdTimes,
  'e-mails': askForEmails,
  loop: bookAndCancel,
  requests: bookForever,
  waiting: waitForever,
} as const
