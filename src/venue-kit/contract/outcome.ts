/** An outcome and its facts, as the venue reports them. */
export interface Located<Facts> {
  /** The id in its canonical spelling. */
  readonly outcomeId: string
  /** Time before which the outcome has no data, epoch ms. Absent when unknown. */
  readonly listedAt?: number
  /** Epoch ms; the outcome has no data after. Absent while it trades or when unknown. */
  readonly closedAt?: number
  /** Whether trading has ended, even if the venue reports no time for that. */
  readonly isClosed?: true
  /** Whether the venue has decided the market. A close without a decision may be undone. */
  readonly isSettled?: true
  /** Facts that requests for books, trades and candles need. */
  readonly facts: Facts
}

/** The result of resolving an id. */
export type ResolvedName<Facts> =
  | {
      readonly kind: 'outcome'
      readonly outcome: Located<Facts>
      /** Other outcomes that the same responses describe completely, such as the other side. */
      readonly others?: readonly Located<Facts>[]
    }
  | {
      readonly kind: 'market'
      readonly marketId: string
      /** The market's outcomes, which the error lists. */
      readonly outcomes: readonly { readonly outcomeId: string; readonly label?: string | undefined }[]
      /** An additional sentence, if the id has another possible meaning. */
      readonly note?: string
    }

/** A requested outcome, which is looked up only if its id is not sufficient. */
export interface RequestedOutcome<Facts = unknown> {
  /** The requested id, trimmed. */
  readonly id: string
  /** @throws NOT_FOUND, naming its outcomes if it is the id of a market */
  located(): Promise<Located<Facts>>
}
