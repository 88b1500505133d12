import type { Duplex } from 'node:stream'
import { runLater } from '../../effects/clock.js'

type Corkable = Pick<Duplex, 'cork' | 'uncork'>

/**
 * Collects the writes to a socket until the end of the event loop's turn. A venue sends many books together. Their frames for one
 * client then need only one system call, which costs more than the rest of a frame.
 * @returns a function to call before each write
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
