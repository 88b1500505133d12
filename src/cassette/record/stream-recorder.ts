import { messageOf } from '../../api/envelope/errors.js'
import type { Logger } from '../../observe/logger.js'
import type { SecretSet } from '../../policy/secrets/secret-set.js'
import type { SocketEvents, SocketWire } from '../../transport/socket.js'
import { allowQuery, type Recordable } from '../format/allowed-headers.js'
import { toStoredBody } from '../format/body-text.js'
import { parseFrameJson, toAllowedFrame } from '../format/frame-text.js'
import { findPath } from '../format/personal-texts.js'
import { compareTexts } from '../format/recorded-call.js'
import {
  eventMembersOf,
  renderStreamEvent,
  renderStreamHead,
  type StreamEvent,
} from '../format/recorded-stream.js'
import type { CassetteJournal } from '../maintenance/cassette-journal.js'
import { createRedactionLog, findHeaderSecrets } from './recording-transport.js'

export interface StreamRecorderDeps {
  readonly journal: Pick<CassetteJournal, 'socket'>
  readonly secrets: SecretSet
  readonly recordable: Recordable
  /** Returns the real time, epoch ms. */
  now(): number
  /** Moves the clock of the running work to the real time, and returns it. */
  step(): number
  /** Creates a timeline and returns a function that runs work on it. */
  openLine(from: number): (work: () => void) => void
  readonly log: Logger
}

export interface RecordingSockets extends SocketWire {
  counts(): { readonly sockets: number; readonly withheld: number; readonly ended: string | undefined }
}

/** Records all events of venue sockets, and passes them on. */
export function createRecordingSockets(inner: SocketWire, deps: StreamRecorderDeps): RecordingSockets {
  const { journal, secrets, recordable, log } = deps
  const tellWithheld = createRedactionLog(log)
  let sockets = 0
  let withheld = 0
  let ended: string | undefined

  function attempt<Result>(work: () => Result): Result | undefined {
    if (ended !== undefined) return undefined
    try {
      return work()
    } catch (error) {
      ended = messageOf(error)
      log.error({ reason: ended }, 'recording has stopped')
      return undefined
    }
  }

  return {
    open(call, events) {
      const { place, secretHeaders } = call
      if (place === undefined) return inner.open(call, events)
      const sought = secrets.findingAlso(findHeaderSecrets(secretHeaders))
      const isHit = (text: string): boolean => sought.findIn(text) !== undefined
      const { venue, host } = place
      const query = allowQuery(place.query, recordable)
      tellWithheld(venue, query.withheld, sought)
      const from = Math.round(deps.now())
      const inLine = deps.openLine(from)
      const socket = { ...place, query: [...query.kept].sort((a, b) => compareTexts(String(a), String(b))) }

      function isClean(text: string, members: object): boolean {
        const found = sought.findIn(text)
        if (found === undefined) return true
        withheld++
        const field = findPath(members, isHit) ?? 'the line'
        log.warn(
          { venue, host, secret: found, field },
          'a WebSocket message was not recorded because it contains a secret',
        )
        return false
      }

      const isTold = isClean(renderStreamHead({ socket, n: 0, at: from }), socket)
      const write = isTold ? attempt(() => journal.socket(socket, from)) : undefined
      if (write !== undefined) sockets++
      let isOurs = false

      function note(event: StreamEvent): void {
        if (write === undefined) return
        if (isClean(searchedText(event), eventMembersOf(event))) attempt(() => write(event))
      }
      let lastMs = 0
      /** A wall clock that is set back does not change the order. */
      const elapsed = (at: number): number => {
        lastMs = Math.max(lastMs, Math.round(at) - from)
        return lastMs
      }

      /** Frames in the same event-loop turn arrived in one piece. */
      let isJoined = false
      const heard = (message: string): void => {
        const joined = isJoined ? { joined: true as const } : {}
        isJoined = true
        queueMicrotask(() => {
          isJoined = false
        })
        note({ kind: 'heard', ms: elapsed(deps.step()), body: toStoredBody(message), ...joined })
        events.text(message)
      }
      const recorded: SocketEvents = {
        opened: () =>
          inLine(() => {
            note({ kind: 'opened', ms: elapsed(deps.step()) })
            events.opened()
          }),
        text: (message) => inLine(() => heard(message)),
        alive: () => events.alive(),
        closed: (end) =>
          inLine(() => {
            note({ kind: 'ended', ms: elapsed(deps.step()), ...end, ...(isOurs ? { ours: true } : {}) })
            events.closed(end)
          }),
      }
      const opened = inner.open(call, recorded)
      return {
        send(message) {
          const { body, withheld: names } = toAllowedFrame(message, recordable)
          tellWithheld(venue, names, sought)
          note({ kind: 'said', ms: elapsed(deps.now()), body })
          opened.send(message)
        },
        ping: () => opened.ping(),
        cut(reason) {
          isOurs = true
          opened.cut(reason)
        },
      }
    },
    counts: () => ({ sockets, withheld, ended }),
  }
}

/** Returns the line and, for a frame stored as text, also its decoded escapes. */
function searchedText(event: StreamEvent): string {
  const line = renderStreamEvent(event)
  if (!('body' in event) || !('text' in event.body)) return line
  const held = parseFrameJson(event.body.text)
  return held === undefined ? line : `${line}\n${JSON.stringify(held)}`
}
