/** Ids for trades of a venue without trade ids. */
export interface TradeIds {
  /**
   * Returns the id of a trade. Identical trades of the same instant are numbered in sequence, so that trades must be passed in
   * their order.
   * @param at epoch ms
   */
  idOf(facts: string, at: number): string
}

export function createTradeIds(): TradeIds {
  let instant = 0
  let turns = new Map<string, number>()
  return {
    idOf(facts, at) {
      if (at !== instant) turns = new Map()
      instant = at
      const turn = turns.get(facts) ?? 0
      turns.set(facts, turn + 1)
      return `${at}-${facts}${turn === 0 ? '' : `-${turn}`}`
    },
  }
}
