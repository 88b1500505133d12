/** A remembered request as it may be told: secrets are masked. */
export interface RecentRequest {
  /** Epoch ms of the answer. */
  readonly at: number
  readonly method: string
  readonly target: string
  readonly status: number
  /** 0 where the answer lay ready. */
  readonly tookMs: number
  readonly client?: string
  readonly byPage?: true
  readonly background?: true
  readonly cache?: string
  readonly calls?: number
  /** Positional arguments of a POST. */
  readonly args?: unknown
  readonly code?: string
}
