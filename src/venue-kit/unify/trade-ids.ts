/** Ids for trades of a venue that gives them none. */
export interface TradeIds {
  /**
   * The same facts at the same instant are told apart by their turn. Trades are named in the order in which they come.
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
