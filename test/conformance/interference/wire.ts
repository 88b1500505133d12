import type { Random } from '../../../src/effects/random.js'
import type { VenueCall, Wire, WireReply } from '../../../src/transport/call-types.js'
import { type ErrorForm, WireError } from '../../../src/transport/errors.js'
import { errorForms, genericWords, vagueForms } from '../../support/generic-bodies.js'

/** What comes in the place of a venue's response. */
interface Stand {
  readonly name: string
  /** @param honest the venue's own response; absent where the call did not reach it */
  reply(honest: WireReply | undefined): WireReply
}

const json = (status: number, text: string): Stand => ({
  name: `${status} ${text.slice(0, 40)}`,
  reply: () => ({ status, text, headers: { 'content-type': 'application/json' } }),
})
const page = (status: number): Stand => ({
  name: `${status} page`,
  reply: () => ({
    status,
    text: '<html><body>proxy</body></html>',
    headers: { 'content-type': 'text/html' },
  }),
})
const lost = (kind: 'reset' | 'timeout' | 'cut_body'): Stand => ({
  name: kind,
  reply() {
    throw new WireError(kind, 'The connection was lost.')
  },
})

/** Responses of gateways that know no such path, in the words of several of them. */
const gateways: readonly Stand[] = [
  json(404, '{"message":"no Route matched with those values"}'),
  json(404, '{"message":"Not Found"}'),
  json(404, ''),
  json(404, '404 page not found'),
  json(404, '{"error":"Not Found"}'),
  json(404, '{"timestamp":"2026-11-20T10:00:00.000+00:00","status":404,"error":"Not Found","path":"/order"}'),
  json(404, '{"code":5,"message":"Not Found","details":[]}'),
  page(404),
  json(409, '{"message":"Conflict"}'),
  json(422, '{"detail":"Unprocessable Entity"}'),
  json(499, ''),
]

/**
 * Draws an error of a gateway with a word that only names a status, mostly in the venue's own form.
 * @param isWrite a read is not answered with a word that the venue itself sends: that is what the venue would answer
 */
function drawGeneric(random: Random, isWrite: boolean, form: ErrorForm): Stand {
  const { isOwn = () => true, codeIn = () => '', ownGenericWords } = form
  const word = pick(
    genericWords.filter((one) => isWrite || ownGenericWords?.has(one) !== true),
    random,
  )
  const status = isWrite ? pick([404, 409, 422, 499], random) : 404
  const bodies = errorForms.map((of) => of(word))
  const own = bodies.filter((body) => isOwn(body) && codeIn(body) !== undefined)
  return json(status, JSON.stringify(pick(own.length > 0 && random() < 0.8 ? own : bodies, random)))
}

/**
 * Draws a 404 to the lookup of an order: a word that only names a status, and often a sentence, in a form that the venue's
 * adapter takes for the venue's own where there is one.
 */
function drawNotFound(random: Random, form: ErrorForm): Stand {
  const { isOwn = () => true, codeIn = () => '', ownGenericWords } = form
  const words = genericWords.filter((one) => ownGenericWords?.has(one) !== true)
  const forms = random() < 0.7 ? vagueForms : errorForms
  const bodies = words.flatMap((word) => forms.map((of) => of(word)))
  const own = bodies.filter((body) => isOwn(body) && codeIn(body) !== undefined)
  return json(404, JSON.stringify(pick(own.length > 0 ? own : bodies, random)))
}

/** Failures that say nothing of what the venue did. */
const failures: readonly Stand[] = [
  lost('reset'),
  lost('timeout'),
  lost('cut_body'),
  json(500, '{"message":"internal error"}'),
  json(502, ''),
  page(502),
  json(503, '{"error":"unavailable"}'),
  json(504, 'upstream request timeout'),
  {
    name: 'half of the body',
    reply: (honest) => ({
      ...(honest ?? { status: 200, headers: {} }),
      text: honest?.text.slice(0, honest.text.length / 2) ?? '{"orders":[',
    }),
  },
]

/** Successes of reads that are not the venue's. Some venues have `null` for an order that they do not know. */
const unread: readonly Stand[] = [json(200, '{}'), json(200, ''), page(200)]

/** Successes that are not the venue's. */
const empty: readonly Stand[] = [json(200, '{}'), json(200, ''), json(200, 'null'), page(200)]

export interface InterferingWire extends Wire {
  /** Share of the reads that are interfered with. */
  share: number
  /** Share of the other calls. An order is one call of many, and most of them read. */
  writeShare: number
  /**
   * What is certainly done to the next call that changes an order: it is passed on and answered with an error, or held back and
   * answered with a success. Or what is done to the next lookup of an order: it is held back and answered with a 404.
   */
  aim: 'passed on' | 'held back' | 'not found' | undefined
  /** What was sent, and what came back. */
  readonly log: string[]
  /** The process ends when it sends for the so many-th time from now: nothing comes back, and nothing is sent any more. */
  dieAfter(sends: number): void
  readonly isDead: boolean
  /** Resolves at the end of the process. */
  readonly death: Promise<void>
}

/**
 * A wire with something between it and the venue, which now and then answers in the venue's stead: before the call reached
 * the venue, or after.
 * @param form that of the venue's own errors
 * @param onDeath called at the moment at which the process ends
 */
export function createInterferingWire(
  wire: Wire,
  random: Random,
  form: ErrorForm,
  onDeath: () => void,
): InterferingWire {
  const log: string[] = []
  /** Successes of other calls, by their paths. */
  const others = new Map<string, string>()
  let left = Number.POSITIVE_INFINITY
  let isDead = false
  let die = (): void => undefined
  const death = new Promise<void>((resolve) => {
    die = resolve
  })
  const never = new Promise<never>(() => {})

  function drawStand(method: string, path: string): Stand {
    // A row of the same order is what the venue itself may answer.
    const isAkin = (from: string): boolean => path.startsWith(from) || from.startsWith(path)
    const other = pickFrom(
      [...others].filter(([from]) => !isAkin(from)),
      random,
    )
    const isWrite = method !== 'GET'
    const isCancel = method === 'DELETE' || path.includes('cancel')
    const changes = isCancel ? [empty, empty, empty] : ['generic' as const, failures, empty]
    const sets: readonly (readonly Stand[] | 'generic')[] = isWrite
      ? [gateways, 'generic', failures, ...changes]
      : [gateways, 'generic', failures, unread]
    // A list of nothing is one of any endpoint: only what changes something is answered with another's words.
    if (isWrite && other !== undefined && random() < 0.2)
      return { ...json(200, other[1]), name: `the response of ${other[0]}` }
    const set = pick(sets, random)
    if (set === 'generic') return drawGeneric(random, isWrite, form)
    return pick(set, random)
  }

  /** @returns undefined for a call at which nothing is aimed */
  function drawAimed({ method }: VenueCall, { pathname }: URL, own: Pick<InterferingWire, 'aim'>) {
    const { aim } = own
    const isRead = method === 'GET'
    if (aim === undefined || isRead !== (aim === 'not found') || !pathname.includes('order')) return undefined
    own.aim = undefined
    if (aim === 'not found') return { ...drawNotFound(random, form), isSent: false }
    const isSent = aim === 'passed on'
    return { ...(isSent ? drawGeneric(random, true, form) : pick(empty, random)), isSent }
  }

  return {
    share: 0,
    writeShare: 0,
    aim: undefined,
    log,
    get isDead() {
      return isDead
    },
    death,
    dieAfter(sends) {
      left = sends
    },
    async send(call, url, options) {
      if (isDead) return never
      const line = `${call.method} ${url.pathname}`
      left--
      if (left <= 0) {
        const isSent = random() < 0.6
        isDead = true
        if (isSent) await wire.send(call, url, options).catch(() => undefined)
        log.push(`${line}: the process ends ${isSent ? 'after' : 'before'} it is sent`)
        onDeath()
        die()
        return never
      }
      const aimed = drawAimed(call, url, this)
      if (aimed !== undefined) {
        log.push(`${line}: ${aimed.name}, ${aimed.isSent ? 'passed on' : 'held back'}`)
        return aimed.reply(aimed.isSent ? await wire.send(call, url, options) : undefined)
      }
      if (random() >= shareOf(call, this)) {
        const reply = await wire.send(call, url, options)
        if (reply.status === 200) others.set(url.pathname, reply.text)
        if (call.method !== 'GET' || this.share > 0) log.push(`${line}: ${reply.status}`)
        return reply
      }
      const isSent = random() < 0.5
      const stand = drawStand(call.method, url.pathname)
      log.push(`${line}: ${stand.name}, ${isSent ? 'after' : 'before'} it reached the venue`)
      return stand.reply(isSent ? await wire.send(call, url, options) : undefined)
    },
    close: () => Promise.resolve(),
  }
}

function shareOf(
  { method }: Pick<VenueCall, 'method'>,
  { share, writeShare }: Pick<InterferingWire, 'share' | 'writeShare'>,
): number {
  return method === 'GET' ? share : writeShare
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = pickFrom(items, random)
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

function pickFrom<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)]
}
