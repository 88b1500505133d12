/** The open sockets and topics of a venue's streams. */
export interface StreamLoad {
  readonly sockets: number
  readonly topics: number
  readonly polled: number
}

/** Adds up loads by venue. */
export function addLoads(
  ...all: readonly Readonly<Record<string, StreamLoad>>[]
): Readonly<Record<string, StreamLoad>> {
  const sums: Record<string, StreamLoad> = {}
  for (const [venue, { sockets, topics, polled }] of all.flatMap((loads) => Object.entries(loads))) {
    const sum = sums[venue] ?? { sockets: 0, topics: 0, polled: 0 }
    sums[venue] = { sockets: sum.sockets + sockets, topics: sum.topics + topics, polled: sum.polled + polled }
  }
  return sums
}
