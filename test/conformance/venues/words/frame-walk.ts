import { vi } from 'vitest'
import type { VenueId } from '../../../../src/api/envelope/venue-ids.js'
import { rewordFrame } from '../../../../src/simulator/http/reword.js'
import type {
  StreamMessage,
  StreamProtocol,
  StreamTrade,
} from '../../../../src/venue-kit/contract/stream-source.js'
import { type Enumeration, takeUnknownWords } from '../../../../src/venue-kit/payload/native-enums.js'
import { loadVenue } from '../../../../src/venues/registry.js'
import { streamExceptions } from '../exceptions.js'
import { openStreamHouse, type StreamHouse } from '../stream-house.js'
import { distinctIn, memberOf, type Walk } from './word-walk.js'

/** World time of a watch, at most: until books have changed and trades were made. */
const WATCHED_MS = 240_000
const ENOUGH_FRAMES = 40

/**
 * Watches books and trades over the real socket of a mock venue. Each frame is read by others as well, one for each
 * enumeration, with an unknown word in the place of its words: what they take from it must be what it says, or nothing.
 */
export async function walkFrames(venue: VenueId, enumerations: readonly Enumeration[]): Promise<Walk> {
  const { stream } = (await loadVenue(venue)) ?? {}
  const wrong: Record<string, string> = {}
  const reached = new Set<string>()
  if (stream === undefined || streamExceptions[venue]?.isAnothers !== undefined)
    return { wrong, unreached: enumerations.map(({ name }) => name) }
  let frames = 0
  const speak = stream.speak
  const spied = vi.spyOn(stream, 'speak').mockImplementation(() => {
    const others = distinctIn(enumerations).map((one) => ({ one, speech: speak() }))
    return beside(speak(), others, {
      note(one, difference) {
        for (const { enumeration } of takeUnknownWords()) reached.add(enumeration)
        if (difference !== undefined) wrong[`${one.name}: a frame`] = difference
      },
      count: () => void frames++,
    })
  })
  const house = await openStreamHouse(venue)
  try {
    await watch(house, venue, stream.brings.includes('trades'), () => frames >= ENOUGH_FRAMES)
  } finally {
    await house.close()
    spied.mockRestore()
  }
  if (frames === 0) wrong['frames'] = 'none came'
  return { wrong, unreached: enumerations.map(({ name }) => name).filter((name) => !reached.has(name)) }
}

async function watch(
  house: StreamHouse,
  venue: VenueId,
  bringsTrades: boolean,
  isEnough: () => boolean,
): Promise<void> {
  const isPolled = streamExceptions[venue]?.pollsEmulatedBooks !== undefined
  const outcomes = await house.outcomes(2, ({ sourceMetadata }) =>
    isPolled ? sourceMetadata?.['emulated'] !== true : true,
  )
  let trades = 0
  const sink = {
    update: ({ kind }: { readonly kind: string }) => void (kind === 'trades' && trades++),
    ended: () => undefined,
  }
  for (const { yes } of outcomes) {
    await house.settled(house.watch('watchOrderBook', [yes], sink))
    if (bringsTrades) await house.settled(house.watch('watchTrades', [yes], sink))
  }
  for (let passed = 0; passed < WATCHED_MS; passed += 100) {
    await house.tick(() => true)
    if (isEnough() && (trades > 0 || !bringsTrades)) return
  }
}

interface Other {
  readonly one: Enumeration
  readonly speech: StreamProtocol
}

/** A conversation that others listen to: they hear each frame with their own unknown word, and say nothing. */
function beside(
  speech: StreamProtocol,
  others: readonly Other[],
  report: { note(one: Enumeration, difference: string | undefined): void; count(): void },
): StreamProtocol {
  return {
    ...(speech.greet === undefined
      ? {}
      : {
          greet() {
            for (const other of others) other.speech.greet?.()
            return speech.greet?.() ?? []
          },
        }),
    ...(speech.again === undefined ? {} : { again: (topics) => speech.again?.(topics) }),
    ...(speech.owes === undefined ? {} : { owes: () => speech.owes?.() ?? false }),
    change(change) {
      for (const other of others) other.speech.change(change)
      return speech.change(change)
    },
    read(frame, now) {
      report.count()
      const told = speech.read(frame, now)
      takeUnknownWords()
      for (const { one, speech: other } of others) {
        const { frame: reworded, count } = rewordFrame(frame, [
          { field: memberOf(one.name), words: one.words },
        ])
        const heard = heardBy(other, reworded, now)
        if (count > 0) report.note(one, differenceIn(heard, told))
      }
      return told
    },
  }
}

/** Nothing where it cannot be read: the connection is begun anew then. */
function heardBy(speech: StreamProtocol, frame: string, now: number): readonly StreamMessage[] {
  try {
    return speech.read(frame, now)
  } catch {
    return []
  }
}

/** What is taken from a frame that the honest one does not say. */
function differenceIn(heard: readonly StreamMessage[], told: readonly StreamMessage[]): string | undefined {
  const honest = new Set(told.map(spelled))
  const other = heard.find(
    (message) => !['gap', 'send', 'failed'].includes(message.kind) && !honest.has(spelled(message)),
  )
  if (other === undefined || (other.kind === 'trades' && told.some((one) => isWithoutSides(other, one))))
    return undefined
  return JSON.stringify(other)
}

function isWithoutSides(other: Extract<StreamMessage, { kind: 'trades' }>, one: StreamMessage): boolean {
  if (one.kind !== 'trades' || one.key !== other.key || one.trades.length !== other.trades.length)
    return false
  return other.trades.every(({ side, price, amount, timestamp }, index) => {
    const same = one.trades[index]
    const isSame = same?.price === price && same.amount === amount && same.timestamp === timestamp
    return isSame && (side === 'unknown' || side === same.side)
  })
}

/** Ids of trades are counted by those who hear them. */
function spelled(message: StreamMessage): string {
  if (message.kind !== 'trades') return JSON.stringify(message)
  return JSON.stringify({
    ...message,
    trades: message.trades.map(({ id: _id, ...trade }: StreamTrade) => trade),
  })
}
