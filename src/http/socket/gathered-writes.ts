import type { Duplex } from 'node:stream'
import { runLater } from '../../effects/clock.js'

type Corkable = Pick<Duplex, 'cork' | 'uncork'>

/**
 * Holds what is written to a socket until the turn of the event loop is over: a venue tells of many books at once, and
 * what they are to one client leaves in one call of the system, which costs more than all the rest of a frame.
 * @returns to be called before each writing
 */
export function createGathering(
  nextRound: (task: () => void) => void = runLater,
): (socket: Corkable) => void {
  let held = new Set<Corkable>()
  const release = (): void => {
    const all = held
    held = new Set()
    for (const socket of all) socket.uncork()
  }
  return (socket) => {
    if (held.has(socket)) return
    if (held.size === 0) nextRound(release)
    held.add(socket)
    socket.cork()
  }
}
