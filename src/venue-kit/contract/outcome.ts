/** An outcome and its facts, as the venue reports them. */
export interface Located<Facts> {
  /** In its canonical spelling. */
  readonly outcomeId: string
  /** Epoch ms; the outcome has no data before. Absent when unknown. */
  readonly listedAt?: number
  /** Epoch ms; the outcome has no data after. Absent while it trades or when unknown. */
  readonly closedAt?: number
  /** Trading has ended, including if the venue reports no time for that. */
  readonly isClosed?: true
  /** The venue has decided the market. A close without a decision may be undone. */
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
      /** The outcomes of the market, to be listed in the error. */
      readonly outcomes: readonly { readonly outcomeId: string; readonly label?: string | undefined }[]
      /** An additional sentence, where the id has another possible meaning. */
      readonly note?: string
    }

/** A requested outcome, looked up only where its id is not sufficient. */
export interface RequestedOutcome<Facts = unknown> {
  /** The requested id, trimmed. */
  readonly id: string
  /** @throws NOT_FOUND, naming its outcomes if it is the id of a market */
  located(): Promise<Located<Facts>>
}
