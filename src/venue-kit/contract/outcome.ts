/** An outcome as its venue tells it. */
export interface Located<Facts> {
  /** In its canonical spelling. */
  readonly outcomeId: string
  /** Epoch ms; nothing exists before. Absent when unknown. */
  readonly listedAt?: number
  /** Epoch ms; nothing exists after. Absent while it trades or when unknown. */
  readonly closedAt?: number
  /** It trades no more, also where the venue tells no time of that. */
  readonly isClosed?: true
  /** The venue has decided the market: a closing that is not followed by that may be taken back. */
  readonly isSettled?: true
  /** What books, trades and candles of it are asked for with. */
  readonly facts: Facts
}

/** What an id turned out to name. */
export type ResolvedName<Facts> =
  | {
      readonly kind: 'outcome'
      readonly outcome: Located<Facts>
      /** Other outcomes of which the same answers told as much, such as the other side. */
      readonly others?: readonly Located<Facts>[]
    }
  | {
      readonly kind: 'market'
      readonly marketId: string
      /** Its outcomes, to be named to who asked. */
      readonly outcomes: readonly { readonly outcomeId: string; readonly label?: string | undefined }[]
      /** A sentence more, where another reading of the id is possible. */
      readonly note?: string
    }

/** An outcome that was asked for, looked up only where its id does not say enough. */
export interface RequestedOutcome<Facts = unknown> {
  /** As it was asked for, without spaces around it. */
  readonly id: string
  /** @throws NOT_FOUND, naming its outcomes where it is the id of a market */
  located(): Promise<Located<Facts>>
}
