/** A logged request with masked secrets. */
export interface RecentRequest {
  /** Time of the response in epoch ms. */
  readonly at: number
  readonly method: string
  readonly target: string
  readonly status: number
  /** Duration in ms, or 0 if the response was cached. */
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
