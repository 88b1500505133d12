import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '../../effects/clock.js'
import type { FaultRule, Faults } from '../faults/faults.js'
import { rewordFrame } from '../http/reword.js'
import type { MockContext, MockRequest, MockSocket } from '../mock-kit/mock-venue.js'

/** The interval of protocol pings, which real venues send as well. */
const PING_EVERY_MS = 10_000
/** The default time of `socket-close` after the opening. */
const CLOSE_AFTER_MS = 5_000
/** Default of `frame-delay`. */
const DELAY_MS = 1_000
const GARBAGE = '{"event_type":"book","asset_id":'

export interface SocketStageDeps {
  /** By their paths. */
  readonly sockets: readonly MockSocket[]
  readonly clock: Clock
  readonly context: () => MockContext
  /** Returns the rules that apply to an opening, or to a frame before it is sent. */
  decide(on: 'socket' | 'frame', target: string): readonly FaultRule[]
  /** Called with the number of words that were replaced in a frame. */
  reworded(count: number): void
  /** Called for each opening. */
  opened(target: string, status: number): void
}

/** An open socket with its request and its fault rules. */
interface Opening {
  readonly asked: MockRequest
  readonly socket: MockSocket
  readonly rules: readonly FaultRule[]
}

/** Runs a host's sockets. It opens them, passes frames on, sends updates over time, and injects faults. */
export interface SocketStage {
  attach(server: Server): void
  close(): void
}

export function createSocketStage(deps: SocketStageDeps): SocketStage {
  const open = new Set<WebSocket>()

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const target = request.url ?? '/'
    const [path = '/', search = ''] = target.split('?')
    const asked: MockRequest = {
      method: 'GET',
      path,
      search,
      body: undefined,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
      ),
    }
    const rules = deps.decide('socket', target)
    const refusing = rules.find(({ kind }) => kind === 'socket-refuse')
    const socket = deps.sockets.find((one) => one.path === asked.path)
    const refusal = refusalOf(asked, socket, refusing)
    if (socket === undefined || refusal !== undefined) {
      deps.opened(target, refusal ?? 404)
      stream.end(`HTTP/1.1 ${refusal ?? 404} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const { WebSocketServer } = await import('ws')
    const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.handleUpgrade(request, stream, head, (made) => {
      deps.opened(target, 101)
      play(made, stream, { asked, socket, rules })
    })
  }

  /** Returns a status, or undefined if the client is accepted. */
  function refusalOf(
    asked: MockRequest,
    socket: MockSocket | undefined,
    rule: FaultRule | undefined,
  ): number | undefined {
    if (socket === undefined) return 404
    if (rule !== undefined) return rule.status ?? 503
    return socket.refuse?.(asked, deps.context())
  }

  function play(made: WebSocket, stream: Duplex, { asked, socket, rules }: Opening): void {
    const { clock } = deps
    const target = asked.search === '' ? asked.path : `${asked.path}?${asked.search}`
    const talk = socket.open(deps.context, asked)
    const timers = new Set<() => void>()
    let isHanging = false
    /** A frame that is sent after the next one. */
    let overtaken: string | undefined
    open.add(made)

    function later(ms: number, task: () => void): void {
      const cancel = clock.setTimer(ms, () => {
        timers.delete(cancel)
        task()
      })
      timers.add(cancel)
    }

    function deliver(frame: string): void {
      if (!isHanging && made.readyState === made.OPEN) made.send(frame)
    }

    function send(whole: string): void {
      const hits = deps.decide('frame', target)
      const { frame, count } = rewordFrame(
        whole,
        hits.filter(({ kind }) => kind === 'reword-field'),
      )
      deps.reworded(count)
      const of = (kind: FaultRule['kind']): FaultRule | undefined => hits.find((rule) => rule.kind === kind)
      if (of('frame-drop') !== undefined) return
      const delay = of('frame-delay')
      if (delay !== undefined) {
        later(delay.delayMs ?? DELAY_MS, () => deliver(frame))
        return
      }
      if (of('frame-swap') !== undefined && overtaken === undefined) {
        overtaken = frame
        return
      }
      deliver(of('frame-garbage') === undefined ? frame : GARBAGE)
      if (of('frame-double') !== undefined) deliver(frame)
      if (overtaken === undefined) return
      deliver(overtaken)
      overtaken = undefined
    }

    /** Sends related frames together, so a client that reads all of them never sees a partly changed book. */
    function sendAll(frames: readonly string[]): void {
      if (frames.length === 0) return
      stream.cork()
      for (const frame of frames) send(frame)
      stream.uncork()
    }

    function say(frames: readonly string[]): void {
      sendAll(frames)
      if (!isHanging && talk.hasEnded?.() === true) made.close()
    }

    function every(ms: number, task: () => void): void {
      later(ms, () => {
        task()
        every(ms, task)
      })
    }

    for (const rule of rules) {
      const afterMs = rule.delayMs ?? CLOSE_AFTER_MS
      if (rule.kind === 'socket-hang')
        later(afterMs, () => {
          isHanging = true
        })
      if (rule.kind === 'socket-close')
        later(afterMs, () => {
          if (rule.status === undefined) made.terminate()
          else made.close(rule.status, 'on purpose')
        })
    }
    sendAll(talk.greet?.() ?? [])
    every(socket.tickMs, () => say(talk.tick()))
    every(PING_EVERY_MS, () => {
      if (!isHanging) made.ping()
    })
    made.on('message', (data: Buffer) => {
      if (isHanging) return
      say(talk.hear(data.toString('utf8')))
    })
    made.on('error', () => undefined)
    made.on('close', () => {
      open.delete(made)
      for (const cancel of timers) cancel()
    })
  }

  return {
    attach(server) {
      server.on('upgrade', (request, stream, head) => {
        stream.on('error', () => stream.destroy())
        upgrade(request, stream, head).catch(() => stream.destroy())
      })
    },
    close() {
      for (const made of open) made.terminate()
    },
  }
}

/** Returns a simulator's fault decisions for a host's socket. */
export function createSocketFaults(
  faults: Faults,
  place: { readonly venue: Parameters<Faults['decide']>[0]['venue']; readonly host: string },
): SocketStageDeps['decide'] {
  return (on, target) => faults.decide({ ...place, target, on })
}
